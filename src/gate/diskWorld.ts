// The world as it is on this disk, for the gate.

import { dirname } from "node:path";
import { gitRootOf, type Whereabouts } from "../knowledge/index.ts";
import type { World } from "../policy/judging.ts";
import { diskFacts, isUnchangedInGit, readSmallText } from "../store/index.ts";
import { isJunkOnDisk } from "./junkOnDisk.ts";
import { codicilPath } from "./program.ts";
import { ownFilesOf } from "./ownFiles.ts";

export function diskWorld(mind: { readonly where: Whereabouts }, cwd: string = mind.where.cwd): World {
  const project = mind.where.project ?? cwd;
  // Looked up when a call asks for it: most do not, and the hook starts anew for every call.
  let branch: string | null | undefined;
  let ownFiles: readonly string[] | undefined;
  return {
    project,
    cwd,
    userHome: mind.where.userHome,
    temporary: ["/tmp", "/var/tmp", "/private/tmp", "/dev/shm"].filter((folder) => !`${project}/`.startsWith(`${folder}/`)),
    minds: [mind.where.home, mind.where.state],
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
    isJunk: (path) => isJunkOnDisk(path, project),
    isCommitted: (path) => {
      const root = gitRootOf(dirname(path), diskFacts);
      return root !== null && isUnchangedInGit(root, path);
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

/** The branch that is checked out, also in a worktree; null when detached or outside Git. */
function branchOf(project: string): string | null {
  const root = gitRootOf(project, diskFacts);
  if (root === null) return null;
  const file = diskFacts.lstat(`${root}/.git`) === "file" ? readSmallText(`${root}/.git`, 4096) : null;
  const folder = file === null ? `${root}/.git` : (/^gitdir: (.*)$/m.exec(file)?.[1]?.trim() ?? "");
  const head = readSmallText(`${folder.startsWith("/") ? folder : `${root}/${folder}`}/HEAD`, 4096);
  return head === null ? null : (/^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? null);
}
