// The world as it is on this disk, for the gate.

import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { isBelow } from "../base/index.ts";
import { gitRootOf } from "../knowledge/discovery.ts";
import type { Whereabouts } from "../knowledge/index.ts";
import type { World } from "../policy/judging.ts";
import { isBuiltFolder, isCacheName, isJunkName, isPrecious } from "../analysis/call/junk.ts";
import {
  branchAt,
  diskFacts,
  isIgnoredAndUntracked,
  isTrackedByGit,
  isUnchangedInGit,
  readSmallText,
  wasUnchangedInGit,
} from "../store/onDisk.ts";

/**
 * Without a session: since this program runs nobody asked it about an earlier call. Not by `performance`, for which Node loads
 * eleven modules.
 */
const BEGAN = Date.now() - process.uptime() * 1000;

/** `began`: when the session began. What Git has only since then is no ordinary script, and makes nothing ignored. */
export function diskWorld(mind: { readonly where: Whereabouts }, cwd: string = mind.where.cwd, began?: number): World {
  const project = mind.where.project ?? cwd;
  const { home, state } = mind.where;
  // Looked up when a call asks for it: most do not, and the hook starts anew for every call.
  let branch: string | null | undefined;
  let ownFiles: readonly string[] | undefined;
  return {
    project,
    cwd,
    userHome: realOf(mind.where.userHome),
    temporary: ["/tmp", "/var/tmp", "/private/tmp", "/dev/shm"].filter((folder) => !`${project}/`.startsWith(`${folder}/`)),
    // Paths of a call are compared by their real names, what its code says as it is spelled: a home may be reached through a link.
    minds: [...new Set([realOf(home), realOf(state), home, state])],
    get program() {
      return codicilPath().startsWith("/") ? dirname(codicilPath()) : undefined;
    },
    get ownFiles() {
      return (ownFiles ??= ownFilesOf(mind.where.state, project));
    },
    get branch() {
      return branch === undefined ? (branch = branchOf(project)) : branch;
    },
    get codicil() {
      // Where install put a launcher, that one: it knows its mind, whatever environment the command runs in.
      const launcher = `${mind.where.state}/bin/codicil`;
      return diskFacts.lstat(launcher) === "file" ? launcher : codicilPath();
    },
    kind: (path) => {
      const kind = diskFacts.lstat(path);
      return kind === "hardlinked" ? "file" : kind;
    },
    realpath: (path) => realOf(path),
    list: (folder) => diskFacts.list(folder),
    isJunk: (path) => isJunkOnDisk(path, project, began),
    isCommitted: (path) => {
      const root = gitRootOf(dirname(path), diskFacts);
      return root !== null && isUnchangedInGit(root, path);
    },
    wasCommitted: (path) => {
      const root = gitRootOf(dirname(path), diskFacts);
      return root !== null && wasUnchangedInGit(root, path, began ?? BEGAN);
    },
    readText: (path) => readSmallText(path, 256 * 1024),
  };
}

/** The real path of what exists; what does not exist yet hangs below its real parent. */
function realOf(path: string): string {
  const real = diskFacts.realpath(path);
  if (real !== null || path === "/") return real ?? path;
  const cut = path.lastIndexOf("/");
  const parent = realOf(cut <= 0 ? "/" : path.slice(0, cut));
  return `${parent === "/" ? "" : parent}${path.slice(cut)}`;
}

function branchOf(project: string): string | null {
  const root = gitRootOf(project, diskFacts);
  return root === null ? null : branchAt(root);
}

