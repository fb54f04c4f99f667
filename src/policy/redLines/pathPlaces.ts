// Where a path is: root or home or project as a whole, in the project, among its junk, below a temporary folder, in a
// system folder, or anywhere else.

import { either } from "../../base/index.ts";
import { isBelow, isDevice, nameOf, type World } from "../../analysis/index.ts";

export type Place = "whole" | "repository" | "junk" | "project" | "temporary" | "device" | "system" | "home" | "elsewhere";

const SYSTEM_FOLDERS = either`etc, usr, bin, sbin, lib, lib32, lib64, libx32, boot, sys, proc, root, opt, snap, srv,
  var(?!\/(?:tmp|folders)(?:\/|$)), run, System, Library, Applications, private\/etc, private\/var, Volumes, mnt, media`;
const SYSTEM = new RegExp(`^\\/(?:${SYSTEM_FOLDERS})(?:\\/|$)`);
/** The temporary folder of a Mac's user. */
const MAC_TEMPORARY = /^\/(?:private\/)?var\/folders\/.+\/T\/./;

/** What Git ignores and does not track, or a build's own names where there is no repository: the world knows. */
export function isJunk(path: string, world: World): boolean {
  return isBelow(path, world.project) && path !== world.project && world.isJunk(path);
}

/** What package managers fetch again by themselves, below the machine's folders and below a home. */
const REFILLED_LISTS = either`lib\/apt\/lists, cache\/(?:apt|apk|yum|dnf|zypp|pacman|man|fontconfig)`;
const REFILLED = new RegExp(`^\\/var\\/(?:${REFILLED_LISTS})(?:\\/|$)`);
const REFILLED_FILE = "/etc/apt/apt.conf.d/docker-clean";
const CACHES = either`pip, uv, yarn, node, corepack, pnpm, go-build, pypoetry, pre-commit, composer, deno, ccache, mypy, ruff`;
const CACHES_AT_HOME = either`\.cache\/(?:${CACHES}), \.npm, \.cargo\/registry, \.gradle\/caches, \.composer\/cache, \.bun\/install\/cache`;
const REFILLED_AT_HOME = new RegExp(`^(?:${CACHES_AT_HOME})(?:\\/|$)`);

export function isRefilled(path: string, { userHome }: World): boolean {
  if (REFILLED.test(path) || path === REFILLED_FILE) return true;
  const home = [userHome, "/root"].find((each) => isBelow(path, each));
  return home !== undefined && REFILLED_AT_HOME.test(path.slice(home.length + 1));
}

export function placeOf(path: string, world: World): Place {
  const { project, userHome } = world;
  if (path === "/" || isBelow(project, path) || isBelow(userHome, path)) return "whole";
  if (isBelow(path, project)) return placeInProject(path, world);
  if (world.temporary.includes(path)) return "system";
  if (world.temporary.some((each) => isBelow(path, each)) || MAC_TEMPORARY.test(path)) return "temporary";
  if (isDevice(path)) return "device";
  if (isBelow(path, userHome)) return nameOf(path) === "" ? "whole" : "home";
  return SYSTEM.test(path) || path.lastIndexOf("/") === 0 ? "system" : "elsewhere";
}

function placeInProject(path: string, world: World): Place {
  if (isBelow(path, `${world.project}/.git`)) return "repository";
  return isJunk(path, world) ? "junk" : "project";
}
