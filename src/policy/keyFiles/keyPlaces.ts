// Where keys and passwords lie: one line per program, below the person's home. A name that ends in `/` is a folder of which
// everything counts; `*` stands for any characters within one name.

import { either, wordSet } from "../../base/index.ts";
import { globMatches } from "../../analysis/index.ts";
import { DATA, FOR_EVERYBODY, saysKey, STORE_NAMES, STORES } from "./keyWords.ts";

const HOME = `
.ssh/ .gnupg/ .password-store/ .local/share/keyrings/ .local/share/kwalletd/ .local/share/gopass/ Library/Keychains/ .aws/credentials
.aws/sso/ .aws/cli/ .aws/login/ .boto .passwd-s3fs .mc/config.json .azure/ .config/gcloud/ .kube/config .kube/cache/oidc-login/
.docker/config.json .docker/machine/ .config/containers/auth.json .config/helm/registry/config.json .config/argocd/config .argocd/config
.minikube/profiles/ .config/k9s/clusters/ .rancher/cli2.json .config/gh/hosts.yml .config/glab-cli/config.yml .config/hub
.config/tea/config.yml .netrc _netrc .git-credentials .config/git/credentials .gitcookies .jira.d/ .config/.jira/ .arcrc .hgrc.keys .npmrc
.yarnrc.yml .pypirc .config/pip/pip.conf .pip/pip.conf .gem/credentials .local/share/gem/credentials .bundle/config .cargo/credentials
.cargo/credentials.toml .config/pypoetry/auth.toml .local/share/pypoetry/auth.toml .composer/auth.json .config/composer/auth.json
.m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .nuget/NuGet/NuGet.Config .ivy2/.credentials .sbt/credentials
.hex/hex.config .conan/.conan.db .config/goproxy .cabal/config .pub-cache/credentials.json .config/dart/pub-credentials.json
.luarocks/upload_config.lua .terraform.d/credentials.tfrc.json .terraformrc .pulumi/credentials.json .vault-token .nomad-token
.consul-token .local/share/lpass/ .aws-vault/ .awsvault/ .envchain .local/share/com.vercel.cli/auth.json .config/com.vercel.cli/auth.json
Library/Application*Support/com.vercel.cli/auth.json .config/configstore/firebase-tools.json .expo/state.json .dbt/profiles.yml
.bigqueryrc .pgpass .my.cnf .mylogin.cnf .config/pgcli/config .mongorc.js .dbshell .psql_history .mysql_history .rediscli_auth
.config/dbeaver*/ .dbeaver4/ .local/share/DBeaverData/ .claude/.credentials.json .claude.json.credentials .config/claude/.credentials.json
.codex/auth.json .gemini/oauth_creds.json .gemini/google_accounts.json .qwen/oauth_creds.json .kimi/credentials/
.local/share/opencode/auth.json .config/opencode/auth.json .copilot/config.json .config/goose/secrets.yaml .aider.env .config/aider/.env
.cursor/auth.json .config/cursor/auth.json .pi/agent/auth.json .amp/secrets.json .config/amp/secrets.json .local/share/amp/secrets.json
.factory/auth.json .crush/credentials.json .local/share/crush/crush.json .continue/.env .config/io.datasette.llm/keys.json .llm/keys.json
.huggingface/token .cache/huggingface/token .cache/huggingface/stored_tokens .ollama/id_* .config/google-chrome*/ .config/chromium*/
.config/BraveSoftware/ .config/microsoft-edge*/ .config/vivaldi*/ .config/opera*/ .mozilla/firefox/ .thunderbird/ .zen/
Library/Application*Support/Google/Chrome*/ Library/Application*Support/Firefox/ Library/Application*Support/BraveSoftware/
Library/Cookies/ Library/Safari/ .local/share/TelegramDesktop/ .weechat/ .config/weechat/sec.conf .irssi/config .msmtprc .mbsyncrc
.offlineimaprc .fetchmailrc .muttrc .config/neomutt/ .electrum/ .bitcoin/ .ethereum/ .near-credentials/ .foundry/keystores/
.brownie/accounts/ .monero/ .cert/ .pki/ .acme.sh/ .easyrsa/ .vpn/ .smbcredentials .davfs2/secrets
.ansible/vault* .config/borg/keys/ .ICEauthority .Xauthority .config/JetBrains/
.local/share/JetBrains/*/c.kdbx .putty/ .lftp/bookmarks .config/weblate .config/oauth2l .config/mcp/ .env .secrets .secrets/ .credentials
.credentials/ .api_keys .tokens .packet-cli.json .pd.yml .bk.yaml .trc .dropbox_uploader .vast_api_key AppData/Roaming/Microsoft/Protect/
AppData/Roaming/Microsoft/Credentials/ AppData/Local/Microsoft/Credentials/ .config/microsoft/ Library/Group*Containers/*Telegram/
.local/share/jupyter/runtime/ .rediscli_history .databrickscfg .raxrc .edgerc .dogrc .sentryclirc .s3cfg .config/npm/npmrc .litecoin/
.dogecoin/ .zcash/ .dash/ .keybase/ .config/keybase/ .config/Code*/User/globalStorage/ .config/Cursor/User/globalStorage/
.config/Windsurf/User/globalStorage/ .bash_history .zsh_history .zhistory .histfile .sh_history .ksh_history .history .fish_history
.local/share/fish/fish_history .config/fish/fish_history .python_history .node_repl_history .irb_history .sqlite_history
AppData/Roaming/Microsoft/Windows/PowerShell/PSReadLine/ .local/share/powershell/PSReadLine/
`
  .trim()
  .split(/\s+/);

