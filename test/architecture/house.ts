// The house rules as functions over files: each gives the places that break it. The tests run them over src/, and over
// a house that breaks each rule once, so that no rule can pass by not looking.

import { type Import, importsOf, roomOf, ROOMS } from "./graph.ts";

type Files = ReadonlyMap<string, string>;

const place = (each: Import) => `${each.from}:${each.line} → ${each.to}`;

/** Imports go to the left only. */
export function importsToTheRight(files: Files): string[] {
  return importsOf(files)
    .filter((each) => {
      const [from, to] = [roomOf(each.from), roomOf(each.to)];
      return from !== null && to !== null && ROOMS.indexOf(to as never) > ROOMS.indexOf(from as never);
    })
    .map(place);
}

/** Doors beside index.ts, each for a reason that it states at its head. */
const SECOND_DOORS = new Set([
  "store/write.ts",
  "store/onDisk.ts",
  "knowledge/discovery.ts",
  "knowledge/layouts.ts",
  "content/redact.ts",
  "deltas/waiting.ts",
  "policy/judging.ts",
  "analysis/call/junk.ts",
  "gate/settling.ts",
  "gate/compiling.ts",
  "bank/protocol.ts",
  "doctor/documentReader.ts",
  "hosts/hook/entry.ts",
  "runtime/memory/inHosts.ts",
]);

/** Entered through their verb files: the hall and the rooms beside it that are loaded in small pieces. */
const OPEN_ROOMS = new Set(["mind", "calls", "activity", "finding", "sharing", "hostSessions"]);

/** A file by which others may enter its room: index.ts, a stated second door, or a verb file of an open room. */
export function isDoor(path: string): boolean {
  const room = roomOf(path);
  return room !== null && (OPEN_ROOMS.has(room) || path === `${room}/index.ts` || SECOND_DOORS.has(path));
}

/** Rooms are entered by their doors. */
export function sideDoors(files: Files): string[] {
  return importsOf(files)
    .filter((each) => {
      const [from, to] = [roomOf(each.from), roomOf(each.to)];
      return to !== null && from !== to && !isDoor(each.to);
    })
    .map(place);
}

const HALLS = ["mind", "calls", "activity", "finding", "sharing", "rules", "doctor", "bank", "hostSessions", "transfer"];

/** Doors touch the halls, the gate, schema and base (cli also the front doors of hosts and daemon, and the runtime). */
export function deepDoors(files: Files): string[] {
  const allowed: Record<string, readonly string[]> = {
    hosts: ["base", "schema", "gate", ...HALLS, "runtime", "hosts"],
    daemon: ["base", "schema", "gate", ...HALLS, "runtime", "daemon"],
    cli: ["base", "schema", "gate", ...HALLS, "runtime", "hosts", "daemon", "cli"],
  };
  return importsOf(files)
    .filter((each) => {
      const [from, to] = [roomOf(each.from), roomOf(each.to)];
      return from !== null && to !== null && from in allowed && !allowed[from]?.includes(to);
    })
    .map(place);
}

