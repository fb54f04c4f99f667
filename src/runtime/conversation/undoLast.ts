// /undo: the last thing that this conversation did and that can be undone, whichever it was: a change of memory, or a
// file that went to the trash.

import { log, type LoggedChange } from "../../mind/documents/explain.ts";
import { personFrom } from "../../mind/person.ts";
import { trashList, trashRestore } from "../../calls/trash.ts";
import { undo } from "../../mind/documents/undo.ts";
import type { Chat } from "../chat/openChat.ts";

export type Undone =
  | { readonly kind: "memory"; readonly places: readonly string[] }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "nothing" };

/** A clock may have been set a little in between. */
const CLOCK_MS = 60_000;

export async function undoLast(chat: Chat): Promise<Undone> {
  const { mind } = chat;
  const session = await chat.log.session();
  const changes = await log(mind, undefined, { since: new Date(session.header.createdAt - CLOCK_MS).toISOString() });
  const together = lastAct(changes, chat.sessionId);
  const [change] = together;
  const trashed = trashList(mind).findLast(({ at }) => new Date(at).getTime() >= session.header.createdAt);
  if (trashed !== undefined && (change === undefined || new Date(trashed.at) >= new Date(change.at))) {
    return { kind: "file", path: trashRestore(mind, trashed.id, { over: trashed.kind === "keep" }).original };
  }
  if (change === undefined) return { kind: "nothing" };
  for (const { id } of together) await undo(mind, id, { person: personFrom("chat") });
  return { kind: "memory", places: together.map(({ doc, heading = "" }) => `${doc} § ${heading}`) };
}

/** What the session wrote last and is not undone yet, the newest first. */
export function lastAct(changes: readonly LoggedChange[], session: string): LoggedChange[] {
  const takenBack = new Set(changes.flatMap(({ undoes }) => (undoes === undefined ? [] : [undoes])));
  const [last, ...earlier] = changes.filter((each) => each.kind === "entry" && each.session === session && !takenBack.has(each.id));
  return last === undefined ? [] : oneAct(last, earlier);
}

const ONE_ACT_MS = 1000;

/** One message may have written to several documents, once to each and in the same way; they go together. */
function oneAct(last: LoggedChange, earlier: readonly LoggedChange[]): LoggedChange[] {
  const together = [last];
  for (const change of earlier) {
    const isPart =
      new Date(last.at).getTime() - new Date(change.at).getTime() < ONE_ACT_MS &&
      change.operation === last.operation &&
      !together.some(({ doc }) => doc === change.doc);
    if (!isPart) break;
    together.push(change);
  }
  return together;
}
