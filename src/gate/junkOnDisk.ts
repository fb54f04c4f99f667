// Whether something on this disk may be deleted without the trash. In a repository Git decides: ignored and untracked. In
// doubt the answer is no: moving to the trash costs next to nothing, and a wrong yes loses work.

import { gitRootOf } from "../knowledge/index.ts";
import { isBuiltFolder, isCacheName, isJunkName, isPrecious } from "../policy/junk.ts";
import { diskFacts, isIgnoredAndUntracked, isTrackedByGit } from "../store/index.ts";

export function isJunkOnDisk(path: string, project: string): boolean {
  if (!path.startsWith(`${project}/`)) return false;
  const below = path.slice(project.length + 1);
  const kind = diskFacts.lstat(path);
  const root = gitRootOf(path.slice(0, path.lastIndexOf("/")), diskFacts);
  // Which files a pattern means is not looked up.
  if (root === null) return isJunkName(below, kind !== null || /[*?[]/.test(below));
  if (isCacheName(below)) return !isTrackedByGit(root, path);
  return isIgnoredAndUntracked(root, path) && !(kind === "dir" && !isBuiltFolder(below) && holdsMore(path));
}

/** An ignored folder with a repository of its own, keys or a database directly in it. */
function holdsMore(folder: string): boolean {
  return diskFacts.list(folder).some((name) => name === ".git" || isPrecious(name));
}
