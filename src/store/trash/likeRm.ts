// The operands of rm, with rm's own refusals, questions and lines in rm's own words.

import { lstatSync, readdirSync, type Stats } from "node:fs";
import { basename } from "node:path";
import type { Put } from "./open.ts";
import type { Trashed } from "./trashNotes.ts";

export interface RemoveOptions {
  readonly recursive: boolean;
  readonly force: boolean;
  /** -d: empty folders only. */
  readonly folders: boolean;
  /** -v: the lines that rm would print. */
  readonly verbose: boolean;
  /** -i: asked about everything. -I: once for many or for folders. */
  readonly asks: "never" | "once" | "always";
}

export interface Operand {
  readonly spelled: string;
  /** Absolute. */
  readonly path: string;
}

export interface Removing {
  readonly put: (paths: readonly string[]) => readonly Put[];
  readonly ask: (question: string) => Promise<boolean>;
}

export interface Removed {
  readonly trashed: readonly Trashed[];
  readonly complaints: readonly string[];
  /** What `rm -v` prints. */
  readonly lines: readonly string[];
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "No such file or directory",
  ENAMETOOLONG: "File name too long",
  EACCES: "Permission denied",
  EPERM: "Operation not permitted",
  ELOOP: "Too many levels of symbolic links",
  ENOTDIR: "Not a directory",
  EROFS: "Read-only file system",
  ENOSPC: "No space left on device",
  EBUSY: "Device or resource busy",
};

export async function removeLikeRm(operands: readonly Operand[], options: RemoveOptions, removing: Removing): Promise<Removed> {
  const trashed: Trashed[] = [];
  const lines: string[] = [];
  if (!(await agreesToAll(operands, options, removing.ask))) return { trashed, complaints: [], lines };
  const { taken, complaints } = sortOut(operands, options);
  const settle = (operand: Operand, put: Put | undefined, said: readonly string[]) => {
    if (put?.kind === "trashed") {
      trashed.push(put.trashed);
      lines.push(...said);
    } else if (put?.kind === "failed") {
      // An earlier operand took it along.
      if ((put.error as NodeJS.ErrnoException).code === "ENOENT" && options.force) return;
      complaints.push(`cannot remove '${operand.spelled}': ${wordsFor(put.error)}`);
    }
  };
  if (options.asks === "always") {
    for (const operand of taken)
      for (const each of await agreed(operand, lstatSync(operand.path), removing.ask))
        settle(each, removing.put([each.path])[0], options.verbose ? linesFor(each) : []);
    return { trashed, complaints, lines };
  }
  const said = taken.map((operand) => (options.verbose ? linesFor(operand) : []));
  const puts = taken.length === 0 ? [] : removing.put(taken.map(({ path }) => path));
  for (const [index, operand] of taken.entries()) settle(operand, puts[index], said[index] ?? []);
  return { trashed, complaints, lines };
}

/** -I: one question where there is much to remove. */
async function agreesToAll({ length }: readonly Operand[], { asks, recursive }: RemoveOptions, ask: Removing["ask"]): Promise<boolean> {
  if (asks !== "once" || length === 0 || (length <= 3 && !recursive)) return true;
  return ask(`remove ${length} argument${length === 1 ? "" : "s"}${recursive ? " recursively" : ""}? `);
}

/** What can be removed, and what is wrong with the rest. */
function sortOut(operands: readonly Operand[], options: RemoveOptions) {
  const look = operands.length < LIST_FROM || options.asks === "always" ? lstatOf : lookInFolders();
  const checked = operands.map((operand) => ({ operand, ...check(operand, options, look) }));
  return {
    taken: checked.flatMap((each) => (each.kind === "there" ? [each.operand] : [])),
    complaints: checked.flatMap((each) => (each.kind === "refused" ? [each.message] : [])),
  };
}

/** What rm must know of an operand. */
type Facts = Pick<Stats, "isDirectory" | "isSymbolicLink">;
type Look = (path: string) => Facts | undefined;

const lstatOf: Look = (path) => lstatSync(path, { throwIfNoEntry: false });
/** From so many operands on, folders are listed instead of asking for each name. */
const LIST_FROM = 64;

