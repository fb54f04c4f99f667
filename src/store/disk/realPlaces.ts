// From a place to the one real file behind it (P6): links that stay inside the root are followed before anything is
// locked or opened, links that leave it, dangle or loop are refused.

import { lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { badPath, checkGrammar } from "../port/placeNames.ts";
import type { Place, Root } from "../port/port.ts";
import { diskError, isAbsent } from "./osErrors.ts";

export interface Roots {
  readonly home: string;
  readonly project: string | null;
  readonly state: string;
}

/** A place after all links were followed. */
export interface Spot {
  /** The innermost root that holds the file, so that two roots that overlap give one spelling. */
  readonly place: Place;
  /** That root's real directory. */
  readonly base: string;
  /** The real file. It may not exist; then neither may some of its folders. */
  readonly file: string;
  /** What messages call it: the path as the person knows it. */
  readonly shown: string;
}

export function describePlace(roots: Roots, place: Place): string {
  const root = roots[place.root];
  return root === null ? `${place.root}:${place.path}` : join(root, place.path);
}

export function findSpot(roots: Roots, place: Place): Spot {
  checkGrammar(place);
  const shown = describePlace(roots, place);
  try {
    const base = realRoot(rootOf(roots, place.root), shown);
    return innermost(roots, { place, base, file: follow(base, place.path, shown), shown });
  } catch (error) {
    throw diskError(error, { doing: "read", file: shown });
  }
}

/** The real directory of a folder below a root; "" is the root itself. */
export function findFolder(roots: Roots, root: Root, folder: string): string {
  if (folder !== "") return findSpot(roots, { root, path: folder }).file;
  return realRoot(rootOf(roots, root), describePlace(roots, { root, path: "" }));
}

export function lstatOrNull(file: string): Stats | null {
  return lstatSync(file, { throwIfNoEntry: false }) ?? null;
}

export function isInside(base: string, file: string): boolean {
  return file === base || file.startsWith(base.endsWith(sep) ? base : base + sep);
}

function rootOf(roots: Roots, root: Root): string {
  const directory = roots[root];
  if (directory === null) throw badPath(`${root}:`, "no project is open here", "Run this inside a project, or name one with --cwd.");
  if (!isAbsolute(directory)) throw badPath(directory, "a root must be an absolute path");
  return directory;
}

interface RealDirectory {
  readonly real: string;
  readonly dev: number;
  readonly ino: number;
}

const MOST_KNOWN = 64;
const known = new Map<string, RealDirectory>();

/**
 * The real path of a directory; null when it is something else. Every append asks for the same three roots, and finding
 * a real path costs a system call for each of its parts: what was found holds as long as the directory as it is spelled,
 * and the one that was found, are still that very directory.
 */
function realDirectory(directory: string): string | null {
  const before = known.get(directory);
  if (before !== undefined && isStill(directory, before) && (before.real === directory || isStill(before.real, before))) return before.real;
  const real = realpathSync.native(directory);
  const stat = lstatOrNull(real);
  if (stat === null || !stat.isDirectory()) return null;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(directory, { real, dev: stat.dev, ino: stat.ino });
  return real;
}

function isStill(directory: string, { dev, ino, real }: RealDirectory): boolean {
  const stat = (directory === real ? lstatSync : statSync)(directory, { throwIfNoEntry: false });
  return stat !== undefined && stat.isDirectory() && stat.dev === dev && stat.ino === ino;
}

/** The root may not exist yet: then the real path of the nearest folder that does, and the rest as spelled. */
function realRoot(directory: string, shown: string): string {
  try {
    const real = realDirectory(directory);
    if (real === null) throw badPath(shown, `${directory} is not a folder`);
    return real;
  } catch (error) {
    if (!isAbsent(error)) throw error;
    if (lstatOrNull(directory)?.isSymbolicLink()) throw badPath(shown, `${directory} is a link to nothing`);
    return join(realRoot(dirname(directory), shown), relative(dirname(directory), directory));
  }
}

function follow(base: string, path: string, shown: string): string {
  const parts = path.split("/");
  let current = base;
  for (const [index, part] of parts.entries()) {
    const next = join(current, part);
    const found = lstatOrNull(next);
    if (found === null) return join(current, ...parts.slice(index));
    const isLast = index === parts.length - 1;
    current = found.isSymbolicLink() ? followLink(base, next, shown) : next;
    const folder = found.isSymbolicLink() ? lstatOrNull(current)?.isDirectory() : found.isDirectory();
    if (!isLast && !folder) throw badPath(shown, `${part} is not a folder`);
  }
  // Where names ignore case, the disk knows the one true spelling.
  return process.platform === "linux" ? current : realpathSync.native(current);
}

function followLink(base: string, link: string, shown: string): string {
  let target: string;
  try {
    target = realpathSync.native(link);
  } catch (error) {
    if (isAbsent(error)) throw badPath(shown, `${link} is a link to nothing`);
    throw error; // ELOOP becomes BAD_PATH in diskError
  }
  if (!isInside(base, target)) throw badPath(shown, `${link} is a link that leaves ${base}`);
  return target;
}

function innermost(roots: Roots, spot: Omit<Spot, "place"> & { place: Place }): Spot {
  let best = spot.base;
  let root = spot.place.root;
  for (const other of ["home", "project", "state"] as const) {
    const directory = roots[other];
    if (other === spot.place.root || directory === null || !isAbsolute(directory)) continue;
    const real = realOrNull(directory);
    if (real !== null && real.length > best.length && isInside(real, spot.file)) {
      best = real;
      root = other;
    }
  }
  const path = relative(best, spot.file).split(sep).join("/");
  if (path === "") throw badPath(spot.shown, "it names a root, not a file");
  return { place: { root, path }, base: best, file: spot.file, shown: spot.shown };
}

function realOrNull(directory: string): string | null {
  try {
    // A root that does not exist yet is no rarity, and an exception costs more than a look.
    return known.has(directory) || lstatOrNull(directory) !== null ? realDirectory(directory) : null;
  } catch {
    // A root that cannot be looked at holds nothing that was just found elsewhere.
    return null;
  }
}
