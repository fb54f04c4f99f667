// What reaches for a person's approval without saying so: reads of the keys from above, code that loads Codicil, its daemon's
// address, its own program files run by path, a word for a proposal typed by one agent into another.

import { isBelow } from "../analysis/disk.ts";
import type { World } from "../call.ts";
import type { Effects, PathEffect, Program } from "../effects.ts";
import type { Finding } from "./findings.ts";
import { mindBelow, showsContent } from "./mindBelow.ts";
import { reachOfCode } from "./ownCode.ts";
import { namesOwnDaemon } from "./ownDaemon.ts";
import { ofProgram, PERSON, talksToDaemon } from "./reachOfProgram.ts";

export function findReaches(effects: Effects, world: World): Finding[] {
  const found: Finding[] = [];
  for (const effect of effects.paths) found.push(...ofRead(effect, effects, world), ...ofRun(effect, effects, world));
  for (const [index, program] of effects.programs.entries()) found.push(...ofProgram(program, index, world));
  for (const { url, program } of effects.network) if (url !== null && namesOwnDaemon(url, world)) found.push(talksToDaemon(program));
  return found;
}

const OTHERS_MEMORY = /^\/proc\/[^/]*\/(?:environ|mem)$/;

function ofRead(effect: PathEffect, { programs, paths }: Effects, world: World): Finding[] {
  const { path, program, access } = effect;
  if (effect.elsewhere === true || (access !== "read" && access !== "list")) return [];
  const name = program === null ? "" : (programs[program]?.name ?? "");
  if (effect.unknown === true && OTHERS_MEMORY.test(effect.spelled)) {
    return [{ verdict: "ask", rule: "red:keys", reason: "It reads the memory or environment of another program.", program }];
  }
  if (access === "list" ? !isReadLater(effect, programs, paths) : !showsContent(name)) return [];
  const below = mindBelow(access === "list" ? { ...effect, recursive: true } : effect, world);
  if (below === null) return [];
  if (below === "above") {
    const reason = `Below ${path} lie Codicil's own files, its keys among them, and this reads all of it.`;
    return [{ verdict: "ask", rule: "red:token", reason, program }];
  }
  const reason = `What lies in ${path} holds Codicil's own keys. Only their owner reads them, with \`codicil token\`.`;
  return [{ verdict: "deny", rule: "red:token", reason, program }];
}

const LISTERS = new Set(["find", "fd", "fdfind", "locate"]);
const READERS = new Set(
  [
    "cat tac head tail less more bat nl od xxd hexdump base64 base32 strings sed awk grep egrep fgrep rg sort cut jq yq",
    "cp mv scp rsync tar zip gzip curl dd openssl gpg diff python node perl ruby",
  ].flatMap((line) => line.split(" ")),
);

/** `find ~ | while read f; do cat "$f"; done`: what was listed is read under a name that is only known when it runs. */
function isReadLater({ program }: PathEffect, programs: readonly Program[], paths: readonly PathEffect[]): boolean {
  if (program === null || !LISTERS.has(programs[program]?.name ?? "")) return false;
  return programs.some(({ name, args }, index) => {
    if (index === program || !READERS.has(name) || !args.some(({ dynamic }) => dynamic)) return false;
    return !paths.some((each) => each.program === index && each.unknown !== true);
  });
}

/** Whatever folder they stand in. */
const OWN_FILE = /\/node_modules\/codicil\/(?:dist|src|bin)\/|\/(?:codicil-hook|dist\/hook\.cjs)$/;

/** A file that is run: our own program under another spelling, or a script that reaches for Codicil. */
function ofRun({ access, path, program }: PathEffect, { paths, programs }: Effects, world: World): Finding[] {
  if (access !== "execute") return [];
  const name = program === null ? "" : (programs[program]?.name ?? "");
  if (isOwnProgram(path, world) && name !== "codicil") {
    const reason = `${path} is Codicil's own program, called around its name. ${PERSON}`;
    return [{ verdict: "deny", rule: "red:own-program", reason, program }];
  }
  const text = paths.findLast((each) => each.path === path && each.content !== undefined)?.content ?? world.readText(path);
  const why = text === null ? null : reachOfCode(text, { world, cwd: null, inline: false, unread: true });
  return why === null ? [] : [{ verdict: "ask", rule: "red:approval", reason: `${path} ${why}. ${PERSON}`, program }];
}

function isOwnProgram(path: string, { minds, program }: World): boolean {
  if (OWN_FILE.test(path) || minds.some((mind) => isBelow(path, mind))) return true;
  return program !== undefined && ["src", "dist"].some((folder) => isBelow(path, `${program}/${folder}`));
}
