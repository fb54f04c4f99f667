// Code and scripts that reach for what only a person may do: they load Codicil as a library, run its commands, read its keys,
// call its daemon, or type into a terminal. Looked at as text, whatever the language: literals that are side by side are
// joined first, and what is loaded under a name that is only known when it runs counts as unknown.

import { either } from "../../base/index.ts";
import type { World } from "../../analysis/index.ts";
import { codeNamesOwnDaemon } from "./ownDaemon.ts";

const LONGEST = 200_000;
const IMPORTS = /(?<!\w)(?:import|require|from|createRequire|resolve|_load)(?!\w)/;
const MODULE = /["'`](?:npm:|jsr:)?(?:[^"'`\s]*\/)?codicil(?:@[\w.^~-]*)?["'`/]/i;
/** `import(name)`: neither a quote nor nothing follows the bracket. */
const INSIDE_BRACKETS = String.raw`[^()]{0,200}(?:\([^()]{0,120}\)[^()]{0,80}){0,4}`;
const LOADS = new RegExp(String.raw`(?<![\w.])(?:import|require)\s?\((${INSIDE_BRACKETS})\)`, "g");
const LITERAL_PLACE = /["'`](?:\.{0,2}\/|node:|\.)|\.(?:json|[cm]?[jt]s)["'`]/;
const VERBS = "accept|reject|release|trust|forget|restore|unlock|allow|token|backup|hook";
const COMMAND = new RegExp(String.raw`codicil(?:(?:-cli)?\.cjs|-hook)?["'\x60]?[\s,]{1,4}["'\x60]?(?:${VERBS})(?![\w-])`, "i");
const TYPES = /TIOCSTI|TIOCLINUX|\bioctl\b[^\n]{0,80}(?:0x5412|21522)/;
const KEY_PLACES = either`\.local\/+\*, \.local\/+state(?:\/?["'\x60*]|\/+codicil), codicil\/+daemon, daemon\/+(?:user|agent)\.token,
  daemon\.sock`;
const KEYS = new RegExp(KEY_PLACES, "i");

export interface CodePlace {
  readonly world: World;
  /** Where it runs. */
  readonly cwd: string | null;
  /** It is in the call itself, not in a file. */
  readonly inline: boolean;
  /** Nobody else has read which commands it runs. */
  readonly unread: boolean;
}

/** Why the code is asked about; null: it reaches for nothing of Codicil's. */
export function reachOfCode(code: string, place: CodePlace): string | null {
  if (code.length > LONGEST) return null;
  const { world, inline, unread } = place;
  const joined = joinLiterals(code, "");
  if (loadsProgram(joined, place)) return "loads Codicil as a library, which can act as the person";
  if (unread && (COMMAND.test(code) || COMMAND.test(joined))) return "runs a command of Codicil's that is for a person";
  if (namesKeys(code, joined, place)) return "names the place where Codicil keeps its keys";
  if (codeNamesOwnDaemon(joined, world)) return "talks to Codicil's own daemon";
  if (TYPES.test(joined)) return "types into a terminal in a person's place";
  if (inline && loadsUnknown(joined)) return "loads code that is only known when it runs";
  return null;
}

/** `'codi' + 'cil'` is `'codicil'`; for parts of a path, with a slash between. */
function joinLiterals(code: string, between: string): string {
  return code.replace(/["'`]\s?[+,/]\s?["'`]/g, between);
}

function loadsProgram(code: string, { world: { program }, cwd }: CodePlace): boolean {
  if (!IMPORTS.test(code)) return false;
  if (MODULE.test(code)) return true;
  // By the folder of this very program, whatever it is called.
  if (program === undefined) return false;
  return code.includes(`${program}/src/`) || code.includes(`${program}/dist/`) || (cwd === program && /["'`]\.\/(?:src|dist)\//.test(code));
}

function namesKeys(code: string, joined: string, { world, inline }: CodePlace): boolean {
  const [, state] = world.minds;
  if (inline && (namesAbove(code, world) || namesAbove(joined, world))) return true;
  return KEYS.test(joined) || KEYS.test(joinLiterals(code, "/")) || (state !== undefined && joined.includes(state));
}

/** A folder above the mind that is read with all that lies below; programs of the project have reasons of their own to name one. */
function namesAbove(code: string, { minds, userHome }: World): boolean {
  if (!READS_ALL.test(code)) return false;
  if (/["'`]\/?\.local\/?["'`]/.test(code)) return true;
  return [...code.matchAll(/["'`]((?:~|\/)[^"'`\n]{0,400})["'`]/g)].some(([, text = ""]) => {
    const path = text.startsWith("~") ? userHome + text.slice(1) : text;
    const wild = path.search(/[*?[]/);
    const folder = (wild < 0 ? path : path.slice(0, wild)).replace(/\/$/, "");
    return folder !== "" && minds.some((mind) => mind.startsWith(`${folder}/`));
  });
}

const READING_ALL = either`walk, rglob, glob, copytree, make_archive, cpSync, cp_r, recursive, readdir, listdir, scandir, iterdir, Dir\b,
  tarfile, zipfile`;
const READS_ALL = new RegExp(READING_ALL);

function loadsUnknown(code: string): boolean {
  return [...code.matchAll(LOADS)].some(([, inside = ""]) => {
    const isLiteral = /^\s?["'`][^"'`]*["'`]\s?(?:,|$)/.test(inside);
    return inside.trim() !== "" && !isLiteral && !LITERAL_PLACE.test(inside);
  });
}