/** Programs whose settings hold a login, wherever those lie: `.NAME/`, `.NAMErc`, `.NAME.json`, `.config/NAME/`. */
const OWNERS = [
  "1Password acli age algolia aliyun anthropic asana atlascli auth0 azuredevops bitwarden bluemix borgmatic braintree buildkite bws",
  "certbot chamber circleci civo cloudflare cloudflared comet confluent dashlane datadog discord doctl doppler",
  "duplicacy eas-cli equinix exoscale fastly filezilla firebase fly gam gandi gdrive gdrive3 gitea github-copilot gitlab",
  "google_authenticator hatch hcloud heroku honeycomb ibmcloud infisical ionosctl jfrog kaggle keepassxc kopia kwallet lastpass",
  "lego Lens linode-cli mailgun mcp-auth mlflow modal mongocli neonctl netlify newrelic ngrok ngrok2 now oci okta op openai",
  "openstack openvpn opsgenie ovh pagerduty-cli paperspace paypal plaid planetscale railway rclone remmina render replicate",
  "restic runpod s3cmd scw sendgrid sentry shopify Signal Slack snowflake snowsql solana sops sourcegraph splunk",
  "step stripe supabase surge tailscale tccli teller todoist toot transmission travis turso twilio twilio-cli twurl upctl vercel",
  "vultr-cli wandb wireguard wrangler gopass databricks usql lpass rbw keepass git-credential-manager recurly datadog-agent bw kwalletd",
  "slack-cli zoom WhatsApp glab gnome-keyring snyk hcp dagshub",
].flatMap((line) => line.split(" "));
const OWNER_NAMES: ReadonlySet<string> = new Set(OWNERS.map((name) => name.toLowerCase()));
const SETTINGS_FOLDER = /^\.(?:config|local\/share)\/\.?/;
const SETTINGS_NAME = /^([^/]+?)(?:rc|\.(?:json|ya?ml|toml|env|conf|cfg|config|ini))?(?=\/|$)/;
/** Programs of theirs, not settings. */
const INSTALLED = /\/(?:bin|install|installs|releases|versions)(?:\/|$)/;

/** The settings of a program that keeps a login in them, or the folder of those. */
function ofOwner(rest: string): NearKeys {
  const below = rest.replace(SETTINGS_FOLDER, "");
  const bare = below.length < rest.length ? below : rest.startsWith(".") ? rest.slice(1) : "";
  const first = bare.split("/", 1)[0] ?? "";
  // `.kwalletd5rc`, `.bitwarden_session`, `.twilio-config.json`.
  const name = (SETTINGS_NAME.exec(bare)?.[1] ?? "").replace(/\d$/, "").split(/[_-]/, 1)[0] ?? "";
  // `Bitwarden CLI`, `GitHub Copilot`.
  const isFolder = [first, first.split(" ", 1)[0] ?? "", first.replaceAll(" ", "-")].some((each) => OWNER_NAMES.has(each));
  if (!isFolder && !OWNER_NAMES.has(name)) return null;
  if (bare.length > first.length) return INSTALLED.test(rest) ? null : { kind: "inside" };
  return { kind: isFolder ? "folder" : "inside" };
}

/** Below such a folder, these are no secrets. */
const OPEN_NAMES = either`(?:^|\/)(?:config|known_hosts(?:\.old)?|authorized_keys2?|environment|rc|active_config)$,
  \/(?:pubring\.(?:kbx|gpg)|trustdb\.gpg|gpg(?:-agent)?\.conf|dirmngr\.conf)$, \/configurations\/, \.pub$`;
const OPEN = new RegExp(OPEN_NAMES);
const OPEN_FOLDERS = /^(?:\.ssh|\.gnupg|\.azure|\.config\/gcloud)\//;

