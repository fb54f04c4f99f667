// Where a path stands: root or home or project as a whole, in the project, among its junk, below a temporary folder, in a
// system folder, or anywhere else.

import { isBelow, nameOf } from "../analysis/disk.ts";
import type { World } from "../call.ts";

export type Place = "whole" | "repository" | "junk" | "project" | "temporary" | "device" | "system" | "home" | "elsewhere";

const SYSTEM = /^\/(?:etc|usr|bin|sbin|lib|lib32|lib64|libx32|boot|sys|proc|root|opt|snap|srv|var(?!\/tmp(?:\/|$)|\/folders(?:\/|$))|run|System|Library|Applications|private\/etc|private\/var|Volumes|mnt|media)(?:\/|$)/;

/** Folders and files that a build or a test run makes again. */
const JUNK_FOLDER = /^(?:node_modules|dist|build|target|coverage|\.cache|__pycache__|\.next|\.nuxt|\.output|\.turbo|\.parcel-cache|\.svelte-kit|\.angular|\.vite|\.nyc_output|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.gradle|\.eggs|.+\.egg-info|out|tmp|temp|\.tmp|\.temp|logs|htmlcov|storybook-static|playwright-report|test-results|\.expo|\.dart_tool|\.terraform|DerivedData|\.build|bower_components|\.docusaurus|_site|\.jekyll-cache|\.sass-cache|\.eslintcache|\.stylelintcache|cmake-build-.+|bazel-.+)$/;
const JUNK_FILE = /\.(?:pyc|pyo|o|obj|class|log|tmp|temp|swp|swo|bak|orig|rej|tsbuildinfo|cache|pid|map|coverage|lcov|gcda|gcno|profraw|stackdump|dSYM)$|^(?:\.DS_Store|Thumbs\.db|\.coverage|\.eslintcache|npm-debug\.log.*|core)$|~$/;
/** Never junk, whatever Git ignores: nobody can make these again. */
const PRECIOUS = /^\.env(?:\..+)?$|\.(?:key|pem|p12|pfx|jks|db|sqlite|sqlite3|mdb|kdbx|gpg|asc|age)$|^id_[a-z0-9]+$|^(?:credentials|secrets?)(?:\.\w+)?$/i;

export function isJunk(path: string, world: World): boolean {
  if (!isBelow(path, world.project) || path === world.project) return false;
  const parts = path.slice(world.project.length + 1).split("/");
  const last = parts.at(-1) ?? "";
  if (PRECIOUS.test(last)) return false;
  if (parts.some((part) => JUNK_FOLDER.test(part))) return true;
  return JUNK_FILE.test(last) || world.isJunk(path);
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
  if (world.temporary.some((each) => isBelow(path, each)) || path.startsWith("/dev/shm/") || /^\/(?:private\/)?var\/folders\/.+\/T\/./.test(path)) return "temporary";
  if (path.startsWith("/dev/")) return "device";
  if (isBelow(path, userHome)) return nameOf(path) === "" ? "whole" : "home";
  return SYSTEM.test(path) || path.lastIndexOf("/") === 0 ? "system" : "elsewhere";
}
