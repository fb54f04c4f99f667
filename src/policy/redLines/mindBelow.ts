// Reads that name neither Codicil's keys nor its home, and show them all the same: a search, copy or archive of a folder that
// holds them, a pattern that fits them, a path of which only the beginning is known.

import { wordSet } from "../../base/index.ts";
import { globMatches, type PathEffect, type World } from "../../analysis/index.ts";
import { foldPath } from "./fold.ts";

/** They show names, sizes or sums, and nothing of what is inside. */
const NAMES_ONLY = wordSet(
  "ls dir vdir stat du df ncdu dust realpath readlink lsattr getfacl lsof exa eza lsd tree file tokei cloc scc whereis pwdx",
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum crc32 wc touch test [ basename dirname",
  "echo printf cd pushd mkdir rmdir find fd fdfind locate chmod chown true",
);

/** Where the keys lie below the state. */
const KEYS = ["daemon/user.token", "daemon/agent.token", "mcp/token", "store.secret"];

type Read = Pick<PathEffect, "path" | "recursive" | "matching" | "unknown" | "visible">;
export type Below = "keys" | "above" | null;

export function showsContent(program: string): boolean {
  return !NAMES_ONLY.has(program);
}

/** keys: what is read lies among Codicil's own keys. above: it is a folder that holds them, or the mind as a whole. */
export function mindBelow(given: Read, world: World): Below {
  const effect = withoutWildcards(given);
  const path = foldPath(effect.path);
  for (const each of world.minds) {
    const mind = foldPath(each);
    const found = ofMind(effect, { path, mind, world });
    if (found !== null) return found;
  }
  return null;
}

/** `~/.local/**\/user.token`, where nothing on the disk has told what it stands for. */
function withoutWildcards(effect: Read): Read {
  const wild = effect.path.search(/[*?[]/);
  if (wild < 0) return effect;
  const name = effect.path.slice(effect.path.lastIndexOf("/") + 1);
  const path = effect.path.slice(0, Math.max(1, effect.path.lastIndexOf("/", wild)));
  return { ...effect, path, matching: name === "**" ? "*" : name, recursive: true };
}

interface Places {
  readonly path: string;
  readonly mind: string;
  readonly world: World;
}

function ofMind(effect: Read, { path, mind, world }: Places): Below {
  if (effect.unknown === true) return beginning(path, mind, foldPath(world.userHome));
  if (effect.matching !== undefined) return fitting(effect, path, mind);
  return effect.recursive ? whole(effect, { path, mind, world }) : null;
}

/** Only the beginning of the path is known: inside the mind, or on the way from the home folder to it. */
function beginning(path: string, mind: string, userHome: string): Below {
  if (isAt(path, mind)) return isKeyFolder(path.slice(mind.length + 1)) ? "keys" : null;
  return isAt(mind, path) && isAt(path, userHome) && path !== userHome ? "above" : null;
}

function fitting({ matching = "*", recursive }: Read, path: string, mind: string): Below {
  const names = matching.split(",").map((each) => each.toLowerCase());
  const fits = KEYS.some((key) => {
    const file = `${mind}/${key}`;
    const folder = file.slice(0, file.lastIndexOf("/"));
    return (recursive ? isAt(folder, path) : folder === path) && names.some((name) => globMatches(name, file.slice(folder.length + 1)));
  });
  return fits ? (isAt(path, mind) ? "keys" : "above") : null;
}

function whole({ path: spelled, visible }: Read, { path, mind, world }: Places): Below {
  const kind = world.kind(spelled);
  if (kind !== "dir" && kind !== null) return null;
  if (isAt(path, mind) && path !== mind) return isKeyFolder(path.slice(mind.length + 1)) ? "keys" : null;
  if (!isAt(mind, path)) return null;
  // A search that leaves hidden folders out does not come to a mind below one.
  if (visible === true && mind.slice(path.length).includes("/.")) return null;
  return path === mind && mind === foldPath(world.minds[1] ?? "") ? "keys" : "above";
}

function isKeyFolder(below: string): boolean {
  return KEYS.some((key) => isAt(key, below) || isAt(below, key.slice(0, Math.max(0, key.lastIndexOf("/"))) || key));
}

function isAt(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") || folder === "" ? folder : `${folder}/`);
}
