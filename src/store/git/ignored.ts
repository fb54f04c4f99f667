// What Git itself would call ignored and untracked. Read from .gitignore files, .git/info/exclude and the index: no Git runs,
// so no hook, filter or setting of the repository does either. In doubt a path is not ignored.
//
// A .gitignore counts only with the content that the index has, and had when the session began: an agent cannot make something
// ignored by adding a line to it, committing that and deleting the thing in its next call.

import { statSync, readSync } from "node:fs";
import { diskFacts, readSmallText, withPlainFile } from "../port/facts.ts";
import { type IgnoreRule, matchesRule, readIgnoreRules } from "./ignoreRules.ts";
import { bytesOf, commonFolder, gitFolder, type IndexEntry, readIndex } from "./indexFile.ts";
import { blobId } from "./port.ts";

const LARGEST_IGNORE_FILE = 64 * 1024;
const DEEPEST = 64;
const MOST_REPOSITORIES = 16;

interface Repository {
  readonly stamp: string;
  /** Path to content; null: unknown. */
  readonly tracked: ReadonlyMap<string, string> | null;
  /** Every folder with something tracked below it. */
  readonly folders: ReadonlySet<string>;
}

const known = new Map<string, Repository>();

/** `path` is absolute and below `root`, the folder that has `.git`; a .gitignore that Git has only since `at` does not count. */
export function isIgnoredAndUntracked(root: string, path: string, at: number = Number.POSITIVE_INFINITY): boolean {
  const folder = gitFolder(root);
  if (folder === null || !path.startsWith(`${root}/`)) return false;
  const repository = repositoryAt(root, folder);
  if (repository.tracked === null) return false;
  const names = path.slice(root.length + 1).split("/");
  if (names.length > DEEPEST) return false;
  const counts = (blob: string) => at === Number.POSITIVE_INFINITY || hadBlob(`${commonFolder(folder)}/objects`, blob, at);
  const ignored = ignoredPart({ root, folder, counts, tracked: repository.tracked }, names);
  return ignored !== null && !isTracked(repository, ignored) && !isTracked(repository, names.join("/"));
}

/** Whether Git tracks it or something below it; true where that is unknown. */
export function isTrackedByGit(root: string, path: string): boolean {
  const folder = gitFolder(root);
  return folder !== null && isTracked(repositoryAt(root, folder), path.slice(root.length + 1));
}

/** Whether the index has the file with the very content that is there now; false where that is unknown. */
export function isUnchangedInGit(root: string, path: string): boolean {
  return unchangedIn(root, path) !== null;
}

/** The same, and Git had that content at a time already. */
export function wasUnchangedInGit(root: string, path: string, at: number): boolean {
  const found = unchangedIn(root, path);
  return found !== null && hadBlob(`${commonFolder(found.folder)}/objects`, found.blob, at);
}

function unchangedIn(root: string, path: string): { readonly folder: string; readonly blob: string } | null {
  const folder = gitFolder(root);
  const blob = folder === null ? undefined : repositoryAt(root, folder).tracked?.get(path.slice(root.length + 1));
  const bytes = blob === undefined ? null : bytesOf(path);
  return folder === null || blob === undefined || bytes === null || blobId(bytes) !== blob ? null : { folder, blob };
}

function isTracked({ tracked, folders }: Repository, path: string): boolean {
  if (tracked === null || tracked.has(path) || folders.has(path)) return true;
  if (PATTERN.test(path) && isAnyMeant([...tracked.keys(), ...folders], path)) return true;
  // A folder of a sparse index stands for everything below it.
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
    if (tracked.has(`${path.slice(0, end)}/`)) return true;
  return tracked.has(`${path}/`);
}

const PATTERN = /[*?]/;

/** `find . -name out` means each folder of that name: one of them may be tracked. Patterns mean what those of .gitignore do. */
function isAnyMeant(paths: readonly string[], pattern: string): boolean {
  const rules = readIgnoreRules(`/${pattern}`);
  return rules === null || rules.some((rule) => paths.some((path) => matchesRule(rule, path.split("/"), true)));
}

function repositoryAt(root: string, folder: string): Repository {
  const stamp = stampOf(`${folder}/index`);
  const kept = known.get(root);
  if (kept !== undefined && kept.stamp === stamp) return kept;
  const entries = readIndex(folder);
  const repository = {
    stamp,
    tracked: entries === null ? null : new Map(entries.map(({ path, blob }) => [path, blob])),
    folders: foldersOf(entries ?? []),
  };
  if (known.size >= MOST_REPOSITORIES) known.clear();
  known.set(root, repository);
  return repository;
}

function stampOf(path: string): string {
  try {
    const { size, mtimeNs, ctimeNs, ino } = statSync(path, { bigint: true });
    return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
  } catch {
    // Absent: a repository in which nothing was added yet.
    return "-";
  }
}