const PURE_ROOMS = ["base", "schema", "markdown", "content", "knowledge", "analysis", "policy", "snapshot"];
const PURE_FILES = ["deltas/editing/edit.ts", "deltas/editing/outsideEdits.ts"];
const IMPURE_MODULES = /^node:(?!crypto$)/;
// Hashing is pure; base/hash.ts takes the module late, because loading it is a third of an empty start.
const AMBIENT =
  /\bprocess\b(?!\.getBuiltinModule)|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bsetTimeout\b|\bsetInterval\b|\bfetch\(|\brandomBytes\b|\brandomUUID\b|\bconsole\./;

/** Pure rooms get clock, ids, randomness and environment as arguments. */
export function impurities(files: Files): string[] {
  const isPure = (path: string) => PURE_ROOMS.includes(roomOf(path) ?? "") || PURE_FILES.includes(path);
  const modules = importsOf(files)
    .filter((each) => isPure(each.from) && each.kind !== "type" && IMPURE_MODULES.test(each.to))
    .map(place);
  const ambient = [...files].flatMap(([path, text]) => {
    if (!isPure(path)) return [];
    return text
      .split("\n")
      .flatMap((line, index) =>
        AMBIENT.test(line.replace(/\/\/.*$|\/?\*.*$|"(?:[^"\\]|\\.)*"|`[^`]*`|\/(?:[^/\\\n]|\\.)+\/[gimsuy]*/g, "0"))
          ? [`${path}:${index + 1} ${line.trim()}`]
          : [],
      );
  });
  return [...modules, ...ambient];
}

/** Only deltas (and later session) hold the pen. */
export function strangersWithAPen(files: Files): string[] {
  return importsOf(files)
    .filter((each) => each.to === "store/write.ts" && !["store", "deltas", "session"].includes(roomOf(each.from) ?? ""))
    .map(place);
}

/** Only these files outside the store touch files themselves, each for a reason that it states. */
const FILE_TOUCHERS = new Set([
  "mind/whereabouts.ts",
  "mind/machine.ts",
  "transfer/backup.ts",
  "transfer/bundle.ts",
  "transfer/archive/archive.ts",
  "transfer/archive/archivedFiles.ts",
  "transfer/demo/makeDemo.ts",
  "mind/documents/edit.ts",
  "transfer/mergeFiles.ts",
  "library/layered/memoryStore.ts",
  "cli/terminal/terminal.ts",
  "recall/indexFile.ts",
  "hosts/client/native.ts",
  "hosts/client/shell.ts",
  "hosts/hook/entry.ts",
  "hosts/person/runByAgent.ts",
  "hosts/resident/gateFile.ts",
  "hosts/resident/gateCaller.ts",
  "hosts/hook/gateServer.ts",
  "hosts/person/owner.ts",
  "hosts/hook/ownTools.ts",
  "recall/vectors/modelFiles.ts",
  "runtime/tools/projectFiles.ts",
  "runtime/tools/shell.ts",
  "hosts/transcripts/transcriptPlaces.ts",
  "hosts/transcripts/database.ts",
]);

/** Every file that a list above names: an exception for a file that is gone would hold for the next of its name. */
export function namedButGone(files: Files): string[] {
  return [...SECOND_DOORS, ...PURE_FILES, ...FILE_TOUCHERS].filter((path) => !files.has(path));
}

export function otherHandsOnDisk(files: Files): string[] {
  return importsOf(files)
    .filter(
      (each) =>
        each.to.startsWith("node:fs") &&
        each.kind !== "type" &&
        roomOf(each.from) !== "store" &&
        !FILE_TOUCHERS.has(each.from) &&
        !each.from.startsWith("daemon/") &&
        !/^hosts\/(?:install|shims)\//.test(each.from),
    )
    .map(place);
}

/** Everything that is loaded when `entry` is imported, late imports left out. */
export function startUpGraph(files: Files, entry: string): Set<string> {
  const all = importsOf(files).filter((each) => each.kind === "static");
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const each of all) if (each.from === path) visit(each.to);
  };
  visit(entry);
  return seen;
}

export function cycles(files: Files): string[] {
  const all = importsOf(files).filter((each) => each.kind === "static" && files.has(each.to));
  const found: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (path: string, trail: readonly string[]) => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    state.set(path, "open");
    for (const each of all) if (each.from === path) visit(each.to, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of files.keys()) visit(path, []);
  return found;
}

export function starExports(files: Files): string[] {
  return [...files].flatMap(([path, text]) => (/^export \*/m.test(text) ? [path] : []));
}

/** Words that fit a file of any room: what it is about is in its text and not in its name. */
const SAYS_NOTHING = /(?:^|\/)(?:files|words|places|pieces|lines|names|notes|table|utils?|helpers?|common|misc|types)\.ts$/;
/** Files of a name: folders tell some apart (`daemon/routes/sessions.ts`, `cli/sessions/`), and not many. */
const MOST_NAMESAKES = 7;

export function vagueNames(files: Files): string[] {
  const byName = Map.groupBy(files.keys(), (path) => path.slice(path.lastIndexOf("/") + 1));
  const many = [...byName].filter(([name, paths]) => name !== "index.ts" && paths.length > MOST_NAMESAKES);
  return [...[...files.keys()].filter((path) => SAYS_NOTHING.test(path)), ...many.map(([name]) => name)];
}
