// A session's log as bytes, whatever keeps it.

import { AppError } from "../../base/index.ts";
import type { OpenBytes, Place, Store } from "../../store/index.ts";
import { bytesOf } from "./lines.ts";

export async function openSession(store: Store, place: Place, id: string): Promise<OpenBytes> {
  const found = store.openLog === undefined ? await linesOf(store, place) : store.openLog(place);
  if (found !== null && found.size > 0) return found;
  found?.close();
  throw new AppError("NOT_FOUND", `there is no session ${id}`, { file: store.describe(place), hint: "codicil session list shows them." });
}

/** A store that keeps lines and no files gives all of them. */
async function linesOf(store: Store, place: Place): Promise<OpenBytes> {
  const { lines, torn } = await store.readLog(place);
  return bytesOf(Buffer.from(lines.map((line) => `${line}\n`).join("") + (torn ?? "")));
}
