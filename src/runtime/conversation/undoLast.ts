// /undo: the last thing that this conversation did and that can be undone, whichever it was: a change of memory, or a
// file that went to the trash.

import { log } from "../../mind/documents/explain.ts";
import { personFrom } from "../../mind/person.ts";
import { trashList, trashRestore } from "../../calls/trash.ts";
import { undo } from "../../mind/documents/undo.ts";
import type { Chat } from "../chat/openChat.ts";

export type Undone =
  | { readonly kind: "memory"; readonly document: string; readonly heading: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "nothing" };

/** A clock may have been set a little in between. */
const CLOCK_MS = 60_000;

export async function undoLast(chat: Chat): Promise<Undone> {
  const { mind } = chat;
  const session = await chat.log.session();
  const changes = await log(mind, undefined, { since: new Date(session.header.createdAt - CLOCK_MS).toISOString() });
  const takenBack = new Set(changes.flatMap(({ undoes }) => (undoes === undefined ? [] : [undoes])));
  const change = changes.find((each) => each.kind === "entry" && each.session === chat.sessionId && !takenBack.has(each.id));
  const trashed = trashList(mind).findLast(({ at }) => new Date(at).getTime() >= session.header.createdAt);
  if (trashed !== undefined && (change === undefined || new Date(trashed.at) >= new Date(change.at))) {
    return { kind: "file", path: trashRestore(mind, trashed.id, { over: trashed.kind === "keep" }).original };
  }
  if (change === undefined) return { kind: "nothing" };
  await undo(mind, change.id, { person: personFrom("chat") });
  return { kind: "memory", document: change.doc, heading: change.heading ?? "" };
}
