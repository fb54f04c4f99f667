// analysis: from a call to its effects.
//
// Invariants:
// 1. A call that cannot be parsed or resolved is opaque, never treated as harmless (P7).
// 2. Paths are real paths: links of parents are resolved, also for files that do not exist yet.
// 3. Nothing here reads a disk or a clock: callers pass what must be known as the world.
// 4. Limits come first: no text makes the analysis run long.
// 5. Effects are never changed after they are returned: a cached analysis returns the same ones again.

import { parse } from "unbash";
import type { Call, World } from "./call/call.ts";
import type { Effects } from "./call/effects.ts";
import { refuseByLooks } from "./run/characters.ts";
import { absolute, openDisk } from "./run/disk.ts";
import { analyseTool } from "./otherTools.ts";
import { addHazard, addHidden, addOpaque, type Run } from "./run/record.ts";
import { remembered } from "./remembered.ts";
import { runWords } from "./shell/commands.ts";
import { openShell } from "./run/state.ts";
import { runText, walkScript } from "./shell/walk.ts";
import { toolFor } from "./tools/programTable.ts";

export { branchesBefore } from "./call/branches.ts";
export { type Call, isCommitted, type SessionType, type World } from "./call/call.ts";
export { callFault, isCall } from "./call/callShape.ts";
export type { Effects, GitEffect, Hazard, MoveEffect, NetworkEffect, PathEffect, Program } from "./call/effects.ts";
export { pathsOf } from "./call/effects.ts";
export { packageName } from "./carriers/knownPackages.ts";
export { isKeyAddress, isMetadataHost } from "./outside/metadata.ts";
export { hostOfUrl, isLoopback } from "./run/addresses.ts";
export { absolute, isBelow, isDevice, nameOf, openDisk, realOf } from "./run/disk.ts";
export { quotedWord } from "./run/values.ts";
export { toldAs } from "./run/sameNames.ts";
export { globMatches, globTest } from "./expansion/glob.ts";
export { indexOfPrograms } from "./tools/programTable.ts";

const MOST_COMMANDS = 1_500;
const MOST_TRAPS = 20;

function openRun(world: World): Run {
  return {
    world,
    disk: openDisk(world),
    programs: [],
    paths: [],
    git: [],
    packages: [],
    network: [],
    scripts: [],
    opaque: [],
    hazards: [],
    links: [],
    environments: new Set(),
    moves: [],
    kept: new Map(),
    deferred: [],
    after: [],
    budget: MOST_COMMANDS,
    depth: 0,
    carried: [],
    elsewhere: false,
    inOwnScript: false,
    onlyLoads: false,
    walking: new Set(),
    modules: new Set(),
    madeBy,
    runText,
    runWords,
    isKnown: (name) => toolFor(name) !== undefined,
  };
}

/** What a call would do: the files, programs and places that it reaches. */
export function analyse(call: Call, world: World): Effects {
  return remembered(call, world, analyseAfresh);
}

export function analyseAfresh(call: Call, world: World): Effects {
  const run = openRun(world);
  const other = analyseTool(run, call, (command, cwd) => analyseShell(run, command, cwd));
  return {
    programs: run.programs,
    paths: run.paths,
    git: run.git,
    packages: run.packages,
    network: run.network,
    scripts: run.scripts,
    opaque: run.opaque,
    hazards: run.hazards,
    links: run.links,
    moves: run.moves,
    tools: other.tools,
    documents: other.documents,
    reply: other.reply,
  };
}

/** For calls of the past: which files they left, with what in them. */
function madeBy(call: Call, world: World): Run["disk"]["made"] {
  const run = openRun(world);
  analyseTool(run, call, (command, cwd) => analyseShell(run, command, cwd));
  for (const { path, program, access, content, inPlace } of run.paths) {
    if (program !== null || (access !== "write" && access !== "append" && access !== "create")) continue;
    run.disk.made.set(path, { kind: "file", content: content ?? null, by: inPlace === true ? "edit" : "write" });
  }
  return run.disk.made;
}

const KEY_WORDS = new Set("TOKEN SECRET PASSWORD PASSWD APIKEY CREDENTIAL CREDENTIALS".split(" "));
/** In front of `KEY`. */
const KINDS_OF_KEYS = new Set(["API", "ACCESS", "PRIVATE", "SECRET"]);
/** `SECRET_NAME` and `TOKEN_URL` are about a secret. */
const ABOUT_KEYS = new Set("FILE PATH DIR URL URI ID NAME TTL LENGTH COUNT LIMIT ARN SIZE TYPE VERSION EXPIRY EXPIRES".split(" "));

/** What the call prints goes to the model, and into its host's logs. */
function isKeyVariable(from: string): boolean {
  if (!/^var:[A-Z0-9_]+$/.test(from)) return false;
  const words = from.slice("var:".length).split("_");
  if (words.includes("PUBLIC") || ABOUT_KEYS.has(words.at(-1) ?? "")) return false;
  return words.some((word, at) => KEY_WORDS.has(word) || (word === "KEY" && KINDS_OF_KEYS.has(words[at - 1] ?? "")));
}

function analyseShell(run: Run, command: string, folder?: string): void {
  const refused = refuseByLooks(command);
  if (refused !== null) {
    addHidden(run, refused);
    return;
  }
  try {
    const script = parse(command);
    const where = folder === undefined ? run.world.cwd : (absolute(run.disk, run.world.cwd, folder)?.path ?? null);
    const { from } = walkScript(run, openShell(where), script);
    const key = from.find(isKeyVariable);
    if (key !== undefined) addHazard(run, "exfiltration", `it prints the variable \`${key.slice("var:".length)}\``);
    for (let at = 0; at < run.deferred.length && at < MOST_TRAPS; at++) {
      const { shell, text } = run.deferred[at] as Run["deferred"][number];
      run.after = [];
      runText(run, shell, text, { via: ["trap"], env: {}, span: null, stdin: null });
    }
  } catch (error) {
    // A kind of node that the walk does not know, or a defect: either way the call has not been seen through.
    addOpaque(run, `it cannot be looked through: ${error instanceof Error ? error.message : String(error)}`);
  }
}