/** Among settings these are keys too: `tokens.json`. */
const TOKENS = wordSet("token tokens");
/** What else may be one there. */
const DATA_TOO = wordSet("key pem p12 pfx kdbx jks keystore ppk env db old");
const STORE_NAMES_TOO = wordSet("key3.db cookies cookies.sqlite cookies.binarycookies").add("login data");
/** Names that mean the same in every folder, a project's too. */
const EVERYWHERE = wordSet(".pgpass .netrc _netrc .pypirc .git-credentials .my.cnf id_rsa id_dsa id_ecdsa id_ed25519 id_ed25519_sk");
/** Folders of what programs fetched, or keep there for others. */
const FETCHED = wordSet("extensions plugins node_modules registry site-packages vendor template templates example examples doc docs");
/** Settings lie that deep below the home at most: `.config/NAME/FOLDER/FILE`. */
const DEEPEST = 6;
/** With the empty name in front of the first slash. */
const DEEPEST_AT_TOP = 4;
const OF_PROGRAMS = /^\/(?:usr|bin|lib|nix|snap|proc|sys|dev|tmp|System|Library|home|Users)\//;
const OF_SERVICES = /^\/(?:etc|var\/lib|opt|srv|usr\/local\/etc)\//;

/** Homes of other people and of services; the second part is what lies below. */
const OTHER_HOME = /^\/(?:(?:home|Users|export\/home|var\/lib|srv)\/[^/]+|root|var\/root)\/(.+)$/s;

/** `/C:/Users/ann`, `/mnt/c/Users/ann`. */
const DRIVE = /^\/(?:[A-Z]:|mnt\/[a-z])(?=\/Users\/)/;

/** Where else a program keeps what it keeps at this path: systems differ, and versions of a program do. */
const ELSEWHERE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:Library\/Application Support|AppData\/(?:Roaming|Local))\//i, [".config/", ".local/share/", "."]],
  [/^\.config\//, ["."]],
  [/^\.(?!config\/|local\/|cache\/)/, [".config/"]],
];

const KEYS_IN_ETC = either`shadow, gshadow, sudoers, security\/opasswd, krb5\.keytab, ipsec\.secrets, ppp\/(?:chap|pap)-secrets,
  NetworkManager\/system-connections\/, ssl\/private\/, letsencrypt\/(?:live|archive|accounts)\/, wireguard\/, openvpn\/,
  kubernetes\/(?:[\w-]*\.conf$|pki\/), rancher\/(?:k3s|rke2)\/[\w-]*\.ya?ml$, ssh\/ssh_host_[^/]*_key$, mysql\/debian\.cnf,
  docker\/key\.json, vault(?:\.d)?\/, consul\.d\/, nomad\.d\/, gitlab\/gitlab-secrets\.json`;
const KEYS_IN_VAR = either`secrets\/, kubelet\/(?:pki|config\.json|kubeconfig), docker\/swarm, etcd\/, jenkins\/secrets`;
/** Anywhere on the machine. */
const SYSTEM: readonly RegExp[] = [
  new RegExp(String.raw`^\/etc\/(?:${KEYS_IN_ETC})`),
  new RegExp(String.raw`^\/var\/(?:run|lib)\/(?:${KEYS_IN_VAR})`),
  /^\/var\/lib\/rancher\/k3s\/server\/(?:token|node-token|tls)/,
  /^\/run\/(?:secrets\/|user\/\d+\/(?:keyring|gnupg|containers\/auth\.json))/,
  /^\/proc\/(?:(?:\d+|self)\/environ|kcore)$|^\/dev\/k?mem$/,
  /^\/root\/\.(?:ssh|aws|gnupg|kube|docker)(?:\/|$)/,
  /^\/(?:Library\/Keychains|private\/etc\/master\.passwd|private\/var\/db\/shadow)/,
];

interface KeyPlace {
  readonly spelled: string;
  /** Its names, folded to small letters. */
  readonly parts: readonly string[];
  readonly folder: boolean;
}

let byFirst: ReadonlyMap<string, readonly KeyPlace[]> | null = null;

/** Read on first use, by the first name below the home: most paths end at that look. */
function placesUnder(first: string): readonly KeyPlace[] {
  byFirst ??= Map.groupBy(HOME.map(readPlace), ({ parts }) => parts[0] ?? "");
  return byFirst.get(first) ?? [];
}

function readPlace(line: string): KeyPlace {
  const folder = line.endsWith("/");
  const spelled = folder ? line.slice(0, -1) : line;
  return { spelled, parts: spelled.toLowerCase().split("/"), folder };
}

/**
 * How a path below the person's home stands to keys.
 *   inside  a file of keys, or something in a folder of them
 *   folder  such a folder itself
 *   above   a folder further up, with the places below it
 */
export type NearKeys =
  | { readonly kind: "inside" }
  | { readonly kind: "folder" }
  | { readonly kind: "above"; readonly places: readonly string[] }
  | null;

const owned = () => OWNERS.flatMap((name) => [`.config/${name}`, `.${name}`]);

