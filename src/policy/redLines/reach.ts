// What reaches for a person's approval without saying so: reads of the keys from above, code that loads Codicil, its daemon's
// address, its own program files run by path, a word for a proposal typed by one agent into another.

import { wordSet } from "../../base/index.ts";
import { type Effects, isBelow, type PathEffect, type Program, type World } from "../../analysis/index.ts";
import type { Finding } from "./findings.ts";
import { keysBelow } from "../keyFiles/keysBelow.ts";
import { mindBelow, showsContent } from "./mindBelow.ts";
import { reachOfCode } from "./ownCode.ts";
import { namesOwnDaemon } from "./ownDaemon.ts";
import { ofProgram, PERSON, placeOfWord, talksToDaemon } from "./reachOfProgram.ts";

export function findReaches(effects: Effects, world: World): Finding[] {
  const found: Finding[] = [];
  for (const effect of effects.paths) found.push(...ofRead(effect, effects, world), ...ofRun(effect, effects, world));
  for (const [index, program] of effects.programs.entries()) found.push(...ofProgram(program, index, world));
  for (const { what, text, program } of effects.scripts) found.push(...ofSaid(text, what, program, world));
  found.push(...ofLocated(effects.programs), ...ofGiven(effects, world));
  for (const { url, program } of effects.network) if (url !== null && namesOwnDaemon(url, world)) found.push(talksToDaemon(program));
  return found;
}

/** A program is given Codicil's own files in words that nobody here reads: an option of a build tool, a folder to make. */
function ofGiven({ programs, paths }: Effects, world: World): Finding[] {
  const isInMind = (path: string) => world.minds.some((mind) => isBelow(path, mind));
  return programs.flatMap(({ name, args, cwd, elsewhere, carrier }, index): Finding[] => {
    if (elsewhere === true || carrier === true || NAMES_ONLY.has(name)) return [];
    if (!args.some(isPath)) return [];
    const given = args
      .filter(isPath)
      .map(({ text }) => placeOfWord(text.replace(/^--?[\w-]+=/, "").replace(/^-[A-Za-z](?=[/~])/, ""), cwd, world))
      .find((path) => path !== null && isInMind(path));
    if (given === undefined || given === null) return [];
    if (paths.some((effect) => effect.program === index && isInMind(effect.path))) return [];
    const reason = `${given} is one of Codicil's own files, and Codicil does not know whether this program writes to it.`;
    return [{ verdict: "ask", rule: "red:protected-state", reason, program: index }];
  });
}

const isPath = ({ dynamic, text }: Program["args"][number]) => !dynamic && (text.includes("/") || text.includes("~"));

/** They say or compare a name, or change only the shell itself. */
const NAMES_ONLY = wordSet(
  "echo printf cd pushd popd test [ [[ : true export declare local readonly git codicil agents basename dirname realpath",
);

/** Of another process, by its number or by one that is only known when it runs. */
const OTHERS_MEMORY = /^\/proc\/(?!self\/|thread-self\/)[^/]*\/(?:environ|mem$|fd\/\d|root\/.|cwd\/.)/;
/** A copy of our own program can be called by any name. */
const COPIES = new Set(["cp", "install", "rsync", "ditto", "dd", "mv"]);

const nameOf = (program: number | null, { programs }: Effects): string => (program === null ? "" : (programs[program]?.name ?? ""));

function ofRead(effect: PathEffect, effects: Effects, world: World): Finding[] {
  const { path, program, access } = effect;
  if (effect.elsewhere === true || (access !== "read" && access !== "list")) return [];
  const name = nameOf(program, effects);
  if (OTHERS_MEMORY.test(effect.spelled) || OTHERS_MEMORY.test(path)) {
    return [{ verdict: "ask", rule: "red:keys", reason: "It reads the memory or environment of another program.", program }];
  }
  if (COPIES.has(name) && isOwnProgram(path, world)) {
    const reason = `${path} is Codicil's own program, and a copy of it answers to another name.`;
    return [{ verdict: "ask", rule: "red:own-program", reason, program }];
  }
  const shows = access === "list" ? isReadLater(effect, effects) : showsContent(name);
  return shows ? ofShown(effect, world) : [];
}

