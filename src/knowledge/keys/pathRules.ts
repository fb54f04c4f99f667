// Which paths may be the key of an entry, and which place each of them means.
//
// Invariants:
//   R1 an accepted path lies below the mind's home or the project, on disk as in spelling
//   R2 it names a .md file that is absent or a regular file with one link, and belongs to no program
//   R3 one file has one lock, however its key is spelled; two files may share one
//   R4 judging the canonical path again gives the same answer

import { byteLength, foldCase, judgeCharacters, judgePart, judgePartsBelowRoot, KEY_BYTES, showName } from "./pathNames.ts";
import { below, type Disk, joinPath, type Parts, realParts, splitPath, walkDown } from "./pathOnDisk.ts";

export type { Disk } from "./pathOnDisk.ts";

/** What a key is judged against. All paths are absolute, with `/` between parts. */
export interface KeyWorld {
  readonly home: string;
  /** The project's root; null outside of any project. */
  readonly project: string | null;
  /** Where relative keys begin; lies in the project. null: at its root. */
  readonly cwd: string | null;
  /** What `~` means, except in `~/.config/agents`, which is always the mind's home. */
  readonly userHome: string;
  /** The path below the home of a core document's bare name (`MEMORY.md`), null for every other name. */
  readonly layout: (name: string) => string | null;
  readonly disk: Disk;
  /** Folders of Codicil's own (its state) that may lie inside a root and hold no documents. */
  readonly own?: readonly string[];
}

export type KeyVerdict =
  | {
      readonly kind: "accept";
      readonly root: "home" | "project";
      /** Relative to the root, in NFC; an existing file keeps the spelling it has on disk. */
      readonly path: string;
      /** The real absolute path, case-folded: equal for every spelling of one file, in every project. */
      readonly lock: string;
    }
  | { readonly kind: "reject"; readonly why: string };

interface KeyRoot {
  readonly tag: "home" | "project";
  readonly spelled: Parts;
  readonly real: Parts;
}

/** Where a key begins: a real folder that its `..` may not leave, and the parts from there on. */
type Anchor = { readonly kind: "anchor"; readonly from: Parts; readonly parts: Parts } | Rejected;
type Rejected = { readonly kind: "reject"; readonly why: string };

/** Folders at the top of a root that only Codicil writes. A project's `staging` is its own affair. */
const OWN_FOLDERS = { home: ["last-word", "staging"], project: ["last-word"] } as const;
/** As many links as Linux follows. */
const LINKS = 40;

/** Never throws on any input; a fault of `world.disk` passes through. */
export function judgePathKey(input: unknown, world: KeyWorld): KeyVerdict {
  if (typeof input !== "string") return reject("the path is not text");
  const key = input.normalize("NFC");
  const why = judgeCharacters(key);
  if (why !== null) return reject(`the path ${why}`);
  const roots = rootsOf(world);
  const anchor = findAnchor(key, roots, world);
  if (anchor.kind === "reject") return anchor;
  const place = resolveDots(anchor.from, anchor.parts, world.disk);
  return place.kind === "reject" ? place : settle(place.at, roots, world);
}

/** Home first, so that a home that is its own project counts as the home. A root behind a broken link is none. */
function rootsOf(world: KeyWorld): readonly KeyRoot[] {
  const roots: KeyRoot[] = [];
  for (const tag of ["home", "project"] as const) {
    const path = world[tag];
    if (path === null) continue;
    const spelled = splitPath(path);
    const real = realParts(spelled, world.disk);
    if (real !== null) roots.push({ tag, spelled, real });
  }
  return roots;
}

function findAnchor(key: string, roots: readonly KeyRoot[], world: KeyWorld): Anchor {
  const parts = splitPath(key);
  const first = key.split("/", 1)[0] ?? "";
  if (first === "") return anchorExpanded(parts, roots, world) ?? anchorAbsolute(parts, roots);
  if (first === "~") return anchorTilde(parts.slice(1), roots, world);
  if (first.startsWith("~") && parts.length > 1) return reject("the path begins with ~name; only ~/ is understood");
  if (first.startsWith("-")) return reject("the path begins with -, which programs read as an option");
  // A core document's name is the mind's only when it is alone: ./MEMORY.md is the project's.
  if (parts.length === 1 && parts[0] === first) return anchorBare(first, roots, world);
  return anchorInProject(parts, roots, world);
}

function anchorAbsolute(parts: Parts, roots: readonly KeyRoot[]): Anchor {
  // The parts before the root must be the root's own: a `..` on the way to it could pass through any link.
  for (const root of deepestFirst(roots)) {
    const rest = below(parts, root.real) ?? below(parts, root.spelled);
    if (rest !== null) return { kind: "anchor", from: root.real, parts: rest };
  }
  return reject("the path is outside the mind's home and the project");
}

