// One look at each effect: what a red line says about it. The strictest finding decides the call.

import {
  type Effects,
  type Hazard,
  isBelow,
  isKeyAddress,
  isMetadataHost,
  type MoveEffect,
  type NetworkEffect,
  type PathEffect,
  pathsOf,
  type World,
} from "../../analysis/index.ts";
import { instructionsOf } from "./instructing.ts";
import { isJunk, isRefilled, placeOf } from "./pathPlaces.ts";
import { holdsProgram, fitsName, holdsProtected, type Protection, protectedBelow, protectionOf } from "./protected.ts";
import { findReaches } from "./reach.ts";
import { showsProjectKey } from "../keyFiles/projectKeys.ts";
import { carriesKey, isKeyFile, isTokenFile, writesKey } from "../keyFiles/secrets.ts";

export interface Finding {
  /** trash and keep are what may be rewritten; when that cannot be done exactly, they are asked about. */
  readonly verdict: "ask" | "deny" | "trash" | "keep";
  readonly rule: string;
  readonly reason: string;
  readonly program: number | null;
  /** The path in question, for trash and keep. */
  readonly path?: string;
}

export function findAll(effects: Effects, world: World): Finding[] {
  const found: Finding[] = [];
  for (const { why, program } of effects.opaque) found.push(asks("opaque", `Codicil cannot see what this does: ${why}.`, program));
  for (const hazard of effects.hazards) found.push(ofHazard(hazard));
  found.push(...effects.paths.flatMap((path) => ofPath(path, world, effects.programs[path.program ?? -1]?.name ?? "") ?? []));
  for (const { target, program } of effects.links) {
    const protection = protectionOf(target, world) ?? protectedBelow(target, world)?.protection;
    if (protection !== undefined) found.push(denied(protection, target, program, "gets a second name"));
  }
  found.push(...effects.moves.flatMap((move) => ofMoveIntoJunk(move, effects, world) ?? []));
  for (const effect of effects.network) found.push(...ofNetwork(effect));
  found.push(...findReaches(effects, world));
  return found;
}

const asks = (rule: string, reason: string, program: number | null): Finding => ({ verdict: "ask", rule: `red:${rule}`, reason, program });
const denies = (rule: string, reason: string, program: number | null): Finding => ({ ...asks(rule, reason, program), verdict: "deny" });

function ofNetwork({ host, url, program }: NetworkEffect): Finding[] {
  const reasons = [
    carriesKey(url) ? `The address${host === null ? "" : ` at ${host}`} contains a key or password.` : null,
    isKeyAddress(host, url) ? `${host ?? "It"} shows keys of a running system at that address.` : null,
    isMetadataHost(host) ? `${host ?? ""} is where a cloud hands out this machine's keys.` : null,
  ];
  return reasons.flatMap((reason) => (reason === null ? [] : [{ verdict: "ask", rule: "red:keys", reason, program }]));
}

function ofHazard({ kind, why, program, grave }: Hazard): Finding {
  return {
    verdict: grave === true ? "deny" : "ask",
    rule: `red:${kind}`,
    reason: `${why.charAt(0).toUpperCase()}${why.slice(1)}.`,
    program,
  };
}

const PERSON: Readonly<Record<Protection["kind"], string>> = {
  document: "A person may edit it in an editor or with `codicil edit`; an agent proposes a change with `codicil plan`.",
  state: "Only Codicil itself writes there; a person may change it in an editor.",
  host: "A person may edit it in an editor, or with `codicil install`.",
  start: "A person may edit it in an editor.",
};

function denied(protection: Protection, path: string, program: number | null, what: string): Finding {
  return denies(`protected-${protection.kind}`, `${path} is ${protection.what} and ${what} here. ${PERSON[protection.kind]}`, program);
}

/** What an archive holds nobody knows, and owner and rights are not the text: a person may well want it. */
function mightChange(protection: Protection, path: string, program: number | null): Finding {
  return asks(`protected-${protection.kind}`, `${path} is ${protection.what} and might be changed here.`, program);
}

/** A folder that holds our program beside other things, such as node_modules. */
function withProgram(protection: Protection, { path, program }: PathEffect, what: string): Finding {
  return asks(`protected-${protection.kind}`, `${path} holds ${protection.what} which ${what} with it.`, program);
}