/** What lies there is shown. */
function ofShown(effect: PathEffect, world: World): Finding[] {
  const { path, program, access } = effect;
  // A program that nobody here knows may go through a folder that it is given.
  const deep = access === "list" || (effect.suspect === true && path !== "/");
  const whole = deep ? { ...effect, recursive: true } : effect;
  const below = mindBelow(whole, world);
  if (below === null) {
    const keys = keysBelow(whole, world);
    if (keys === null) return [];
    return [{ verdict: "ask", rule: "red:keys", reason: `${keys} contains keys or passwords, and this reads all of it.`, program }];
  }
  if (below === "above") {
    const reason = `Below ${path} lie Codicil's own files, its keys among them, and this reads all of it.`;
    return [{ verdict: "ask", rule: "red:token", reason, program }];
  }
  const reason = `${path} contains Codicil's own keys. Only their owner reads them, with \`codicil token\`.`;
  return [{ verdict: "deny", rule: "red:token", reason, program }];
}

const LISTERS = new Set(["find", "fd", "fdfind", "locate"]);
const READERS = wordSet(
  "cat tac head tail less more bat nl od xxd hexdump base64 base32 strings sed awk grep egrep fgrep rg sort cut jq yq",
  "cp mv scp rsync tar zip gzip curl dd openssl gpg diff python node perl ruby",
);

/** The names of what they read come on standard input. */
const TAKES_NAMES = new Set(["cpio", "pax", "fzf"]);
const NAMES_FROM = /^(?:-\w*T|--files-from(?:=.*)?)$/;

/** `find ~ | while read f; do cat "$f"; done`: what was listed is read under a name that is only known when it runs. */
function isReadLater({ program }: PathEffect, effects: Effects): boolean {
  const { programs, paths } = effects;
  if (!LISTERS.has(nameOf(program, effects))) return false;
  return programs.some(({ name, args }, index) => {
    if (TAKES_NAMES.has(name) || (name === "tar" && args.some(({ text }) => NAMES_FROM.test(text)))) return true;
    if (index === program || !READERS.has(name) || !args.some(({ dynamic }) => dynamic)) return false;
    return !paths.some((each) => each.program === index && each.unknown !== true);
  });
}

/** A file, a recipe or a package script that runs. */
function ofSaid(text: string | null, what: string, program: number | null, world: World): Finding[] {
  const why = text === null ? null : reachOfCode(text, { world, cwd: null, inline: false, unread: true });
  return why === null ? [] : [{ verdict: "ask", rule: "red:approval", reason: `${what} ${why}. ${PERSON}`, program }];
}

/** `cat $(locate user.token)`: a database of names knows where it is. */
function ofLocated(programs: readonly Program[]): Finding[] {
  const at = programs.findIndex(({ name, args }) => DATABASES.has(name) && args.some(({ text }) => KEY_NAMES.test(text)));
  const isRead = at >= 0 && programs.some(({ name, args }) => READERS.has(name) && args.some(({ dynamic }) => dynamic));
  return isRead ? [{ verdict: "ask", rule: "red:token", reason: "It looks for a file of keys and reads what it finds.", program: at }] : [];
}

const KEY_NAMES = /codicil|token|secret|\.local|daemon/i;
const DATABASES = new Set(["locate", "plocate", "mlocate", "mdfind"]);

/** Whatever folder they are in. */
const OWN_FOLDER = /\/node_modules\/codicil\/(?:dist|src|bin)\//;
const OWN_FILE = /\/(?:codicil-hook|codicil-gate|dist\/hook\.cjs)$/;

/** A file that is run: our own program under another spelling. */
function ofRun({ access, path, program }: PathEffect, effects: Effects, world: World): Finding[] {
  if (access !== "execute" || !isOwnProgram(path, world) || nameOf(program, effects) === "codicil") return [];
  const reason = `${path} is Codicil's own program, called around its name. ${PERSON}`;
  return [{ verdict: "ask", rule: "red:own-program", reason, program }];
}

function isOwnProgram(path: string, { minds, program }: World): boolean {
  if (OWN_FOLDER.test(path) || OWN_FILE.test(path) || minds.some((mind) => isBelow(path, `${mind}/bin`))) return true;
  return program !== undefined && ["src", "dist"].some((folder) => isBelow(path, `${program}/${folder}`));
}
