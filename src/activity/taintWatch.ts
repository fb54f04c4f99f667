// taint: from the moment a session reads what the person did not write, what it wants to keep is looked at for that. The
// same for a host's calls (the hook), our own chat, and whatever else calls tools.

import { cleanForEcho, redact } from "../content/index.ts";
import { diskWorld } from "../gate/index.ts";
import { analyse, type Call } from "../policy/index.ts";
import type { Message, Part } from "../schema/index.ts";
import type { Session } from "../session/index.ts";
import type { Mind } from "../mind/open.ts";
import { broughtBy, foreignIn } from "./foreignReads.ts";
import { noteBrought, noteInherits, noteRead, taintedSince, taintNotesOf } from "../mind/taintNotes.ts";

export interface DoneRead {
  readonly call: Call;
  /** What the model got; null: it is not known. */
  readonly output: string | null;
  readonly cwd?: string | undefined;
}

/** After a call: notes what it read, if that was foreign. */
export async function noteForeignRead(mind: Mind, session: string, done: DoneRead): Promise<void> {
  const { state } = mind.where;
  const world = diskWorld(mind, done.cwd);
  const effects = analyse(done.call, world);
  const brought = (taintNotesOf(state, session)?.notes ?? []).flatMap((note) => (note.kind === "brought" ? [note] : []));
  const foreign = foreignIn({ call: done.call, effects, world, brought });
  if (foreign === null) return;
  const source = shown(redact(foreign.source, await mind.deps.known()).text);
  const at = mind.deps.clock.now().toISOString();
  // Nothing was said: nothing can be repeated.
  if (done.output !== "") noteRead(state, session, { kind: foreign.kind, source, at, text: done.output });
  if (foreign.kind === "web") for (const path of broughtBy({ effects })) noteBrought(state, session, { path, source, at });
}

/** A clone, a copy from another machine, or something recalled: what `from` read counts for `session` too. */
export function inheritTaint(mind: Mind, session: string, from: string): void {
  noteInherits(mind.where.state, session, { from, at: mind.deps.clock.now().toISOString() });
}

/** A host's session that goes on from another one, it is not said which: from all that may be it. */
export function inheritFromHost(mind: Mind, session: string, prefix: string): void {
  const { state } = mind.where;
  const month = new Date(mind.deps.clock.now().getTime() - 30 * 86_400_000);
  for (const from of taintedSince(state, month)
    .filter((each) => each.startsWith(prefix))
    .slice(0, MOST_PARENTS))
    inheritTaint(mind, session, from);
}

const MOST_PARENTS = 20;

/** From the calls and answers that a session's log holds. */
export async function noteReadsInLog(mind: Mind, session: Pick<Session, "header" | "events">): Promise<void> {
  for (const event of session.events) {
    if (event.type !== "tool_result" || !("message" in event)) continue;
    const call = ("meta" in event ? (event.meta as { readonly call?: Call } | undefined) : undefined)?.call;
    if (call !== undefined) await noteForeignRead(mind, session.header.sessionId, { call, output: textsIn(event.message) });
  }
}

function textsIn({ content }: Message): string {
  const results = content.flatMap((part) =>
    part.type === "tool_result" ? ((part["result"] as { readonly content?: readonly Part[] } | undefined)?.content ?? []) : [],
  );
  return results.flatMap((part) => (typeof part["text"] === "string" ? [part["text"]] : [])).join("\n");
}

/** Hits of recall that are in sessions: whatever those read may be quoted in them. */
export function noteRecalled(mind: Mind, session: string, hits: readonly { readonly document: string }[]): void {
  for (const from of new Set(
    hits.flatMap(({ document }) => (document.startsWith("session:") ? [document.slice("session:".length)] : [])),
  )) {
    if (taintNotesOf(mind.where.state, from) !== null) inheritTaint(mind, session, from);
  }
}

const LONGEST_SOURCE = 160;

/** For one line of a terminal, whoever chose the address. */
function shown(source: string): string {
  const line = cleanForEcho(source).replace(/\s+/g, " ").trim();
  const chars = [...line];
  return chars.length <= LONGEST_SOURCE ? line : `${chars.slice(0, LONGEST_SOURCE - 1).join("")}…`;
}