function ofPath(effect: PathEffect, world: World, program: string): Finding | null {
  switch (effect.access) {
    case "read":
    case "execute":
      return ofRead(effect, world, program);
    case "list":
      return null;
    case "delete":
      return ofDelete(effect, world, program);
    case "move":
      return ofMove(effect, world);
    case "write":
    case "append":
    case "create":
      return ofWrite(effect, world);
    default:
      throw new Error(`unknown access: ${(effect as { access: string }).access}`);
  }
}

/** What protects the place, or the name by which it was reached. */
function protectionAt(effect: PathEffect, world: World): Protection | null {
  return (
    pathsOf(effect)
      .map((path) => protectionOf(path, world))
      .find((each) => each !== null) ?? null
  );
}

function ofRead(effect: PathEffect, world: World, program: string): Finding | null {
  if (pathsOf(effect).some((path) => isTokenFile(path, world)))
    return denies(
      "token",
      `${effect.path} contains Codicil's own keys. Only their owner reads them, with \`codicil token\`.`,
      effect.program,
    );
  if (effect.suspect === true && effect.matching === undefined && effect.program !== null) {
    const own = protectionAt(effect, world);
    if (own !== null && own.kind !== "start")
      return asks(
        `protected-${own.kind}`,
        `${effect.path} is ${own.what}, and Codicil does not know whether this program writes to it.`,
        effect.program,
      );
  }
  if (effect.counted === true || program === "wc") return null;
  if (pathsOf(effect).some((path) => isKeyFile(path, world)) || showsProjectKey(effect, program, world))
    return asks("keys", `${effect.path} contains keys or passwords.`, effect.program);
  return null;
}

/** `rm -rf /tmp/build-*`: names that begin with something known, and not everything that is there. */
function isNarrow(matching: string): boolean {
  return matching.split(",").every((each) => /^[^*?[\]]{3}/.test(each));
}

/** What a step says: a finding, null for "nothing is wrong with it", undefined where the next step has to look. */
type Answer = Finding | null | undefined;

function firstAnswer<T>(steps: readonly ((seen: T) => Answer)[], seen: T): Finding | null {
  for (const step of steps) {
    const answer = step(seen);
    if (answer !== undefined) return answer;
  }
  return null;
}

interface Deletion {
  readonly effect: PathEffect;
  readonly world: World;
  /** The program's name. */
  readonly name: string;
  readonly place: ReturnType<typeof placeOf>;
  /** More than the one path goes. */
  readonly covers: boolean;
  /** Nothing that was moved there goes with it. */
  readonly replaceable: boolean;
}

function ofDelete(effect: PathEffect, world: World, name: string): Finding | null {
  const { path, program, matching } = effect;
  if (effect.elsewhere === true) return asks("remote", `It deletes ${path} on another machine or in a container.`, program);
  const direct = matching !== undefined && world.temporary.includes(path) && (!effect.recursive || isNarrow(matching));
  return firstAnswer(DELETING, {
    effect,
    world,
    name,
    place: placeOf(direct ? `${path}/${matching}` : path, world),
    covers: effect.recursive || matching !== undefined || effect.unknown === true,
    replaceable: effect.moved !== true,
  });
}

