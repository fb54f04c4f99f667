// Where keys and passwords lie: one line per program, below the person's home. A name that ends in `/` is a folder of which
// everything counts; `*` stands for any characters within one name.

import { globMatches } from "../analysis/shell/glob.ts";

const HOME = `
.ssh/ .gnupg/ .password-store/ .local/share/keyrings/ .local/share/kwalletd/ .local/share/gopass/ Library/Keychains/
.aws/credentials .aws/sso/ .aws/cli/ .aws/login/ .boto .s3cfg .passwd-s3fs .config/s3cfg .config/rclone/rclone.conf .rclone.conf
.mc/config.json
.azure/ .config/gcloud/ .config/doctl/config.yaml .oci/ .bluemix/config.json .aliyun/config.json .tccli/ .config/hcloud/cli.toml
.config/scw/config.yaml .config/linode-cli .linode-cli .config/openstack/ .civo.json .config/exoscale/ .vultr-cli.yaml .ovh.conf
.kube/config .kube/cache/oidc-login/ .docker/config.json .docker/machine/ .config/containers/auth.json .config/helm/registry/config.json
.config/argocd/config .argocd/config .lens/ .minikube/profiles/ .config/k9s/clusters/ .rancher/cli2.json
.config/gh/hosts.yml .config/glab-cli/config.yml .config/hub .config/tea/config.yml .netrc _netrc .git-credentials
.config/git/credentials
.gitcookies .config/github-copilot/ .config/gitlab/ .jira.d/ .config/.jira/ .config/acli/ .arcrc .hgrc.keys
.npmrc .yarnrc.yml .pypirc .config/pip/pip.conf .pip/pip.conf .gem/credentials .local/share/gem/credentials .bundle/config
.cargo/credentials
.cargo/credentials.toml .config/pypoetry/auth.toml .local/share/pypoetry/auth.toml .composer/auth.json .config/composer/auth.json
.m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .nuget/NuGet/NuGet.Config .ivy2/.credentials .sbt/credentials
.hex/hex.config
.config/hatch/ .config/jfrog/ .jfrog/ .conan/.conan.db .config/goproxy .cabal/config .pub-cache/credentials.json
.config/dart/pub-credentials.json .luarocks/upload_config.lua
.terraform.d/credentials.tfrc.json .terraformrc .pulumi/credentials.json .vault-token .config/sops/ .age/ .config/age/ .config/step/
.nomad-token .consul-token
.config/op/ .op/ .config/Bitwarden*/ .config/bws/ .lastpass/ .local/share/lpass/ .config/1Password/ .config/keepassxc/ .dashlane/
.config/doppler/ .doppler/
.infisical/ .config/infisical/ .chamber/ .aws-vault/ .awsvault/ .config/teller/ .envchain
.fly/config.yml .config/netlify/config.json .netlify/config.json .local/share/com.vercel.cli/auth.json .config/com.vercel.cli/auth.json
.vercel/auth.json .now/auth.json
Library/Application*Support/com.vercel.cli/auth.json .wrangler/config/ .config/.wrangler/ .config/cloudflare/ .cloudflared/
.config/railway/ .railway/config.json .render/cli.yaml
.config/heroku/ .heroku/ .config/configstore/firebase-tools.json .config/firebase/ .config/stripe/ .twilio-cli/ .config/supabase/
.supabase/access-token .config/neonctl/ .config/planetscale/
.config/turso/ .config/surge/ .expo/state.json .config/eas-cli/ .config/ngrok/ .ngrok2/ngrok.yml .config/tailscale/ .config/sentry/
.sentryclirc .config/datadog/ .dogrc
.config/confluent/ .confluent/config.json .mongocli.toml .config/atlascli/ .config/mongocli/ .snowsql/config .config/snowflake/
.snowflake/ .databrickscfg .dbt/profiles.yml .bigqueryrc
.pgpass .my.cnf .mylogin.cnf .config/pgcli/config .mongorc.js .dbshell .psql_history .mysql_history .rediscli_auth .config/dbeaver*/
.dbeaver*/ .local/share/DBeaverData/
.claude/.credentials.json .claude.json.credentials .config/claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json
.gemini/google_accounts.json .qwen/oauth_creds.json .kimi/credentials/
.local/share/opencode/auth.json .config/opencode/auth.json .copilot/config.json .config/goose/secrets.yaml .aider.env .config/aider/.env
.cursor/auth.json .config/cursor/auth.json .pi/agent/auth.json
.amp/secrets.json .config/amp/secrets.json .local/share/amp/secrets.json .factory/auth.json .crush/credentials.json
.local/share/crush/crush.json .continue/.env .openai/ .config/openai/ .anthropic/ .config/anthropic/
.config/io.datasette.llm/keys.json .llm/keys.json .huggingface/token .cache/huggingface/token .cache/huggingface/stored_tokens
.kaggle/kaggle.json .config/wandb/ .config/replicate/ .ollama/id_* .modal.toml .config/modal/
.config/google-chrome*/ .config/chromium*/ .config/BraveSoftware/ .config/microsoft-edge*/ .config/vivaldi*/ .config/opera*/
.mozilla/firefox/ .thunderbird/ .zen/
Library/Application*Support/Google/Chrome*/ Library/Application*Support/Firefox/ Library/Application*Support/BraveSoftware/
Library/Cookies/ Library/Safari/
.config/Slack/ .config/discord/ .config/Signal/ .local/share/TelegramDesktop/ .weechat/ .config/weechat/sec.conf .irssi/config .msmtprc
.mbsyncrc .offlineimaprc .fetchmailrc .muttrc .config/neomutt/
.electrum/ .bitcoin/ .ethereum/ .config/solana/ .near-credentials/ .foundry/keystores/ .brownie/accounts/ .monero/
.cert/ .pki/ .config/certbot/ .acme.sh/ .easyrsa/ .config/wireguard/ .wireguard/ .openvpn/ .config/openvpn/ .vpn/
.smbcredentials .davfs2/secrets .config/Code*/User/globalStorage/state.vscdb .ansible/vault* .vault_pass* .config/restic/
.config/borg/keys/ .duplicacy/ .ICEauthority .Xauthority .config/remmina/ .local/share/remmina/
.config/JetBrains/ .local/share/JetBrains/*/c.kdbx .putty/ .config/filezilla/ .filezilla/ .lftp/bookmarks .config/transmission/
.config/weblate .config/oauth2l .config/gam/ .gam/ .config/mcp-auth/ .mcp-auth/ .config/mcp/ .env .secrets .secrets/ .credentials
.credentials/ .api_keys .tokens
`
  .trim()
  .split(/\s+/);

