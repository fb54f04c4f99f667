// What earlier calls of the session left in a file: an agent writes a script in one call and runs it in the next.

import { type Call, earlierCalls, type World } from "../call/call.ts";
import { type Made, nameOf } from "../run/disk.ts";
import type { Run } from "../run/record.ts";

/** The file as the session left it; null: no earlier call wrote to it. */
export function madeBefore(run: Run, path: string): Made | null {
  return filesWritten(run, [nameOf(path)]).get(path) ?? null;
}

/** Files that earlier calls of the session wrote, by parts of their names. */
export function writtenBefore(run: Run, parts: readonly string[]): readonly string[] {
  return [...filesWritten(run, parts).keys()];
}

function filesWritten(run: Run, parts: readonly string[]): ReadonlyMap<string, Made> {
  const texts = [...new Set(parts.flatMap((part) => earlierCalls(run.world, part)))];
  const files = new Map<string, Made>();
  if (texts.length === 0) return files;
  const world = worldOfFiles(run.world, files);
  for (const call of texts.flatMap(read)) {
    // What runs in an earlier call changed nothing that the disk does not show; only what writes is looked at.
    for (const [place, made] of run.madeBy(call, world)) files.set(place, joined(files.get(place), made));
  }
  return files;
}

function read(text: string): Call[] {
  try {
    return [JSON.parse(text) as Call];
  } catch {
    // It came from JSON.stringify; whatever else is there is no call.
    return [];
  }
}

/** An edit adds to what was written before: nothing is known of what it took away. */
function joined(before: Made | undefined, made: Made): Made {
  if (made.by !== "edit" || made.content === null || before?.content == null) return made;
  return { ...made, content: `${before.content}\n${made.content}` };
}

/** The world as those calls found it: with the files of the ones before, and with no past of its own. */
function worldOfFiles(world: World, files: ReadonlyMap<string, Made>): World {
  return {
    project: world.project,
    cwd: world.cwd,
    userHome: world.userHome,
    temporary: world.temporary,
    minds: world.minds,
    branch: null,
    kind: (path) => files.get(path)?.kind ?? world.kind(path),
    realpath: (path) => world.realpath(path),
    list: (folder) => world.list(folder),
    isJunk: (path) => world.isJunk(path),
    readText: (path) => files.get(path)?.content ?? world.readText(path),
  };
}