const DELETING: readonly ((seen: Deletion) => Answer)[] = [
  ({ effect: { path, program, matching, unknown }, place }) =>
    place === "whole" && matching === undefined && unknown !== true
      ? denies(
          "delete-whole",
          `It deletes ${path}: a root, home or project folder as a whole. A person may do that in a terminal of their own.`,
          program,
        )
      : undefined,
  ({ effect, world, place }) => {
    const { path, program, matching } = effect;
    const own = protectionAt(effect, world) ?? holdsProtected(path);
    return own !== null && (matching === undefined || place !== "whole") ? denied(own, path, program, "would be deleted") : undefined;
  },
  ({ effect, world, covers }) => {
    const running = covers && effect.matching === undefined && effect.unknown !== true ? holdsProgram(effect.path, world) : null;
    return running === null ? undefined : withProgram(running, effect, "would be deleted");
  },
  ({ effect: { path, matching, recursive }, world, name, place, replaceable }) => {
    if (!replaceable) return undefined;
    const below = recursive === true ? `${path}/**` : path;
    // An empty folder is made by hand as often as by a build.
    if (place === "temporary" || (place === "junk" && name !== "rmdir")) return null;
    return matching?.split(",").every((each) => isJunk(`${below}/${each}`, world)) === true ? null : undefined;
  },
  ({ effect: { path, program, matching, unknown }, world, place, covers }) => {
    if (place === "repository")
      return denies(
        "delete-repository",
        `It deletes the repository's own data (${path}). A person may do that in a terminal of their own.`,
        program,
      );
    // `rm -rf "pkg-$V"`: only the folder is known, and there is an opaque finding already.
    const looks = covers && place !== "elsewhere" && unknown !== true;
    const inner = looks ? protectedBelow(path, world, matching) : null;
    return inner === null ? undefined : denied(inner.protection, inner.path, program, "would be deleted");
  },
  ({ effect, world, replaceable }) => (replaceable && (isRefilled(effect.path, world) || effect.made === true) ? null : undefined),
  ({ effect }) => (effect.unknown === true ? null : undefined),
  ({ effect: { path, program, trashed, kept }, world, name, place }) => {
    if (place !== "project" && place !== "junk") return undefined;
    if (trashed === true || kept === true) return null;
    // The index changes with the files, so that no other program can take git's place.
    if (name === "git" && world.kind(path) !== null)
      return { verdict: "keep", rule: "red:delete", reason: `Deletes ${path}; a copy is kept in Codicil's trash first.`, program, path };
    return { verdict: "trash", rule: "red:delete", reason: `Deletes ${path}; it goes to Codicil's trash instead.`, program, path };
  },
  ({ effect: { path, program, matching }, world, place }) =>
    place === "whole" && matching !== undefined && path === world.project
      ? { verdict: "trash", rule: "red:delete", reason: `Deletes files in ${path}; they go to Codicil's trash instead.`, program, path }
      : asks("delete-outside", `It deletes ${path}, outside the project.`, program),
];

function ofMove(effect: PathEffect, world: World): Finding | null {
  const { path, program } = effect;
  if (effect.elsewhere === true) return asks("remote", `It moves ${path} on another machine or in a container.`, program);
  const own = protectionAt(effect, world) ?? holdsProtected(path);
  if (own !== null) return denied(own, path, program, "would be moved away");
  // Only the beginning of the path is known: there is an opaque finding already.
  if (effect.unknown === true) return null;
  const place = placeOf(path, world);
  if (place === "whole" || place === "repository")
    return denies(
      "delete-whole",
      `It moves ${path} away: a root, home, project or repository folder. A person may do that in a terminal of their own.`,
      program,
    );
  const running = holdsProgram(path, world);
  if (running !== null) return withProgram(running, effect, "would be moved away");
  const inner = place === "project" ? protectedBelow(path, world, effect.matching) : null;
  if (inner !== null) return denied(inner.protection, inner.path, program, "would be moved away");
  // What is not there was made by the same call, or the move fails.
  if (place === "system" || place === "home" || place === "device" || (place === "elsewhere" && world.kind(path) !== null))
    return asks("outside", `It moves ${path}, outside the project.`, program);
  return null;
}

/** Junk is deleted without the trash, so moving something there counts as deleting it. */
function ofMoveIntoJunk({ from, to, program, kept }: MoveEffect, effects: Effects, world: World): Finding | null {
  if (kept || placeOf(from, world) !== "project" || placeOf(to, world) !== "junk") return null;
  if (effects.paths.some(({ access, moved, path }) => access === "delete" && moved === true && isBelow(to, path))) return null;
  return {
    verdict: "keep",
    rule: "red:delete",
    reason: `Moves ${from} among files that are deleted without the trash; a copy is kept in Codicil's trash first.`,
    program,
    path: from,
  };
}

interface Writing {
  readonly effect: PathEffect;
  readonly world: World;
  readonly place: ReturnType<typeof placeOf>;
}

function ofWrite(effect: PathEffect, world: World): Finding | null {
  const { path, program } = effect;
  if (effect.elsewhere === true)
    return effect.access === "create" || effect.tidy === true
      ? null
      : asks("remote", `It writes ${path} on another machine or in a container.`, program);
  const own = ofOwnFile(effect, world);
  if (own !== undefined) return own;
  return firstAnswer(WRITING, { effect, world, place: placeOf(path, world) });
}

function ofOwnFile(effect: PathEffect, world: World): Answer {
  const { path, program } = effect;
  const own = protectionAt(effect, world) ?? (effect.recursive ? holdsProtected(path) : null);
  // A new folder harms nobody, not even among start files and hooks: what is written into it is judged by itself.
  if (effect.empty === true && (own === null || own.kind === "start" || (own.kind === "host" && !/[^/]\.\w+$/.test(path)))) return null;
  if (own === null) return undefined;
  if (effect.attributes === true && own.kind === "start" && !effect.recursive) return mightChange(own, path, program);
  return denied(own, path, program, "would be changed");
}