/** Below such a folder, these are no secrets. */
const OPEN = new RegExp(
  [
    /(?:^|\/)(?:config|known_hosts(?:\.old)?|authorized_keys2?|environment|rc|active_config)$/,
    /\/(?:pubring\.(?:kbx|gpg)|trustdb\.gpg|gpg(?:-agent)?\.conf|dirmngr\.conf)$/,
    /\/configurations\/|\.pub$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const OPEN_FOLDERS = /^(?:\.ssh|\.gnupg|\.azure|\.config\/gcloud)\//;

/** Anywhere on the machine. */
const SYSTEM: readonly RegExp[] = [
  /^\/etc\/(?:shadow|gshadow|sudoers|security\/opasswd|krb5\.keytab|ipsec\.secrets|ppp\/(?:chap|pap)-secrets)/,
  /^\/etc\/(?:NetworkManager\/system-connections|ssl\/private|letsencrypt\/(?:live|archive|accounts)|wireguard|openvpn)\//,
  /^\/etc\/(?:kubernetes\/(?:[\w-]*\.conf$|pki\/)|rancher\/(?:k3s|rke2)\/[\w-]*\.ya?ml$|ssh\/ssh_host_[^/]*_key$)/,
  /^\/etc\/(?:mysql\/debian\.cnf|docker\/key\.json|vault(?:\.d)?\/|consul\.d\/|nomad\.d\/|gitlab\/gitlab-secrets\.json)/,
  /^\/var\/(?:run|lib)\/(?:secrets\/|kubelet\/(?:pki|config\.json|kubeconfig)|docker\/swarm|etcd\/|jenkins\/secrets)/,
  /^\/var\/lib\/rancher\/k3s\/server\/(?:token|node-token|tls)/,
  /^\/run\/(?:secrets\/|user\/\d+\/(?:keyring|gnupg|containers\/auth\.json))/,
  /^\/proc\/(?:\d+|self)\/environ$/,
  /^\/root\/\.(?:ssh|aws|gnupg|kube|docker|netrc|git-credentials|pgpass|vault-token)(?:\/|$)/,
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

/** `rest` is the path without the home in front. */
export function nearHomeKeys(rest: string): NearKeys {
  if (rest === "") return { kind: "above", places: HOME.filter((line) => !line.includes("*")).map((line) => readPlace(line).spelled) };
  const parts = rest.toLowerCase().split("/");
  const above: string[] = [];
  for (const place of placesUnder(parts[0] ?? "")) {
    const shared = Math.min(parts.length, place.parts.length);
    if (!place.parts.slice(0, shared).every((part, at) => fits(part, parts[at] ?? ""))) continue;
    if (parts.length < place.parts.length) above.push(place.spelled);
    else if (parts.length === place.parts.length) return { kind: place.folder ? "folder" : "inside" };
    else if (place.folder) return OPEN_FOLDERS.test(rest) && OPEN.test(rest) ? null : { kind: "inside" };
  }
  return above.length === 0 ? null : { kind: "above", places: above };
}

function fits(pattern: string, name: string): boolean {
  return pattern === name || (pattern.includes("*") && globMatches(pattern, name));
}

export function isSystemKey(path: string): boolean {
  return SYSTEM.some((pattern) => pattern.test(path));
}
