// The disk as it will be while the call runs: the world, and over it what earlier parts of the same call made, moved,
// linked or removed. Paths are compared as real paths: links of parents are resolved, also of files that do not exist yet.

import type { World } from "../call/call.ts";
import { HOLE, isDynamic, PLAIN, TEMP } from "./values.ts";

/** Something that an earlier part of the same call put there. */
export interface Made {
  readonly kind: "file" | "dir" | "link" | null;
  /** Text, where it is known. */
  readonly content: string | null;
  /** Where a link leads; for a copy, what it is a copy of. */
  readonly target?: string;
  /** Of a process substitution: whose output it is. */
  readonly from?: readonly string[];
  /** How it came: foreign content is never run unseen. */
  readonly by: "write" | "edit" | "copy" | "download" | "extract" | "clone" | "build" | "make" | "link" | "remove";
}

export interface Disk {
  readonly world: World;
  readonly made: Map<string, Made>;
  /** What earlier parts of the call moved, by its new path, with the path that it had before the call. */
  readonly moved: Map<string, string>;
}

export function openDisk(world: World): Disk {
  return { world, made: new Map(), moved: new Map() };
}

/** Collapses `.`, `..` and doubled slashes of an absolute path. */
export function normalise(path: string): string {
  if (!path.includes("//") && !path.includes("/.") && (path === "/" || !path.endsWith("/"))) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A file of the kernel's. What lies in /dev/shm is a file like any. */
export function isDevice(path: string): boolean {
  return path.startsWith("/dev/") && !path.startsWith("/dev/shm/");
}

export function isBelow(path: string, folder: string): boolean {
  return folder === "/" ? path.startsWith("/") : path === folder || (path.startsWith(folder) && path.charCodeAt(folder.length) === 47);
}

/** Absolute path of a spelling; null when the folder it starts from is unknown. Unknown names become `*`. */
export function absolute(disk: Disk, cwd: string | null, spelled: string): { readonly path: string; readonly exact: boolean } | null {
  let text = spelled;
  if (text.startsWith(TEMP)) text = `${disk.world.temporary[0] ?? "/tmp"}/tmp.${PLAIN}${text.slice(1)}`;
  const dynamic = isDynamic(text);
  if (dynamic) {
    const hole = text.indexOf(HOLE);
    if (hole === 0) return null;
    if (hole > 0) {
      const slash = text.lastIndexOf("/", hole);
      if (slash < 0) return cwd === null ? null : { path: cwd, exact: false };
      const known = absolute(disk, cwd, text.slice(0, slash + 1));
      return known === null ? null : { path: known.path, exact: false };
    }
  }
  if (text.charCodeAt(0) !== 47) {
    if (cwd === null) return null;
    text = cwd === "/" ? `/${text}` : `${cwd}/${text}`;
  }
  text = throughProc(text, cwd);
  if (dynamic) text = text.replaceAll(PLAIN, "*");
  return { path: normalise(text), exact: true };
}

const PROC_CWD = /^\/proc\/(?:self|thread-self|\d+|\uE001)\/(cwd|root)(?=\/|$)/;

/** `/proc/self/cwd/x` is `x`. */
function throughProc(path: string, cwd: string | null): string {
  if (!path.startsWith("/proc/")) return path;
  const match = PROC_CWD.exec(path);
  if (match === null) return path;
  const rest = path.slice(match[0].length);
  return match[1] === "root" ? rest || "/" : `${cwd ?? "/"}${rest}`;
}

const MOST_LINKS = 16;

/** The real path of a path: parents resolved; the last name too when `follow`. */
export function realOf(disk: Disk, path: string, follow: boolean): string {
  let real = path;
  if (disk.made.size > 0) real = throughMadeLinks(disk, real, follow);
  if (follow) {
    const resolved = disk.world.realpath(real);
    if (resolved !== real) return resolved;
  }
  const parent = parentOf(real);
  const realParent = disk.world.realpath(parent);
  return realParent === parent ? real : realParent === "/" ? `/${nameOf(real)}` : `${realParent}/${nameOf(real)}`;
}

function throughMadeLinks(disk: Disk, path: string, follow: boolean): string {
  let real = path;
  for (let turn = 0; turn < MOST_LINKS; turn++) {
    const next = stepThroughLink(disk, real, follow);
    if (next === null) return real;
    real = next;
  }
  return real;
}

function stepThroughLink(disk: Disk, path: string, follow: boolean): string | null {
  for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
    const last = end < 0;
    if (last && !follow) return null;
    const prefix = last ? path : path.slice(0, end);
    const made = disk.made.get(prefix);
    if (made?.kind === "link" && made.target !== undefined) return normalise(made.target + path.slice(prefix.length));
    if (last) return null;
  }
}

/** Where something was before the call; null: it was not there. */
export function pathBefore(disk: Disk, path: string): string | null {
  for (const [to, from] of disk.moved) if (isBelow(path, to)) return from + path.slice(to.length);
  return disk.world.kind(path) === null ? null : path;
}

/** An earlier part of the call moved something to this path, below it or to a folder above it. */
export function holdsMoved(disk: Disk, path: string): boolean {
  for (const to of disk.moved.keys()) if (isBelow(to, path) || isBelow(path, to)) return true;
  return false;
}

/** What is there while the call runs. */
export function kindOf(disk: Disk, path: string): "file" | "dir" | "link" | "other" | null {
  const made = disk.made.get(path);
  return made === undefined ? disk.world.kind(path) : made.kind;
}

/** Text of a file while the call runs; null when unknown. */
export function textOf(disk: Disk, path: string): string | null {
  const made = disk.made.get(path);
  if (made === undefined) return disk.world.readText(path);
  return made.content;
}

/** Names below a folder while the call runs; null when the folder is unknown. */
export function namesIn(disk: Disk, folder: string): readonly string[] | null {
  const listed = disk.world.list(folder);
  let names = listed;
  if (disk.made.size > 0) {
    const own = new Set(listed);
    for (const [path, made] of disk.made) {
      if (parentOf(path) !== folder) continue;
      if (made.kind === null) own.delete(nameOf(path));
      else own.add(nameOf(path));
    }
    names = [...own];
  }
  if (names.length > 0) return names;
  const known = isBelow(folder, disk.world.project) && kindOf(disk, folder) === "dir";
  return known ? names : null;
}

/** `C:\x` is another place than anything in a world without drives. */
export function windowsPath(text: string, { world }: { readonly world: World }): string {
  const path = text.replace(/^(?:Microsoft\.PowerShell\.Core\\)?FileSystem::/i, "").replaceAll("\\", "/");
  if (path === "~" || path.startsWith("~/")) return world.userHome + path.slice(1);
  if (!/^[a-z]:/i.test(path) || /^[a-z]:/i.test(world.project)) return path;
  return `/${path.charAt(0).toUpperCase()}:/${path.slice(2).replace(/^\/+/, "")}`;
}
