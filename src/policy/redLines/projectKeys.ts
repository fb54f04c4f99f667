// Keys in the project itself, by their names: `server.key`, `terraform.tfstate`, `secrets.yaml`. A name says less here than
// outside, so they count only while Git does not have them as they are, only where a reader shows them, and not among
// examples and tests. `.env` is what a project is run with every day, and passes.

import { nameOf } from "../analysis/disk.ts";
import { isCommitted, type World } from "../call.ts";

const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

const ENDINGS = set("pem key p8 p12 pfx jks keystore kdbx ppk keytab ovpn tfstate tfvars");
const NAMES = set(
  "credentials credentials.json keystore.json wallet.dat kubeconfig .htpasswd .vault-token .dockercfg .s3cfg .boto logins.json key4.db",
  ".env.prod .env.production .env.production.local .env.live",
);
const BEGINNINGS = /^(?:secrets?\.|client_secret|service[-_]?account|\.vault_pass|id_(?:rsa|dsa|ecdsa|ed25519))/;
const OTHERS = /[.-]secrets\.(?:json|ya?ml|toml|env)$|-sa-key\.json$|\.tfstate\.|\.tfvars\.json$/;
/** Below the project as below a home. */
const PLACES =
  /(?:^|\/)(?:\.kube\/config|\.docker\/config\.json|\.aws\/credentials|\.m2\/settings\.xml|\.npm\/_auth|default\/(?:cookies|login data))$|(?:^|\/)\.gnupg\//;
/** A certificate is for everybody. */
const FOR_EVERYBODY = /cert|crt|(?:^|[._-])ca(?:[._-]|$)|chain|bundle|csr|dhparam|pub(?:lic)?(?:[._-]|$)/;
/** A program's text. */
const CODE = set("ts tsx js jsx mjs cjs py go rs rb java kt php cs swift md mdx html css h c cpp tf svelte vue lock sh");
const EXAMPLE = /(?:^|[._-])(?:example|sample|template|dist|tmpl|tpl|tests?|fixture|mock|dummy|fake|schema)(?:[._-]|$)/;
const EXAMPLES = /(?:^|\/)(?:__tests__|tests?|testdata|specs?|e2e|fixtures?|examples?|samples?|mocks?|templates?|docs?|node_modules)\//;

/** `path` is relative to the project; its last name may be a glob: `*.pem`. */
export function namesProjectKey(path: string): boolean {
  const folded = path.toLowerCase();
  const name = nameOf(folded);
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const says = NAMES.has(name) || (ENDINGS.has(ending) && name !== ending) || BEGINNINGS.test(name) || OTHERS.test(name);
  if (!says && !PLACES.test(folded)) return false;
  return !CODE.has(ending) && !EXAMPLE.test(name) && !EXAMPLES.test(folded) && !FOR_EVERYBODY.test(name);
}

export function isProjectKey(path: string, world: World): boolean {
  if (!namesProjectKey(path.slice(world.project.length))) return false;
  const kind = world.kind(path);
  return kind !== "dir" && !(kind !== null && isCommitted(world, path));
}
