// What a mind consists of when it is taken elsewhere: every file of its home, and of its state what cannot be made again.
// What gives power over this machine is left here (power.ts), and so is what could not be brought in again.

import { openHash, AppError } from "../../base/index.ts";
import { commonPlaces, inParts, type Store, walkChosen, diskError } from "../../store/index.ts";
import type { Mind } from "../../mind/open.ts";
import { foldedName, LIMITS, type ListedFile, nameProblem, tooLarge } from "./manifest.ts";
import { isKept, judgeFile } from "../../sharing/power.ts";
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

interface Named {
  readonly root: "home" | "state";
  readonly path: string;
}

/** A file as it was when it was opened: a log that grows meanwhile ends there. */
export interface MindFile extends Named {
  readonly size: number;
  /** From the first byte, once. Each part is good until the next one is asked for. */
  parts(): Iterable<Uint8Array>;
}

export interface LeftOut {
  readonly file: string;
  readonly why: string;
}

/** The names alone. What a person has to copy by hand is in `left`. */
export async function namesOf(mind: Mind, left: LeftOut[]): Promise<Named[]> {
  const store = mind.deps.storeFor(mind.where.project);
  const found: Named[] = [];
  const spellings = new Set<string>();
  for (const file of linksBelow(mind.where.home)) left.push({ file, why: "it is a link" });
  for (const root of ["home", "state"] as const) {
    for (const path of walkChosen(mind.where[root])) {
      if ((root === "state" && !isKept(path)) || judgeFile(root, path).kind === "power") continue;
      const folded = foldedName(root, path);
      const twin = spellings.has(folded) ? "differs from another file's only in case or Unicode form" : null;
      const problem = nameProblem(path) ?? twin;
      if (problem === null) found.push({ root, path });
      else left.push({ file: store.describe({ root, path }), why: `its name ${problem}` });
      spellings.add(folded);
      if (spellings.size > LIMITS.files) throw tooLarge(mind.where.home, `the mind has more than ${LIMITS.files} files`);
    }
  }
  return [...found, ...(await commonNames(mind))];
}

function linksBelow(folder: string): string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : [];
  return entries.filter((each) => each.isSymbolicLink()).map(({ parentPath, name }) => join(parentPath, name));
}

/** What several machines have in common and this disk has not: ledgers, deltas that wait, the answers to proposals. */
async function commonNames(mind: Mind): Promise<Named[]> {
  const places = mind.common === null ? [] : await commonPlaces(mind.common);
  return places.flatMap(({ root, path }) =>
    root === "project" || mind.environment.disk.lstat(`${mind.where[root]}/${path}`) !== null ? [] : [{ root, path }],
  );
}

/** One after the other, so that whoever writes them away need not hold all. */
export async function* openEach(mind: Mind, names: readonly Named[], left: LeftOut[]): AsyncIterable<MindFile> {
  const store = mind.deps.storeFor(mind.where.project);
  for (const { root, path } of names) yield* fileAt(mind, store, { root, path }, left);
}

/** Of a mind in common a longer one is this machine's own. */
const MOST_IN_COMMON = 4 * 1024 * 1024;

/** One that could not be brought in again must not keep the rest from being kept. */
async function* fileAt(mind: Mind, store: Store, named: Named, left: LeftOut[]): AsyncIterable<MindFile> {
  const opened = store.openLog?.(named, true) ?? null;
  try {
    if (opened !== null && opened.size > LIMITS.fileBytes) return void left.push({ file: store.describe(named), why: "too large" });
    if (opened !== null && (mind.common === null || opened.size > MOST_IN_COMMON))
      return yield { ...named, size: opened.size, parts: () => inParts(opened) };
    const bytes = (await store.read(named))?.bytes ?? (await mind.common?.read(named))?.bytes;
    if (bytes !== undefined) yield { ...named, size: bytes.length, parts: () => [bytes] };
  } finally {
    opened?.close();
  }
}

/** Reads it to the end; `take` gets the parts. */
export async function listed(file: MindFile, take: (part: Uint8Array) => unknown = () => {}): Promise<ListedFile> {
  const hash = openHash();
  for (const part of file.parts()) {
    hash.update(part);
    await take(part);
  }
  return { root: file.root, path: file.path, sha256: hash.digest("hex"), size: file.size };
}

const LINES = 500;

/** A line for each file, in pieces: that of a large mind need not be held. */
export function* manifestOf(created: Date, files: readonly ListedFile[]): Generator<Buffer, void> {
  yield Buffer.from(`{"v":1,"created":${JSON.stringify(created)},"files":[`);
  for (let at = 0; at < files.length; at += LINES) {
    const lines = files.slice(at, at + LINES).map((file) => `\n${JSON.stringify(file)}`);
    yield Buffer.from(`${at === 0 ? "" : ","}${lines.join(",")}`);
  }
  yield Buffer.from("\n]}\n");
}

/** Files of a bundle in another format, into an empty folder; answers where that is. */
export async function writeBundleFolder(
  target: string,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<string> {
  const folder = resolve(target);
  await fillFolder(folder, () => {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, path), text, { mode: 0o600, flag: "wx" });
    }
  });
  return folder;
}

/** A new folder, or one in which nothing is; half of a bundle would only stand in the way of the next attempt. */
export async function fillFolder(folder: string, fill: () => void | Promise<void>): Promise<void> {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length > 0)
      throw new AppError("ALREADY_EXISTS", "the folder is not empty", {
        file: folder,
        hint: "Choose another one; nothing is ever overwritten.",
      });
    try {
      await fill();
    } catch (error) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
      if (made !== undefined) rmdirSync(folder);
      throw error;
    }
  } catch (error) {
    throw diskError(error, { doing: "write", file: folder });
  }
}
