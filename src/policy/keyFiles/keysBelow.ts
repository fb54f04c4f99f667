// Reads that name no file of keys and show them all the same: a copy, search or archive of a folder in which they lie. The
// same question as mindBelow.ts asks about Codicil's own files, for everybody's.

import { globMatches, isBelow, type PathEffect, type World } from "../../analysis/index.ts";
import { type NearKeys, nearHomeKeys } from "./keyPlaces.ts";
import { isKeyFile } from "./secrets.ts";

type Read = Pick<PathEffect, "path" | "recursive" | "matching" | "unknown" | "visible">;

/** The folder or file of keys that the read takes along; null: none. */
export function keysBelow(effect: Read, world: World): string | null {
  const { path, recursive, matching, unknown } = effect;
  // `find / -name id_rsa`: the home is below it.
  if (path !== world.userHome && isBelow(world.userHome, path) && matching !== undefined && recursive)
    return keysBelow({ ...effect, path: world.userHome }, world);
  if (!isBelow(path, world.userHome) || isBelow(path, world.project)) return null;
  const single = !recursive && matching === undefined && unknown !== true;
  const near = single ? null : nearHomeKeys(path.slice(world.userHome.length).replace(/^\//, ""));
  return near === null ? null : taken(near, effect, world);
}

/** What the read takes along of the keys that are near its path. */
function taken(near: NonNullable<NearKeys>, effect: Read, world: World): string | null {
  const { path, recursive, matching, unknown } = effect;
  if (near.kind === "inside") return recursive || world.kind(path) === "dir" ? path : null;
  if (near.kind === "folder") return matching === undefined || !/\.pub$|^(?:config|known_hosts)/.test(matching) ? path : null;
  // Only the beginning of the path is known, and it is no folder of keys yet.
  if (!recursive || unknown === true) return null;
  return near.places.map((place) => `${world.userHome}/${place}`).find((place) => isTaken(place, effect, world)) ?? null;
}

function isTaken(place: string, { path, matching, visible }: Read, world: World): boolean {
  if (visible === true && place.slice(path.length).includes("/.")) return false;
  if (matching === undefined) return world.kind(place) !== null;
  const files = world.kind(place) === "dir" ? world.list(place).map((name) => `${place}/${name}`) : [place];
  // `find / -name .ssh -exec cp -r {} x`: the folder is named, and what lies in it comes along.
  const folders = place.slice(path.length + 1).split("/");
  const named = (folder: string) => matching.split(",").some((each) => /^[^*?[]{3}/.test(each) && globMatches(each, folder));
  if (folders.slice(0, world.kind(place) === "dir" ? undefined : -1).some(named)) return world.kind(place) !== null;
  const isMeant = (file: string) => matching.split(",").some((each) => globMatches(each, file.slice(file.lastIndexOf("/") + 1)));
  return files.some((file) => isMeant(file) && isKeyFile(file, world) && world.kind(file) !== null);
}
