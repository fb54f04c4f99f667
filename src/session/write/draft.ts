// A draft becomes an event: what is absent is filled in, what is there is checked. Pure; ids and the clock come in.

import { AppError, type Random } from "../../base/index.ts";
import { checkEvent, isKnownType, isTreeType, KNOWN_TYPES, type KnownEvent } from "../../schema/index.ts";
import { defaultVisibility } from "../events/notices.ts";

/** What a caller gives: a type and its fields; id, seq, ts, parentId, sessionId and clientId where they know them. */
export type Draft = Readonly<Record<string, unknown>>;

/** What is so far, as far as the next event depends on it. */
export interface Growing {
  readonly sessionId: string;
  readonly leafId: string | null;
  readonly lastSeq: number;
  readonly hasSnapshot: boolean;
  /** A member of the conversation tree. */
  readonly hasTree: boolean;
  has(id: string): boolean;
  isTree(id: string): boolean;
}

export interface DraftRequest {
  readonly draft: Draft;
  readonly growing: Growing;
  readonly clientId: string;
  readonly now: number;
  readonly random: Random;
  /** For messages: where the draft is. */
  readonly from?: { readonly file: string; readonly line: number } | undefined;
}

export function completeDraft({ draft, growing, clientId, now, random, from }: DraftRequest): KnownEvent {
  const refuse = (message: string, hint: string): never => {
    throw new AppError("BAD_EVENT", message, { ...from, hint });
  };
  const type = draft["type"];
  if (typeof type !== "string") return refuse("an event has no type", 'Each event is {"type":…} and its fields.');
  if (!isKnownType(type))
    return refuse(`there is no event type ${JSON.stringify(type)}`, `The types are ${KNOWN_TYPES.join(", ")}. Nothing was appended.`);
  const full = {
    id: `ev_${random.hex(8)}`,
    parentId: isTreeType(type) ? growing.leafId : null,
    seq: growing.lastSeq + 1,
    sessionId: growing.sessionId,
    clientId,
    ts: now,
    ...draft,
    ...(type === "harness_item" ? { item: withVisibility(draft["item"]) } : {}),
  };
  const checked = checkEvent(full);
  if (checked.kind === "wrong") return refuse(`${type}: ${checked.why}`, "Nothing was appended.");
  const event = checked.value as KnownEvent;
  if (event.sessionId !== growing.sessionId) return refuse(`the event belongs to session ${event.sessionId}`, "Leave sessionId out.");
  if (growing.has(event.id)) return refuse(`the session has an event ${event.id} already`, "Leave the id out.");
  if (event.seq <= growing.lastSeq) return refuse(`seq ${event.seq} is not above ${growing.lastSeq}`, "Leave seq out.");
  if (event.parentId !== null && !growing.isTree(event.parentId))
    return refuse(`its parent ${event.parentId} is not an event of the conversation`, "Leave parentId out to append at the active leaf.");
  // SC-11, SC-12: one snapshot, and before the first message.
  if (event.type === "instruction_snapshot" && growing.hasSnapshot)
    return refuse("the session has its snapshot already", "A prompt is frozen for the whole session; begin a new one.");
  if (event.type === "instruction_snapshot" && growing.hasTree)
    return refuse("a snapshot must come before the first message", "Begin a new session.");
  return event;
}

function withVisibility(item: unknown): unknown {
  if (item === null || typeof item !== "object" || "visibility" in item) return item;
  const { kind } = item as { kind?: unknown };
  return { ...item, visibility: defaultVisibility(typeof kind === "string" ? kind : "") };
}