const WRITING: readonly ((seen: Writing) => Answer)[] = [
  ({ effect, world, place }) => {
    const running = effect.recursive && effect.access !== "create" ? holdsProgram(effect.path, world) : null;
    return running !== null && place !== "whole" ? withProgram(running, effect, "might be changed") : undefined;
  },
  ({ place }) => (place === "junk" || place === "temporary" ? null : undefined),
  ({ effect, world }) => {
    const covers = (effect.recursive || effect.matching !== undefined) && effect.access !== "create";
    if (!covers || effect.tidy === true || effect.unknown === true || world.kind(effect.path) !== "dir") return undefined;
    const inner = protectedBelow(effect.path, world, effect.matching, effect);
    if (inner === null) return undefined;
    return effect.unpacked === true || effect.attributes === true || (effect.inPlace === true && effect.holding !== undefined)
      ? mightChange(inner.protection, inner.path, effect.program)
      : denied(inner.protection, inner.path, effect.program, "might be changed");
  },
  // There is an opaque finding already.
  ({ effect }) => (effect.unknown === true ? null : undefined),
  ({ effect, world }) =>
    writesKey(effect, world) ? asks("keys", `It writes a key in plain text into ${effect.path}.`, effect.program) : undefined,
  ({ effect, world }) => {
    const instructs = instructionsOf(effect, world);
    if (instructs === null) return undefined;
    return asks("instructs", `${effect.path} ${instructs}.`, effect.program);
  },
  ({ effect: { path, program }, place }) => {
    if (place === "device") return denies("device", `It writes to the device ${path}.`, program);
    if (place !== "repository") return undefined;
    return asks("repository", `It changes the repository's own data (${path}).`, program);
  },
  // A folder that the same call made, and what it puts there.
  ({ effect, place }) => (effect.made === true && (place === "system" || place === "home") && effect.program !== null ? null : undefined),
  ({ effect: { path, program, attributes, tidy }, world, place }) => {
    if (attributes !== true) return undefined;
    // `chmod +x` of a program that is there already is tidy.
    const isOutside = place === "system" || (place === "whole" && path !== world.project);
    if (tidy === true || !isOutside) return null;
    return asks("outside", `It changes ${path}, outside the project.`, program);
  },
  ({ effect, world, place }) =>
    place === "project" || effect.path === world.project ? ofOverwrite(effect, world) : ofWriteOutside(effect, world, place),
];

function ofOverwrite(effect: PathEffect, world: World): Finding | null {
  const { path, program } = effect;
  if (effect.program === null || effect.access !== "write" || effect.made === true || effect.kept === true) return null;
  if (world.kind(path) === "dir") {
    if (effect.inPlace === true) return null;
    // `cp dist/*.whl out/`: nothing there has such a name.
    const { matching } = effect;
    if (!effect.recursive && (matching === undefined || !world.list(path).some((name) => fitsName(matching, name)))) return null;
    return asks("overwrite", `It may overwrite files below ${path}.`, program);
  }
  if (effect.tidy === true) return null;
  if (effect.exists === true)
    return {
      verdict: "keep",
      rule: "red:overwrite",
      reason: `Overwrites ${path}; a copy is kept in Codicil's trash first.`,
      program,
      path,
    };
  if (effect.exists === null && effect.inPlace !== true && world.kind(path) !== null)
    return asks("overwrite", `It may overwrite ${path}.`, program);
  return null;
}

/** What programs put below a home by themselves. */
const KEPT_BY_TOOLS = [".cache/", ".npm/", ".cargo/registry/", ".gradle/caches/", ".local/share/", ".pnpm-store/", ".bun/install/"];

function ofWriteOutside(effect: PathEffect, world: World, place: ReturnType<typeof placeOf>): Finding | null {
  const { path, program } = effect;
  const why = asks("outside", `It writes to ${path}, outside the project.`, program);
  if (place === "system" || place === "whole") return world.temporary.includes(path) ? null : why;
  const rest = path.slice(world.userHome.length + 1);
  if (place === "home" && rest.startsWith(".") && !KEPT_BY_TOOLS.some((folder) => rest.startsWith(folder))) return why;
  // A file tool names one file that somebody wants to keep; programs make many that nobody minds.
  if (effect.program === null) return why;
  return effect.access === "write" && effect.exists !== false ? why : null;
}
