// When sessions began and ended, newest first. That a chat of ours ended is noted; of another program's session only its
// beginning is known.

import { hostInId } from "../base/index.ts";
import { beganAt, listSessionIds } from "../session/index.ts";
import { linesFromEnd, stateLogPlace } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";
import { newestFirst, notedOf, OWN_HOST, shelfOf, type SessionSummary, summaryFor } from "./sessionShelf.ts";
import type { SessionTold } from "./events.ts";

/** Where chats note that they began and ended (runtime/ending/openChats.ts). */
export const CHAT_LOG = "chats";

/** A session of another program carries its name. */
export function hostOfSession(id: string): string {
  return hostInId(id) ?? OWN_HOST;
}

/** The name of the same conversation where its transcript was imported. */
export function transcriptOf(id: string): string {
  return id.startsWith("host_") ? id.slice("host_".length).replace(/_shared$/, "") : id;
}

export async function* sessionsBegun(mind: Mind): AsyncGenerator<SessionTold> {
  const { store } = sessionDeps(mind);
  const shelf = shelfOf(mind, store);
  const ids = await listSessionIds(store);
  const all = new Set(ids);
  // A conversation that was watched and imported is one: it is told under the name that has the transcript.
  for (const id of newestFirst(
    shelf,
    store,
    ids.filter((each) => transcriptOf(each) === each || !all.has(transcriptOf(each))),
  )) {
    const known = notedOf(shelf, id);
    const began = known?.createdAt ?? beganAt(store, id);
    if (began === null) continue;
    yield {
      type: "session",
      kind: "session",
      what: "started",
      at: new Date(began).toISOString(),
      session: id,
      host: known?.host ?? hostOfSession(id),
      folder: known?.cwd ?? "",
    };
  }
}

export async function* chatsEnded(mind: Mind): AsyncGenerator<SessionTold> {
  for await (const lines of linesFromEnd(mind.deps.storeFor(mind.where.project), stateLogPlace(CHAT_LOG))) {
    for (const text of lines) {
      const line = JSON.parse(text) as { kind: string; at: string; session: string; reason?: string };
      if (line.kind !== "ended") continue;
      const { at, session, reason } = line;
      yield {
        type: "session",
        kind: "session",
        what: "ended",
        at,
        session,
        host: hostOfSession(session),
        folder: "",
        ...(reason === undefined ? {} : { reason }),
      };
    }
  }
}

/** What a timeline says of a session; null where no log of it is here. */
export async function sessionAbout(mind: Mind, id: string): Promise<Pick<SessionSummary, "id" | "title" | "host" | "cwd"> | null> {
  const { store } = sessionDeps(mind);
  const shelf = shelfOf(mind, store);
  for (const name of new Set([transcriptOf(id), id])) {
    if (beganAt(store, name) === null) continue;
    const { title, host, cwd } = await summaryFor(shelf, store, name);
    return { id: name, title, host, cwd };
  }
  return null;
}
