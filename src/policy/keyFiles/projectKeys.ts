// Keys in the project itself and in other ones, by their names: `server.key`, `terraform.tfstate`, `secrets.yaml`. A name
// says less here than among settings, so they count only while Git does not have them as they are, only where a reader
// shows them, and not among examples and tests. `.env` is what a project is run with every day, and passes.

import { wordSet } from "../../base/index.ts";
import { isBelow, isCommitted, type World } from "../../analysis/index.ts";
import { nearHomeKeys } from "./keyPlaces.ts";
import { DATA, FOR_EVERYBODY, saysKey, STORE_NAMES, STORES } from "./keyWords.ts";

const ENDINGS: ReadonlySet<string> = new Set([...STORES, ..."pem key p8 ovpn tfstate tfvars".split(" ")]);
const NAMES = wordSet(
  "credentials credentials.json keystore.json kubeconfig .htpasswd .vault-token .dockercfg .s3cfg .boto",
  ".env.prod .env.production .env.production.local .env.live",
);
const BEGINNINGS = ["secret.", "secrets.", "client_secret", "service-account", "service_account", "serviceaccount", ".vault_pass", "id_"];
/** `id_rsa.old`, and no `id_column.json`. */
const SSH_KEY = /^id_(?:rsa|dsa|ecdsa|ed25519)/;
const OTHERS = /[.-]secrets\.(?:json|ya?ml|env)$|-sa-key\.json$|\.tfstate\.|\.tfvars\.json$/;
/** Folders of a home that a project may have too, for a container or a test machine. */
const HOME_FOLDERS = wordSet(".ssh .gnupg .aws .azure .kube .docker .m2 .config .password-store");
const PLACES = wordSet(".npm/_auth default/cookies").add("default/login data");
/** What lies in such a folder is one. */
const KEY_FOLDERS = wordSet("secrets credentials");
/** A program's text. */
const CODE = wordSet("ts tsx js jsx mjs cjs py go rs rb java kt php cs swift md mdx html css h c cpp tf svelte vue lock sh pub");
/** Words of a name, or names of folders above it, that say that nothing real is in it. */
const EXAMPLE = wordSet("example sample template dist tmpl tpl test tests fixture mock dummy fake schema ca pub public");
const EXAMPLES = wordSet(
  "__tests__ test tests testdata spec specs e2e fixture fixtures example examples sample samples mock mocks template templates",
  "doc docs node_modules lang locale locales i18n messages translations",
);

/** `path` is relative to the project; its last name may be a glob: `*.pem`. */
export function namesProjectKey(path: string): boolean {
  const parts = path.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  const ending = name.slice(name.lastIndexOf(".") + 1);
  if (!isNamedSo(name, ending) && !liesAmongKeys(parts, ending)) return false;
  if (CODE.has(ending) || FOR_EVERYBODY.test(name) || name.split(/[._-]/).some((word) => EXAMPLE.has(word))) return false;
  return !parts.slice(0, -1).some((part) => EXAMPLES.has(part));
}

function isNamedSo(name: string, ending: string): boolean {
  if (NAMES.has(name) || STORE_NAMES.has(name) || (ENDINGS.has(ending) && name !== ending) || OTHERS.test(name)) return true;
  if (DATA.has(ending) && saysKey(name.split(/[._-]/))) return true;
  return BEGINNINGS.some((each) => name.startsWith(each)) && (!name.startsWith("id_") || SSH_KEY.test(name));
}

function liesAmongKeys(parts: readonly string[], ending: string): boolean {
  if (PLACES.has(parts.slice(-2).join("/"))) return true;
  const home = parts.findIndex((part) => HOME_FOLDERS.has(part));
  if (home >= 0 && home < parts.length - 1) return nearHomeKeys(parts.slice(home).join("/"))?.kind === "inside";
  return KEY_FOLDERS.has(parts.at(-2) ?? "") && (DATA.has(ending) || ending === parts.at(-1));
}

/** Certificates and examples of the system. */
const OF_PROGRAMS = /^\/(?:usr|bin|lib|nix|snap|proc|sys|dev|System|Library|etc\/(?:ssl|pki))\//;

export function isProjectKey(path: string, world: World): boolean {
  const isInside = isBelow(path, world.project);
  if (!isInside && (OF_PROGRAMS.test(path) || world.temporary.some((folder) => isBelow(path, folder)))) return false;
  if (!namesProjectKey(isInside ? path.slice(world.project.length) : path)) return false;
  const kind = world.kind(path);
  return kind !== "dir" && !(kind !== null && isCommitted(world, path));
}

/** Programs that show what a file holds; others only use it: `openssl -key server.key`. */
const SHOWS = wordSet(
  "cat tac gcat bat batcat head tail less more most view nl grep egrep fgrep rg ag ack awk gawk mawk nawk sed gsed cut strings xxd od",
  "hexdump base64 jq yq get-content",
);

/** `program` is "" for a tool that is no shell. `Grep {glob: "*.pem"}` names what it reads by a glob. */
export function showsProjectKey(read: { readonly path: string; readonly matching?: string }, program: string, world: World): boolean {
  if (program !== "" && !SHOWS.has(program)) return false;
  return read.matching === undefined ? isProjectKey(read.path, world) : read.matching.split(",").some(namesProjectKey);
}
