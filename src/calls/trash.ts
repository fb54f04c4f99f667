// trash: undo for deletes. `put` takes rm's options and answers as rm does.

import { resolve } from "node:path";
import {
  FALLBACK_TRASH,
  ignoreItself,
  isNoTrash,
  isTimeToSweep,
  keepAnywhere,
  openTrashes,
  type Operand,
  type Put,
  type Removed,
  removeLikeRm,
  type RemoveOptions,
  scrubTrash,
  sweepTrash,
  timeOf,
  type Trash,
  type Trashed,
  type Trashes,
  trashFacts,
  type TrashFacts,
} from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { readRmWords } from "./rmWords.ts";

export type { Trashed };

function trashesOf({ where, deps }: Mind): Trashes {
  return openTrashes(where, deps.clock, deps.random);
}

function all({ main, fallback }: Trashes): readonly Trash[] {
  return fallback === null ? [main] : [main, fallback];
}

export interface PutOptions {
  /** For -i and -I; absent: nobody answers, which means no. */
  readonly ask?: (question: string) => Promise<boolean>;
}

/** `words` are rm's own arguments: options and operands in any order, `--` ends the options. */
export async function trashPut(mind: Mind, words: readonly string[], { ask = async () => false }: PutOptions = {}): Promise<Removed> {
  const { operands, options, unknown } = readRmWords(words);
  const refused = (complaints: readonly string[]): Removed => ({ trashed: [], complaints, lines: [] });
  if (unknown.length > 0) return refused(unknown.map((word) => `unrecognized option '${word}'`));
  if (operands.length === 0 && !options.force) return refused(["missing operand"]);
  const trashes = trashesOf(mind);
  const isOwn = ownTest(mind);
  const folder = mind.where.cwd === "/" ? "" : mind.where.cwd;
  const own: string[] = [];
  const others: Operand[] = [];
  for (const spelled of operands) {
    // A bare name needs no look at dots and slashes, and there may be thousands.
    const path = /^\w[\w.-]*$/.test(spelled) ? `${folder}/${spelled}` : resolve(mind.where.cwd, spelled);
    // rm has words of its own for an empty name, and for . and .. at the end.
    if (isOwn(path) && !/^$|(?:^|\/)\.{1,2}\/?$/.test(spelled)) own.push(spelled);
    else others.push({ spelled, path });
  }
  // First: what is too old makes room, and what comes now is too young to be looked at.
  sweepNow(mind, trashes);
  const removed = await removeLikeRm(others, options as RemoveOptions, { ask, put: (paths) => putAnywhere(mind, trashes, paths) });
  return { ...removed, complaints: [...own.map((each) => `cannot remove '${each}': it is Codicil's own trash`), ...removed.complaints] };
}

/** The trash does not go into itself. */
function ownTest({ where }: Mind): (path: string) => boolean {
  const folders = [`${where.state}/trash/`, ...(where.project === null ? [] : [`${where.project}/${FALLBACK_TRASH}/`])];
  return (path) => folders.some((folder) => `${path}/`.startsWith(folder) || folder.startsWith(`${path}/`));
}

function putAnywhere(mind: Mind, { main, fallback }: Trashes, paths: readonly string[]): readonly Put[] {
  let puts: readonly Put[];
  try {
    puts = main.put(paths);
  } catch (error) {
    if (!isNoTrash(error)) throw error;
    puts = paths.map(() => ({ kind: "failed", error }));
  }
  const { project } = mind.where;
  if (fallback === null || project === null) return puts;
  const again = paths.filter(
    (path, index) =>
      path.startsWith(`${project}/`) &&
      puts[index]?.kind === "failed" &&
      isNoTrash((puts[index] as { error: unknown }).error) &&
      mind.environment.disk.lstat(path) !== null,
  );
  if (again.length === 0) return puts;
  try {
    ignoreItself(fallback.folder);
    const second = new Map(fallback.put(again).map((put, index) => [again[index], put]));
    return puts.map((put, index) => second.get(paths[index]) ?? put);
  } catch (error) {
    if (!isNoTrash(error)) throw error;
    // Neither place can be written: what the first said is what a person can act on.
    return puts;
  }
}

/** Copies files and folders as they are, before something overwrites or moves them. What is not there needs no copy. */
export function trashKeep(mind: Mind, operands: readonly string[]): Trashed[] {
  const trashes = trashesOf(mind);
  sweepNow(mind, trashes);
  const kept = operands.flatMap((operand) => {
    const path = resolve(mind.where.cwd, operand);
    return ["file", "hardlinked", "dir"].includes(mind.environment.disk.lstat(path) ?? "") ? [keepAnywhere(trashes, path)] : [];
  });
  return kept;
}

/** Oldest first. */
export function trashList(mind: Mind): Trashed[] {
  return all(trashesOf(mind))
    .flatMap((trash) => trash.list())
    .sort((a, b) => timeOf(a.at) - timeOf(b.at));
}

export interface SizedTrash extends Trashed {
  readonly bytes: number;
}

export function trashSizes(mind: Mind): SizedTrash[] {
  return all(trashesOf(mind))
    .flatMap((trash) => trash.list().map((each) => ({ ...each, bytes: trash.sizeOf(each.id) })))
    .sort((a, b) => timeOf(a.at) - timeOf(b.at));
}

/** `to`: as it is spelled from the present folder. */
export function trashRestore(
  mind: Mind,
  id: string,
  { over, to }: { readonly over?: boolean; readonly to?: string | undefined } = {},
): Trashed & { readonly restored: string } {
  const trashes = all(trashesOf(mind));
  const has = (trash: Trash) => trash.list().some((each) => each.id === id || each.id.endsWith(`-${id}`));
  const trash = trashes.find(has) ?? (trashes[0] as Trash);
  const target = to === undefined ? undefined : resolve(mind.where.cwd, to);
  const restored = trash.restore(id, { over, to: target });
  return { ...restored, restored: target ?? restored.original };
}

export function trashEmpty(mind: Mind): number {
  return all(trashesOf(mind)).reduce((sum, trash) => {
    const ids = trash.list().map(({ id }) => id);
    trash.remove(ids);
    return sum + ids.length;
  }, 0);
}

/** For `forget`: how many files of the trash had the text. `isTrial`: they keep it. */
export function trashForget(mind: Mind, text: string, options: { readonly isTrial?: boolean } = {}): number {
  return all(trashesOf(mind)).reduce((sum, trash) => sum + scrubTrash(trash, text, options), 0);
}

export interface TrashState extends TrashFacts {
  readonly days: number;
  readonly megabytes: number;
}

export function trashState(mind: Mind): TrashState {
  const facts = all(trashesOf(mind)).map(trashFacts);
  const oldest = facts.flatMap(({ oldest: each }) => each ?? []).sort()[0] ?? null;
  return {
    items: facts.reduce((sum, { items }) => sum + items, 0),
    bytes: facts.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest,
    ...mind.config.trash,
  };
}

/** Where copies were kept without a command of the trash: what is too old or too much goes, at most every six hours. */
export function trashSweep(mind: Mind): void {
  sweepNow(mind, trashesOf(mind));
}

function sweepNow(mind: Mind, trashes: Trashes): void {
  const { days, megabytes } = mind.config.trash;
  const now = mind.deps.clock.now();
  for (const trash of all(trashes)) {
    try {
      if (isTimeToSweep(trash, now)) sweepTrash(trash, { days, bytes: megabytes * 1024 * 1024 }, now);
    } catch {
      // What could not be swept now is swept another time; the delete itself is done.
    }
  }
}