/** `rest` is the path without the home in front. */
export function nearHomeKeys(rest: string): NearKeys {
  if (rest === "")
    return { kind: "above", places: [...HOME.filter((line) => !line.includes("*")).map((line) => readPlace(line).spelled), ...owned()] };
  const folded = rest.toLowerCase();
  const parts = folded.split("/");
  const above: string[] = rest === ".config" ? owned().filter((place) => place.startsWith(".config/")) : [];
  for (const place of placesUnder(parts[0] ?? "")) {
    const shared = Math.min(parts.length, place.parts.length);
    if (!place.parts.slice(0, shared).every((part, at) => fits(part, parts[at] ?? ""))) continue;
    if (parts.length < place.parts.length) above.push(place.spelled);
    else if (parts.length === place.parts.length) return { kind: place.folder ? "folder" : "inside" };
    else if (place.folder) return OPEN_FOLDERS.test(rest) && OPEN.test(rest) ? null : { kind: "inside" };
  }
  return (rest.startsWith(".") ? ofOwner(folded) : null) ?? (above.length === 0 ? null : { kind: "above", places: above });
}

function fits(pattern: string, name: string): boolean {
  return pattern === name || (pattern.includes("*") && globMatches(pattern, name));
}

/** What is known of a path beside its name. */
interface Known {
  /** A name alone is enough. */
  readonly guesses: boolean;
  /** Is it there? */
  readonly isFile: () => boolean;
}

/** A file of keys below somebody's home: `rest` is the path without the home in front. */
export function isHomeKey(rest: string, { guesses, isFile }: Known): boolean {
  const near = nearHomeKeys(rest)?.kind;
  if (near === "inside" || (near === "folder" && isFile())) return true;
  if (!guesses) return false;
  const [beginning, others] = ELSEWHERE.find(([pattern]) => pattern.test(rest)) ?? [null, []];
  if (beginning !== null && others.some((other) => nearHomeKeys(rest.replace(beginning, other))?.kind === "inside")) return true;
  if (isStore(rest) || isPrivatePem(rest)) return true;
  const depth = rest.split("/").length;
  return (depth < 3 || (depth <= DEEPEST && /^(?:\.|Library\/|AppData\/)|\/\./.test(rest))) && saysKeys(rest);
}

const baseOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
const endOf = (name: string) => name.slice(name.lastIndexOf(".") + 1);

/** Told by the name alone, wherever the file lies. */
export function isNamedKey(path: string): boolean {
  return EVERYWHERE.has(baseOf(path)) || path.endsWith("/.aws/credentials");
}

function isStore(path: string): boolean {
  const name = baseOf(path);
  return (
    STORE_NAMES.has(name) ||
    STORE_NAMES_TOO.has(name) ||
    (name.includes(".") && STORES.has(endOf(name))) ||
    /^krb5cc_|^\.env(?:rc|\.\w+)?$/.test(name)
  );
}

/** `my-server.pem`; a certificate is for everybody. */
function isPrivatePem(rest: string): boolean {
  const name = baseOf(rest);
  return (
    endOf(name) === "pem" &&
    !FOR_EVERYBODY.test(name) &&
    !/\bca\b|pub|root/.test(name) &&
    !rest.split("/").some((part) => FETCHED.has(part))
  );
}

function saysKeys(path: string): boolean {
  const name = baseOf(path);
  const words = name.split(/[._-]+/).filter((word) => word !== "");
  const isData = !name.slice(1).includes(".") || DATA.has(endOf(name)) || DATA_TOO.has(endOf(name));
  if (path.includes("/keyrings/")) return true;
  if (!isData || path.split("/").some((part) => FETCHED.has(part.toLowerCase()))) return false;
  if (/^(?:auth|keys)\.(?:json|toml|ya?ml)$|^\..{1,60}\.key$/.test(name) || /(?:^|[._-])(?:keys?\.pem|vault[_-]?pass)$/.test(name))
    return true;
  // `age-key`.
  return words.some((word) => TOKENS.has(word)) || saysKey(words, (word) => OWNER_NAMES.has(word));
}

/** Outside the person's own home. */
export function isSystemKey(path: string, known: Known): boolean {
  if (SYSTEM.some((pattern) => pattern.test(path))) return true;
  if (!known.guesses) return false;
  if (isStore(path)) return true;
  const below = OTHER_HOME.exec(path.replace(DRIVE, ""))?.[1];
  if (below !== undefined && isHomeKey(below, known)) return true;
  // `/config/api-key.txt`, `/keys/private.pem`: what people mount or make at the top of a disk.
  const isOpen = OF_SERVICES.test(path) || (!OF_PROGRAMS.test(path) && path.split("/").length <= DEEPEST_AT_TOP);
  return isOpen && (saysKeys(path) || isPrivatePem(path.slice(1)));
}
