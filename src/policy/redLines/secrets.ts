// Files that hold keys and passwords: reading them is asked about, and Codicil's own token is never read.

import type { World } from "../call.ts";
import { isBelow, nameOf } from "../analysis/disk.ts";
import { isSystemKey, nearHomeKeys } from "./keyPlaces.ts";

/** A file that holds keys; not the folder in which it lies. */
export function isKeyFile(path: string, world: World): boolean {
  if (isBelow(path, world.userHome)) return nearHomeKeys(path.slice(world.userHome.length + 1))?.kind === "inside" && world.kind(path) !== "dir";
  return isSystemKey(path);
}

/** The daemon's tokens, wherever the mind lives. */
export function isTokenFile(path: string, world: World): boolean {
  return world.minds.some((each) => isBelow(path, each)) && /token|secret|\.sock$|^sock$|login/i.test(nameOf(path));
}
