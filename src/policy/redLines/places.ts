// Where a path is: root or home or project as a whole, in the project, among its junk, below a temporary folder, in a
// system folder, or anywhere else.

import { isBelow, isDevice, nameOf, type World } from "../../analysis/index.ts";

export type Place = "whole" | "repository" | "junk" | "project" | "temporary" | "device" | "system" | "home" | "elsewhere";

const SYSTEM =
  /^\/(?:etc|usr|bin|sbin|lib|lib32|lib64|libx32|boot|sys|proc|root|opt|snap|srv|var(?!\/tmp(?:\/|$)|\/folders(?:\/|$))|run|System|Library|Applications|private\/etc|private\/var|Volumes|mnt|media)(?:\/|$)/;

/** What Git ignores and does not track, or a build's own names where there is no repository: the world knows. */
export function isJunk(path: string, world: World): boolean {
  return isBelow(path, world.project) && path !== world.project && world.isJunk(path);
}

/** What package managers fetch again by themselves, below the machine's folders and below a home. */
const REFILLED =
  /^\/var\/(?:lib\/apt\/lists|cache\/(?:apt|apk|yum|dnf|zypp|pacman|man|fontconfig))(?:\/|$)|^\/etc\/apt\/apt\.conf\.d\/docker-clean$/;
const REFILLED_AT_HOME =
  /^(?:\.cache\/(?:pip|uv|yarn|node|corepack|pnpm|go-build|pypoetry|pre-commit|composer|deno|ccache|mypy|ruff)|\.npm\/(?:_cacache|_logs|_npx)|\.npm|\.cargo\/registry|\.gradle\/caches|\.composer\/cache|\.bun\/install\/cache)(?:\/|$)/;

export function isRefilled(path: string, { userHome }: World): boolean {
  const home = [userHome, "/root"].find((each) => isBelow(path, each));
  return REFILLED.test(path) || (home !== undefined && REFILLED_AT_HOME.test(path.slice(home.length + 1)));
}

export function placeOf(path: string, world: World): Place {
  const { project, userHome } = world;
  if (path === "/" || path === userHome || path === project || isBelow(project, path) || isBelow(userHome, path)) return "whole";
  if (isBelow(path, project)) {
    const rest = path.slice(project.length + 1);
    if (rest === ".git" || rest.startsWith(".git/")) return "repository";
    return isJunk(path, world) ? "junk" : "project";
  }
  if (world.temporary.some((each) => path === each)) return "system";
  if (world.temporary.some((each) => isBelow(path, each)) || /^\/(?:private\/)?var\/folders\/.+\/T\/./.test(path)) return "temporary";
  if (isDevice(path)) return "device";
  if (isBelow(path, userHome)) return nameOf(path) === "" ? "whole" : "home";
  return SYSTEM.test(path) || path.lastIndexOf("/") === 0 ? "system" : "elsewhere";
}
