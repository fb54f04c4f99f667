// Files that hold keys and passwords: reading them is asked about, and Codicil's own token is never read.

import { either, wordSet } from "../../base/index.ts";
import { isBelow, nameOf, type PathEffect, type World } from "../../analysis/index.ts";
import { isHomeKey, isNamedKey, isSystemKey } from "./keyPlaces.ts";

/** A file that holds keys; not the folder in which it lies. */
export function isKeyFile(path: string, world: World): boolean {
  const { project, userHome } = world;
  // In the project a name says little; unless the home itself, or what is above it, is the project.
  const guesses = !isBelow(path, project) || isBelow(userHome, project);
  const known = { guesses, isFile: () => world.kind(path) !== null };
  const holds =
    isNamedKey(path) || (isBelow(path, userHome) ? isHomeKey(path.slice(userHome.length + 1), known) : isSystemKey(path, known));
  return holds && world.kind(path) !== "dir";
}

const KEY_BEGINNINGS = either`(?:AKIA|ASIA)[A-Z0-9]{16}, gh[opusr]_\w{20}, github_pat_\w{20}, sk-(?:ant|proj)-[\w-]{16},
  xox[abprs]-\w{8}, glpat-[\w-]{16}, npm_\w{30}, hf_\w{30}, -----BEGIN`;
/** Keys whose beginning says what they are. */
const KEY_SHAPES = new RegExp(KEY_BEGINNINGS);

/** A key in an address goes to whoever answers there, and into their logs. */
export function carriesKey(url: string | null): boolean {
  return url !== null && KEY_SHAPES.test(url);
}

/** With what follows: `sk_live_…`, a private key. Made-up ones repeat themselves, count up or say so. */
const WRITTEN_KEY = new RegExp(
  `(?:${KEY_BEGINNINGS.replace(/\|-----BEGIN$/, "")}|[rs]k_live_\\w{16}|-----BEGIN(?: [A-Z]+)* PRIVATE KEY)[\\w+/-]*`,
  "g",
);
const MADE_UP = /example|dummy|fake|test|placeholder|redacted|12345|abcde/i;
const isMadeUp = (key: string) => MADE_UP.test(key) || [...key].some((each, at) => key.startsWith(each.repeat(5), at));
/** Tests, examples and guides have keys that open nothing; `.env` is where a project keeps its own. */
const FOR_EXAMPLES = wordSet(
  "test tests spec specs fixture fixtures example examples sample samples mock mocks doc docs env md mdx rst pem key",
);

/** A key in plain text, in a file of the project that Git would take. */
export function writesKey({ path, content }: Pick<PathEffect, "path" | "content">, world: World): boolean {
  if (content === undefined || !isBelow(path, world.project)) return false;
  const words = path
    .slice(world.project.length)
    .toLowerCase()
    .split(/[/._-]/);
  return !words.some((word) => FOR_EXAMPLES.has(word)) && (content.match(WRITTEN_KEY) ?? []).some((key) => !isMadeUp(key));
}

/** The daemon's tokens, wherever the mind lives. */
export function isTokenFile(path: string, world: World): boolean {
  return world.minds.some((each) => isBelow(path, each)) && /token|secret|\.sock$|^sock$|login/i.test(nameOf(path));
}