/** One listing for all operands of a folder: thousands of questions are most of what a delete costs. */
function lookInFolders(): Look {
  const folders = new Map<string, ReadonlyMap<string, Facts> | null>();
  return (path) => {
    const cut = path.lastIndexOf("/");
    const folder = path.slice(0, cut) || "/";
    let names = folders.get(folder);
    if (names === undefined) folders.set(folder, (names = namesOf(folder)));
    // On some disks a name has several spellings: only the disk itself says that it is not there.
    return names?.get(path.slice(cut + 1)) ?? lstatOf(path);
  };
}

/** null: it cannot be listed; each name is asked for. */
function namesOf(folder: string): ReadonlyMap<string, Facts> | null {
  try {
    return new Map(readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry]));
  } catch {
    // The question about a single name says what is wrong, in rm's words.
    return null;
  }
}

type Checked = { readonly kind: "there" } | { readonly kind: "absent" } | { readonly kind: "refused"; readonly message: string };

function check({ spelled, path }: Operand, options: RemoveOptions, look: Look): Checked {
  const refused = (why: string): Checked => ({ kind: "refused", message: `cannot remove '${spelled}': ${why}` });
  const absent = (): Checked => (options.force ? { kind: "absent" } : refused("No such file or directory"));
  if (spelled === "") return absent();
  const name = basename(spelled);
  if (name === "" || name === "." || name === "..")
    return { kind: "refused", message: `refusing to remove '.' or '..' or '/' directory: skipping '${spelled}'` };
  let facts: Facts | undefined;
  try {
    facts = look(path);
  } catch (error) {
    return refused(wordsFor(error));
  }
  if (facts === undefined) return absent();
  if (facts.isDirectory()) {
    const why = folderStays(path, options);
    return why === null ? { kind: "there" } : refused(why);
  }
  if (!spelled.endsWith("/")) return { kind: "there" };
  // One difference on purpose: with -rf rm would empty the folder behind the link.
  return options.force && !facts.isSymbolicLink() ? { kind: "absent" } : refused("Not a directory");
}

function folderStays(path: string, { recursive, folders }: RemoveOptions): string | null {
  if (recursive) return null;
  if (!folders) return "Is a directory";
  return readdirSync(path).length > 0 ? "Directory not empty" : null;
}

function wordsFor(error: unknown): string {
  return WORDS[(error as NodeJS.ErrnoException).code ?? ""] ?? (error as Error).message;
}

/** What was said yes to, part by part; a folder only when nothing is left in it. */
async function agreed(operand: Operand, facts: Stats, ask: Removing["ask"]): Promise<readonly Operand[]> {
  if (!facts.isDirectory()) return (await ask(`remove ${kindOf(facts)} '${operand.spelled}'? `)) ? [operand] : [];
  const names = readdirSync(operand.path);
  if (names.length > 0 && !(await ask(`descend into directory '${operand.spelled}'? `))) return [];
  const parts: Operand[] = [];
  let whole = true;
  for (const name of names) {
    const inner = {
      spelled: `${operand.spelled.endsWith("/") ? operand.spelled : `${operand.spelled}/`}${name}`,
      path: `${operand.path}/${name}`,
    };
    const yes = await agreed(inner, lstatSync(inner.path), ask);
    whole &&= yes.some(({ path }) => path === inner.path);
    parts.push(...yes);
  }
  return whole && (await ask(`remove directory '${operand.spelled}'? `)) ? [operand] : parts;
}

function kindOf(facts: Stats): string {
  if (facts.isSymbolicLink()) return "symbolic link";
  return facts.isFile() ? (facts.size === 0 ? "regular empty file" : "regular file") : "special file";
}

function linesFor({ spelled, path }: Operand): readonly string[] {
  if (!lstatSync(path).isDirectory()) return [`removed '${spelled}'`];
  const bare = spelled.endsWith("/") ? spelled : `${spelled}/`;
  return [
    ...readdirSync(path).flatMap((name) => linesFor({ spelled: `${bare}${name}`, path: `${path}/${name}` })),
    `removed directory '${spelled}'`,
  ];
}