/** `~/.config/agents/…` as a shell hands it on. Where no such folder is, it can only mean the mind's home. */
function anchorExpanded(parts: Parts, roots: readonly KeyRoot[], { userHome, disk }: KeyWorld): Anchor | null {
  const inHome = below(parts, [...splitPath(userHome), ".config", "agents"]);
  const home = roots.find((root) => root.tag === "home");
  if (inHome === null || home === undefined || disk.lstat(`${userHome}/.config/agents`) !== null) return null;
  return { kind: "anchor", from: home.real, parts: inHome };
}

function anchorTilde(parts: Parts, roots: readonly KeyRoot[], world: KeyWorld): Anchor {
  const inHome = below(parts, [".config", "agents"]);
  const home = roots.find((root) => root.tag === "home");
  if (inHome !== null && home !== undefined) return { kind: "anchor", from: home.real, parts: inHome };
  return anchorAbsolute([...splitPath(world.userHome), ...parts], roots);
}

function anchorBare(name: string, roots: readonly KeyRoot[], world: KeyWorld): Anchor {
  const path = name.endsWith(".md") ? world.layout(name) : null;
  if (path !== null) {
    const home = roots.find((root) => root.tag === "home");
    return home === undefined ? reject("the mind's home cannot be found") : { kind: "anchor", from: home.real, parts: splitPath(path) };
  }
  const core = `${foldCase(name.replace(/\.md$/i, "")).toUpperCase()}.md`;
  if (name.endsWith(".md") && world.layout(core) !== null) {
    return reject(`the path differs from ${core} only in its case; write ${core}, or ./${name} for the project's file`);
  }
  return anchorInProject([name], roots, world);
}

function anchorInProject(parts: Parts, roots: readonly KeyRoot[], world: KeyWorld): Anchor {
  const project = roots.find((root) => root.tag === "project");
  if (project === undefined) return reject("the path is relative and there is no project here");
  const cwd = world.cwd === null ? project.real : realParts(splitPath(world.cwd), world.disk);
  if (cwd === null || below(cwd, project.real) === null) return reject("the working folder is outside the project");
  return { kind: "anchor", from: cwd, parts };
}

/** Resolves `..` by spelling, which is only right where nothing but folders is before it. */
function resolveDots(from: Parts, parts: Parts, disk: Disk): { readonly kind: "at"; readonly at: Parts } | Rejected {
  const at: string[] = [];
  for (const part of parts) {
    if (part !== "..") {
      const why = judgePart(part);
      if (why !== null) return reject(`the path ${why}`);
      at.push(part);
      continue;
    }
    if (!onlyFolders(from, at, disk)) return reject("the path has .. behind a link or something else that is not a folder");
    if (at.pop() === undefined) return reject("the path leaves the folder that it begins in");
  }
  return { kind: "at", at: [...from, ...at] };
}

/** Whether every part that exists is a folder. Asks from the top, and nothing below the first that is not. */
function onlyFolders(from: Parts, parts: Parts, disk: Disk): boolean {
  for (let count = 1; count <= parts.length; count++) {
    const found = disk.lstat(joinPath([...from, ...parts.slice(0, count)]));
    if (found !== "dir") return found === null;
  }
  return true;
}

/** Follows the links of an absolute place until none is left; every place on the way is judged like a key. */
function settle(place: Parts, roots: readonly KeyRoot[], world: KeyWorld): KeyVerdict {
  let at = place;
  for (let links = 0; links <= LINKS; links++) {
    const root = deepestFirst(roots).find((candidate) => below(at, candidate.real) !== null);
    if (root === undefined) return reject("the path leads through a link to a place outside the home and the project");
    const parts = below(at, root.real) ?? [];
    const why = judgePlace(root, parts, world);
    if (why !== null) return reject(`the path ${why}`);
    const walked = walkDown(root.real, parts, world.disk);
    if (walked.kind === "reject") return reject(`the path ${walked.why}`);
    if (walked.kind === "here") {
      const path = walked.parts.join("/");
      return { kind: "accept", root: root.tag, path, lock: foldCase(joinPath([...root.real, ...walked.parts])) };
    }
    at = walked.to;
  }
  return reject("the path goes through too many links");
}

function judgePlace(root: KeyRoot, parts: Parts, world: KeyWorld): string | null {
  const spelling = parts.map((part) => judgePart(part)).find((why) => why !== null) ?? judgePartsBelowRoot(parts);
  if (spelling !== null) return spelling;
  const place = [...root.real, ...parts];
  if (byteLength(joinPath(place)) > KEY_BYTES) return `is longer than ${KEY_BYTES} bytes with its root`;
  const top = parts[0] ?? "";
  const own: readonly string[] = OWN_FOLDERS[root.tag];
  if (own.includes(foldCase(top))) return `lies in ${showName(top)}, a folder of Codicil's own`;
  for (const folder of world.own ?? []) {
    const real = realParts(splitPath(folder), world.disk);
    if (real !== null && below(place, real) !== null) return "lies in a folder of Codicil's own";
  }
  return null;
}

/** The innermost root owns a place: a home inside a project stays the home. */
function deepestFirst(roots: readonly KeyRoot[]): readonly KeyRoot[] {
  return roots.toSorted((a, b) => b.real.length - a.real.length);
}

function reject(why: string): Rejected {
  return { kind: "reject", why };
}
