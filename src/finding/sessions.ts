// What was said in sessions, turn by turn. Sessions are the person's own: they are on no shelf but the main one (X14). What
// tools and pages said is left out; transcripts adopted from other hosts are sessions like any other.

import { localDay } from "../base/index.ts";
import { judgeLoaded, redact } from "../content/index.ts";
import { type Indexed, type Source, splitText, type Unit } from "../recall/index.ts";
import type { SessionEvent } from "../session/index.ts";
import { fileTimes } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { orProblem, stampOf, versionOf } from "./documents.ts";

export const SESSIONS = "sessions";

/** `without`: the one that asks. */
export async function listSessionSources(mind: Mind, problems: string[], without?: string): Promise<Indexed[]> {
  const store = mind.deps.storeFor(mind.where.project);
  // Loaded late: a mind without sessions need not pay for them.
  const names = await store.list("state", SESSIONS);
  if (names.length === 0) return [];
  const { sessionIdsIn } = await import("../session/index.ts");
  const now = mind.deps.clock.now().getTime();
  const ids = sessionIdsIn(names).filter((id) => id !== without);
  return ids.map((id) => new ListedSession(mind, id, { now, problems }));
}

/** A class: ten thousand of them are made for every question, and few are asked for more than their stamp. */
class ListedSession implements Indexed {
  readonly id: string;
  readonly owner = SESSIONS;
  readonly stamp: string | null;
  readonly #mind: Mind;
  readonly #session: string;
  readonly #problems: string[];

  constructor(mind: Mind, session: string, { now, problems }: { readonly now: number; readonly problems: string[] }) {
    this.id = `session:${session}`;
    this.stamp = stampOf(fileTimes(`${mind.where.state}/${SESSIONS}/${session}.jsonl`), now, "");
    this.#mind = mind;
    this.#session = session;
    this.#problems = problems;
  }

  async key(): Promise<string> {
    const place = { root: "state", path: `${SESSIONS}/${this.#session}.jsonl` } as const;
    return (await orProblem(this.#problems, `session ${this.#session}`, () => versionOf(this.#mind, place), null)) ?? "unreadable";
  }

  read(): Promise<Source> {
    const none = { id: this.id, session: this.#session, units: [] };
    return orProblem(this.#problems, `session ${this.#session}`, () => sessionSource(this.#mind, this.#session), none);
  }
}

export async function sessionSource(mind: Mind, id: string): Promise<Source> {
  const { eventBatches, loadSession, titleOf } = await import("../session/index.ts");
  const store = mind.deps.storeFor(mind.where.project);
  const session = await loadSession(store, id);
  const title = titleOf(session);
  const known = await mind.deps.known();
  const turns: Turn[] = [];
  for await (const events of session.whole ? [session.events] : eventBatches(store, id)) turns.push(...turnsOf(events));
  const units = turns.flatMap(({ event, speaker, text }): Unit[] => {
    // Read again like any other text that the model may see: what is held back there is not found here.
    const seen = redact(judgeLoaded(text, { origin: speaker === "you" ? "user" : "agent" }).text, known).text;
    return splitText(seen).map((piece, index) => ({
      id: index === 0 ? event.id : `${event.id}.${index + 1}`,
      text: piece,
      speaker,
      day: localDay(mind.deps.clock, new Date(event.ts)),
      // An event is one line of the log, and its number outlives other lines' damage.
      lines: [event.seq, event.seq],
      ...(title === null ? {} : { heading: title }),
    }));
  });
  return { id: `session:${id}`, session: id, units };
}

interface Turn {
  readonly event: SessionEvent;
  readonly speaker: "you" | "agent";
  readonly text: string;
}

/** Every branch: what was said on one that was left was said all the same. */
function turnsOf(events: readonly SessionEvent[]): Turn[] {
  return events.flatMap((event): Turn[] => {
    if ("message" in event && (event.type === "user_message" || event.type === "assistant_message")) {
      const text = event.message.content.flatMap((part) => (part.type === "text" ? [String(part["text"] ?? "")] : [])).join("\n");
      return [{ event, speaker: event.type === "user_message" ? "you" : "agent", text }];
    }
    // What the person called out in mid-run.
    if (event.type === "harness_item" && "item" in event && event.item.kind === "steer" && event.item.origin === "user")
      return [{ event, speaker: "you", text: event.item.content }];
    return [];
  });
}
