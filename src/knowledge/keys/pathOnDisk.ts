// What is on disk where a key points: links, twins, things that are no documents.
// The facts come in through Disk, so that the rules can be tried without a disk and the answer is a plain value.
// These answers can be stale by the time of writing; the store checks again with O_NOFOLLOW. This is the first
// of two doors, and the one that can explain itself.

import { foldCase, showName } from "./pathNames.ts";

export interface Disk {
  /** What is there, not following a link. null only when nothing does; "other" when it cannot be told. */
  lstat(path: string): "file" | "dir" | "link" | "other" | "hardlinked" | null;
  /** The path without any link, or null when it cannot be resolved (absent, dangling, looping). */
  realpath(path: string): string | null;
  /** The names in a folder as the disk spells them. */
  list(dir: string): readonly string[];
}

export type Parts = readonly string[];

export type Walked =
  /** No link on the way; the parts as the disk spells them. */
  | { readonly kind: "here"; readonly parts: Parts }
  /** A link on the way: the absolute place where it leads, to be judged anew. */
  | { readonly kind: "moved"; readonly to: Parts }
  | { readonly kind: "reject"; readonly why: string };

export function splitPath(path: string): Parts {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

export function joinPath(parts: Parts): string {
  return `/${parts.join("/")}`;
}

/** The parts of `path` below `root`, or null when it does not lie there. Whole parts, so /rootevil is not in /root. */
export function below(path: Parts, root: Parts): Parts | null {
  const inside = root.every((part, i) => path[i] !== undefined && path[i].normalize("NFC") === part.normalize("NFC"));
  return inside ? path.slice(root.length) : null;
}

/** Where a path really is, also when its last parts do not exist yet. null when a link on the way is broken. */
export function realParts(path: Parts, disk: Disk): Parts | null {
  const spelled = joinPath(path);
  const real = disk.realpath(spelled);
  if (real !== null) return splitPath(real);
  const name = path.at(-1);
  if (name === undefined) return [];
  if (disk.lstat(spelled) !== null) return null;
  const parent = realParts(path.slice(0, -1), disk);
  return parent === null ? null : [...parent, name];
}

/** Follows `parts` down from `root` (a real path) as far as they exist. */
export function walkDown(root: Parts, parts: Parts, disk: Disk): Walked {
  const at: string[] = [...root];
  if (disk.lstat(joinPath(root)) === null) return { kind: "here", parts };
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    // lstat before list: a file that appears in between is then listed, and never taken for a hidden twin.
    const asWritten = disk.lstat(joinPath([...at, part]));
    const folded = foldCase(part);
    const twins = disk.list(joinPath(at)).filter((name) => foldCase(name) === folded);
    const same = twins.filter((name) => name.normalize("NFC") === part.normalize("NFC"));
    const twin = twins.find((name) => name !== same[0]);
    if (twin !== undefined) {
      return reject(`has a twin on disk, ${showName(twin)}, that other systems take for the same file`);
    }
    const spelled = same[0];
    if (spelled === undefined) {
      if (asWritten === null) return { kind: "here", parts: [...at.slice(root.length), ...parts.slice(i)] };
      return reject(`names ${showName(part)}, which the disk knows under another name`);
    }
    at.push(spelled);
    const found = spelled === part ? asWritten : disk.lstat(joinPath(at));
    if (found === "link") return follow(at, parts.slice(i + 1), disk);
    const why = isLast ? judgeTarget(found) : judgeFolder(found, spelled);
    if (why !== null) return reject(why);
  }
  return { kind: "here", parts: at.slice(root.length) };
}

function follow(link: Parts, rest: Parts, disk: Disk): Walked {
  const real = disk.realpath(joinPath(link));
  if (real === null) return reject(`goes through ${showName(link.at(-1) ?? "")}, a link that leads nowhere`);
  return { kind: "moved", to: [...splitPath(real), ...rest] };
}

function judgeTarget(found: ReturnType<Disk["lstat"]>): string | null {
  if (found === null || found === "file") return null;
  if (found === "dir") return "names a folder";
  if (found === "hardlinked") return "names a file with a second hard link, which a write would part from it";
  return "names something that is not a regular file";
}

function judgeFolder(found: ReturnType<Disk["lstat"]>, name: string): string | null {
  return found === null || found === "dir" ? null : `goes through ${showName(name)}, which is not a folder`;
}

function reject(why: string): Walked {
  return { kind: "reject", why };
}
