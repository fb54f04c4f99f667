// Keys in the project itself, by their names: `server.key`, `terraform.tfstate`, `secrets.yaml`. A name says less here than
// outside, so they count only while Git does not have them as they are, only where a reader shows them, and not among
// examples and tests. `.env` is what a project is run with every day, and passes.

import { isCommitted, type World } from "../call.ts";

const set = (...lines: readonly string[]): Set<string> => new Set(lines.flatMap((line) => line.split(" ")));

const ENDINGS = set("pem key p8 p12 pfx jks keystore kdbx ppk keytab ovpn tfstate tfvars");
const NAMES = set(
  "credentials credentials.json keystore.json wallet.dat kubeconfig .htpasswd .vault-token .dockercfg .s3cfg .boto logins.json key4.db",
  ".env.prod .env.production .env.production.local .env.live",
);
const BEGINNINGS = ["secret.", "secrets.", "client_secret", "service-account", "service_account", "serviceaccount", ".vault_pass", "id_"];
/** `id_rsa.old`, and no `id_column.json`. */
const SSH_KEY = /^id_(?:rsa|dsa|ecdsa|ed25519)/;
const OTHERS = /[.-]secrets\.(?:json|ya?ml|env)$|-sa-key\.json$|\.tfstate\.|\.tfvars\.json$/;
/** Below the project as below a home: the last two names of the path. */
const PLACES = set(".kube/config .docker/config.json .aws/credentials .m2/settings.xml .npm/_auth default/cookies").add(
  "default/login data",
);
/** A certificate is for everybody. */
const FOR_EVERYBODY = /cert|crt|chain|bundle|csr|dhparam/;
/** A program's text. */
const CODE = set("ts tsx js jsx mjs cjs py go rs rb java kt php cs swift md mdx html css h c cpp tf svelte vue lock sh pub");
/** Words of a name, or names of folders above it, that say that nothing real is in it. */
const EXAMPLE = set("example sample template dist tmpl tpl test tests fixture mock dummy fake schema ca pub public");
const EXAMPLES = set(
  "__tests__ test tests testdata spec specs e2e fixture fixtures example examples sample samples mock mocks template templates",
  "doc docs node_modules",
);

/** `path` is relative to the project; its last name may be a glob: `*.pem`. */
export function namesProjectKey(path: string): boolean {
  const parts = path.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  const ending = name.slice(name.lastIndexOf(".") + 1);
  if (!saysKey(name, ending) && !PLACES.has(parts.slice(-2).join("/")) && !parts.includes(".gnupg")) return false;
  if (CODE.has(ending) || FOR_EVERYBODY.test(name) || name.split(/[._-]/).some((word) => EXAMPLE.has(word))) return false;
  return !parts.slice(0, -1).some((part) => EXAMPLES.has(part));
}

function saysKey(name: string, ending: string): boolean {
  if (NAMES.has(name) || (ENDINGS.has(ending) && name !== ending) || OTHERS.test(name)) return true;
  return BEGINNINGS.some((each) => name.startsWith(each)) && (!name.startsWith("id_") || SSH_KEY.test(name));
}

export function isProjectKey(path: string, world: World): boolean {
  if (!namesProjectKey(path.slice(world.project.length))) return false;
  const kind = world.kind(path);
  return kind !== "dir" && !(kind !== null && isCommitted(world, path));
}

/** Programs that show what a file holds; others only use it: `openssl -key server.key`. */
const SHOWS = set(
  "cat tac gcat bat batcat head tail less more most view nl grep egrep fgrep rg ag ack awk gawk mawk nawk sed gsed cut strings xxd od",
  "hexdump base64 jq yq get-content",
);

/** `program` is "" for a tool that is no shell. `Grep {glob: "*.pem"}` names what it reads by a glob. */
export function showsProjectKey(read: { readonly path: string; readonly matching?: string }, program: string, world: World): boolean {
  if (program !== "" && !SHOWS.has(program)) return false;
  return read.matching === undefined ? isProjectKey(read.path, world) : read.matching.split(",").some(namesProjectKey);
}