function foldersOf(entries: readonly IndexEntry[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of entries) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

interface Ignoring {
  readonly root: string;
  /** Git's own. */
  readonly folder: string;
  readonly tracked: ReadonlyMap<string, string>;
  /** Whether a .gitignore of this content is old enough. */
  readonly counts: (blob: string) => boolean;
}

/** The outermost part of the path that is ignored: what lies below an ignored folder is ignored too. */
function ignoredPart(where: Ignoring, names: readonly string[]): string | null {
  const { root, folder } = where;
  // The nearest file decides, and in it the last line that fits; so they are tried in that order.
  const layers: { readonly depth: number; readonly rules: readonly IgnoreRule[] }[] = [];
  const exclude = readSmallText(`${folder}/info/exclude`, LARGEST_IGNORE_FILE);
  const excluded = exclude === null ? [] : readIgnoreRules(exclude);
  if (excluded === null) return null;
  layers.unshift({ depth: 0, rules: excluded });
  for (let depth = 0; depth < names.length; depth++) {
    const rules = rulesIn(where, names.slice(0, depth));
    if (rules === null) return null;
    if (rules.length > 0) layers.unshift({ depth, rules });
    const part = names.slice(0, depth + 1);
    const isLast = depth === names.length - 1;
    if (isIgnored(layers, part, !isLast || isFolder(`${root}/${part.join("/")}`))) return part.join("/");
  }
  return null;
}

/** What is not there yet may become a folder: a build makes it later in the same call. */
function isFolder(path: string): boolean {
  const kind = diskFacts.lstat(path);
  return kind === "dir" || kind === null;
}

function isIgnored(
  layers: readonly { readonly depth: number; readonly rules: readonly IgnoreRule[] }[],
  part: readonly string[],
  folder: boolean,
): boolean {
  for (const { depth, rules } of layers) {
    const rule = rules.findLast((each) => matchesRule(each, part.slice(depth), folder));
    if (rule !== undefined) return !rule.takesBack;
  }
  return false;
}

/** null: there is a .gitignore here that cannot be relied on, so nothing below may count as ignored by what it may undo. */
function rulesIn({ root, tracked, counts }: Ignoring, folder: readonly string[]): readonly IgnoreRule[] | null {
  const path = [...folder, ".gitignore"].join("/");
  const file = `${root}/${path}`;
  if (diskFacts.lstat(file) === null) return [];
  const text = readSmallText(file, LARGEST_IGNORE_FILE);
  const rules = text === null ? null : readIgnoreRules(text);
  if (rules === null || text === null) return null;
  const blob = blobId(Buffer.from(text));
  return tracked.get(path) === blob && counts(blob) ? rules : rules.filter((each) => each.takesBack);
}

// Since when a repository has a content, by the times of Git's own files: no Git runs. The system alone sets them (ctime); what
// rewrites a file of Git's, such as `git gc`, makes its content look younger than it is, never older.
const FANOUT = 8;
const NAMES = FANOUT + 256 * 4;
const HASH = 20;

/** Whether the objects of a repository held the blob at a time already. */
function hadBlob(objects: string, blob: string, at: number): boolean {
  if (isBefore(`${objects}/${blob.slice(0, 2)}/${blob.slice(2)}`, at)) return true;
  // `git add` gives a pack a new time where it holds the content already, and its index none.
  const packs = diskFacts.list(`${objects}/pack`).filter((name) => name.endsWith(".idx"));
  if (packs.some((name) => isBefore(`${objects}/pack/${name}`, at) && isInPack(`${objects}/pack/${name}`, blob))) return true;
  const others = (readSmallText(`${objects}/info/alternates`, 4096) ?? "").split("\n").filter((line) => line.startsWith("/"));
  return others.some((other) => other !== objects && hadBlob(other, blob, at));
}

function isBefore(path: string, at: number): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && facts.ctimeMs <= at;
}

/** The index of a pack (gitformat-pack, version 2): names in order, and how many begin with each first byte. */
function isInPack(path: string, blob: string): boolean {
  const found = withPlainFile(path, (descriptor) => {
    const bytesAt = (length: number, position: number) => {
      const bytes = Buffer.alloc(length);
      readSync(descriptor, bytes, 0, length, position);
      return bytes;
    };
    if (bytesAt(FANOUT, 0).toString("hex") !== "ff744f6300000002") return false;
    const first = Number.parseInt(blob.slice(0, 2), 16);
    let low = first === 0 ? 0 : bytesAt(4, FANOUT + (first - 1) * 4).readUInt32BE();
    let high = bytesAt(4, FANOUT + first * 4).readUInt32BE();
    while (low < high) {
      const middle = (low + high) >> 1;
      const name = bytesAt(HASH, NAMES + middle * HASH).toString("hex");
      if (name === blob) return true;
      if (name < blob) low = middle + 1;
      else high = middle;
    }
    return false;
  });
  return found === true;
}
