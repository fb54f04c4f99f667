// A login's own rows: they are below a prefix that only this login knows (migrations/tables.sql), so the same place has
// as many rows as there are people, and each sees one. What is nobody's own has the path that it is called by.

import { orNull } from "../../base/index.ts";
import { isOwn, mayHoldOwn } from "../port/placeNames.ts";
import type { Place, Root } from "../port/port.ts";

export interface OwnRows {
  /** The path of a place's row. */
  pathOf(place: Place): Promise<string>;
  /** The folder in which this login's own rows of that folder are; null: there can be none. */
  folderOf(root: Root, folder: string): Promise<string | null>;
  /** What a row's path means here; null: it is another login's own. */
  placeOf(root: Root, path: string): Promise<string | null>;
  /** What this login's own changes are told by; null: it has none yet. */
  channel(): Promise<string | null>;
}

/** Rows below this belong to somebody. */
const OWNED = "me/";

export function ownRows(askToken: () => Promise<string>): OwnRows {
  let asked: Promise<string> | undefined;
  const token = () =>
    (asked ??= askToken().catch((error: unknown) => {
      asked = undefined;
      throw error;
    }));
  /** A database that takes no writes draws no token either: who had none before has no rows. */
  const tokenIfAny = () => orNull(token(), "READ_ONLY", "DISK_FULL");
  return {
    pathOf: async (place) => (isOwn(place) ? `${OWNED}${await token()}/${place.path}` : place.path),
    folderOf: async (root, folder) => {
      const own = mayHoldOwn(root, folder) ? await tokenIfAny() : null;
      return own === null ? null : `${OWNED}${own}/${folder}`;
    },
    placeOf: async (root, path) => {
      // A row that only looks like somebody's own was laid there by hand; nobody reads it.
      if (!path.startsWith(OWNED)) return isOwn({ root, path }) ? null : path;
      const prefix = `${OWNED}${(await tokenIfAny()) ?? ""}/`;
      return path.startsWith(prefix) ? path.slice(prefix.length) : null;
    },
    channel: async () => {
      const own = await tokenIfAny();
      return own === null ? null : `codicil_${own}`;
    },
  };
}