// Whether something on this disk may be deleted without the trash. In a repository Git decides: ignored and untracked. In
// doubt the answer is no: moving to the trash costs next to nothing, and a wrong yes loses work.
function isJunkOnDisk(path: string, project: string, began?: number): boolean {
  if (!path.startsWith(`${project}/`) || isPrecious(basename(path))) return false;
  const below = path.slice(project.length + 1);
  const kind = diskFacts.lstat(path);
  const root = gitRootOf(path.slice(0, path.lastIndexOf("/")), diskFacts);
  // Which files a pattern means is not looked up.
  if (root === null) return isJunkName(below, kind !== null || /[*?[]/.test(below));
  if (isCacheName(below)) return !isTrackedByGit(root, path);
  return isIgnoredAndUntracked(root, path, began) && !(kind === "dir" && !isBuiltFolder(below) && holdsMore(path));
}

/** An ignored folder with a repository of its own, keys or a database directly in it. */
function holdsMore(folder: string): boolean {
  return diskFacts.list(folder).some((name) => name === ".git" || isPrecious(name));
}

// The files that are this gate: the program that runs now, the one that the hosts' launcher names, the library it loads and
// the Node that runs them. An agent that could change one of them would have no gate at its next call.

/** Absolute paths as the launcher has them: plain, or in single quotes. */
const PATHS = /'(\/[^'\n]+)'|(?<=[\s=])(\/[\w./:@%+=,-]+)/g;
const NATIVE = "fs-native-extensions";

/** Folders and files. A checkout of Codicil that is a project, and not what is installed, can be worked on. */
function ownFilesOf(state: string, project: string): string[] {
  const launchers = ["codicil-hook", "codicil-gate", "codicil"].map((name) => readSmallText(`${state}/bin/${name}`, 64 * 1024) ?? "");
  const named = launchers.flatMap(pathsIn).filter((path) => !isBelow(path, state));
  const here = fileURLToPath(import.meta.url);
  const isWorkedOn = (path: string) => isBelow(path, project) && !path.slice(project.length).includes("/node_modules/");
  const running = isWorkedOn(here) ? [] : [here];
  const node = isBelow(process.execPath, project) ? [] : [process.execPath];
  return [...new Set([...node, ...[...named, ...running].flatMap(filesOf)])];
}

function pathsIn(launcher: string): string[] {
  return [...launcher.matchAll(PATHS)].map(([, quoted, plain]) => quoted ?? plain ?? "").filter(isFile);
}

/** A file of a package stands for the folder of the package that it is in, and for the native library beside it. */
function filesOf(file: string): string[] {
  const root = packageOf(file);
  if (root === null) return isFile(file) ? [file] : [];
  // A package that a host installed by itself has the program in a folder, beside the scripts and the list of hooks.
  if (root.endsWith("/program") && diskFacts.lstat(`${dirname(root)}/bin/codicil-hook`) !== null) return [dirname(root)];
  const isInstalled = dirname(root).endsWith("/node_modules");
  const part = file.slice(root.length + 1).split("/")[0] ?? "";
  const native = [`${root}/node_modules/${NATIVE}`, `${dirname(root)}/${NATIVE}`].filter((path) => diskFacts.lstat(path) !== null);
  return [isInstalled ? root : `${root}/${part}`, ...native];
}

/** The folder of Codicil's own package; null: the file belongs to none. */
function packageOf(file: string): string | null {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const text = readSmallText(`${folder}/package.json`, 256 * 1024);
    if (text !== null) return /"name"\s*:\s*"codicil"/.test(text) ? folder : null;
  }
  return null;
}

function isFile(path: string): boolean {
  const kind = diskFacts.lstat(path);
  return kind === "file" || kind === "hardlinked";
}

// Where this very program is, for commands that are rewritten to call it: by its absolute path, so that no other
// program of that name on somebody's path runs in its place.
let found: string | undefined;

/** The launcher of the checkout or the package; without one the plain name. */
export function codicilPath(): string {
  found ??= findProgram();
  return found;
}

/** This file is in src/gate, or in a bundle in dist: the launcher lies in a folder above, beside package.json. */
function findProgram(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let folder = here; folder !== dirname(folder); folder = dirname(folder)) {
    if (diskFacts.lstat(`${folder}/codicil`) === "file" && diskFacts.lstat(`${folder}/package.json`) !== null) return `${folder}/codicil`;
  }
  return "codicil";
}
