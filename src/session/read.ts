// Lines in, a session out. What is whole stays usable: a bad line is reported with its number and left out, the others
// count. Nothing is repaired and nothing is skipped in silence.

import { AppError, type ErrorCode } from "../base/index.ts";
import { checkEvent, checkHeader, isTreeType, isUnknown, type KnownEvent, type SessionHeader, type UnknownEvent } from "../schema/index.ts";

export type SessionEvent = KnownEvent | UnknownEvent;

export interface Problem {
  readonly code: ErrorCode;
  /** 1-based; the header is line 1. */
  readonly line: number;
  readonly message: string;
}

export interface Session {
  readonly file: string;
  readonly header: SessionHeader;
  /** In the order of the file; unknown types are marked. */
  readonly events: readonly SessionEvent[];
  readonly byId: ReadonlyMap<string, SessionEvent>;
  /** Events whose parent does not stand before them: a branch begins there. Without them a walk upward might never end. */
  readonly orphans: ReadonlySet<string>;
  /** The event behind which the next message is appended; null before the first one. */
  readonly leafId: string | null;
  readonly problems: readonly Problem[];
  /** A line at the end that was never finished, or is being written right now. */
  readonly torn: boolean;
}

export interface SessionLines {
  readonly lines: readonly string[];
  readonly torn: string | null;
  readonly file: string;
}

export function readSession({ lines, torn, file }: SessionLines): Session {
  const header = readHeader(lines[0], file);
  const reader = newReader(header);
  for (let index = 1; index < lines.length; index++) reader.take(lines[index] ?? "", index + 1);
  if (torn !== null) reader.problems.push({ code: "DAMAGED", line: lines.length + 1, message: "the last line was never finished; it does not count" });
  return { file, header, events: reader.events, byId: reader.byId, orphans: reader.orphans, leafId: reader.leaf(), problems: reader.problems, torn: torn !== null };
}

export function readHeader(line: string | undefined, file: string): SessionHeader {
  if (line === undefined) throw new AppError("DAMAGED", "the session has no whole header", { file, line: 1, hint: "Nothing in it can be used; the file was left as it is." });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new AppError("DAMAGED", "the session's header is not JSON", { file, line: 1, cause, hint: "Restore the file from a backup; it was left as it is." });
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > 1) throw new AppError("UNKNOWN_VERSION", `the session has version ${version}`, { file, line: 1, hint: "A newer Codicil wrote it; update this one." });
  const checked = checkHeader(value);
  if (checked.kind === "wrong") throw new AppError("DAMAGED", `the session's header: ${checked.why}`, { file, line: 1, hint: "Restore the file from a backup; it was left as it is." });
  return checked.value;
}

interface Reader {
  readonly events: SessionEvent[];
  readonly byId: Map<string, SessionEvent>;
  readonly orphans: Set<string>;
  readonly problems: Problem[];
  take(line: string, number: number): void;
  leaf(): string | null;
}

function newReader(header: SessionHeader): Reader {
  const events: SessionEvent[] = [];
  const byId = new Map<string, SessionEvent>();
  const orphans = new Set<string>();
  const problems: Problem[] = [];
  let leafId: string | null = null;
  let lastSeq = -1;
  let hasSnapshot = false;
  const take = (line: string, number: number) => {
    const report = (code: ErrorCode, message: string) => problems.push({ code, line: number, message });
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // The report says it with the line; the others still count.
      return void report("BAD_JSON", "the line is not JSON; it does not count");
    }
    const checked = checkEvent(value);
    if (checked.kind === "wrong") return void report("BAD_EVENT", `${checked.why}; the event does not count`);
    const event = checked.value;
    if (event.sessionId !== header.sessionId) return void report("BAD_EVENT", `the event belongs to session ${event.sessionId}; it does not count`);
    if (byId.has(event.id)) return void report("BAD_EVENT", `the id ${event.id} stands here twice; the first one counts`);
    if (event.type === "instruction_snapshot") {
      if (hasSnapshot) return void report("BAD_EVENT", "a second snapshot; the first one counts");
      hasSnapshot = true;
    }
    if (event.seq <= lastSeq) report("BAD_EVENT", `seq falls from ${lastSeq} to ${event.seq}`);
    if (event.parentId !== null && !byId.has(event.parentId)) {
      orphans.add(event.id);
      report("BAD_EVENT", `its parent ${event.parentId} does not stand before it; what came before it on this branch cannot be shown`);
    }
    lastSeq = Math.max(lastSeq, event.seq);
    events.push(event);
    byId.set(event.id, event);
    leafId = leafAfter(leafId, event, byId);
  };
  return { events, byId, orphans, problems, take, leaf: () => leafId };
}

/** The newest member of the tree is the leaf, unless a branch chose another one since. */
export function leafAfter(leafId: string | null, event: SessionEvent, byId: ReadonlyMap<string, SessionEvent>): string | null {
  if (isTreeType(event.type)) return event.id;
  if (isUnknown(event) || event.type !== "context_control" || !("operation" in event) || event.operation !== SELECT_LEAF) return leafId;
  const chosen = event.leafId === undefined ? undefined : byId.get(event.leafId);
  return chosen !== undefined && isTreeType(chosen.type) ? chosen.id : leafId;
}

export const SELECT_LEAF = "select_leaf";

export type Tree = Pick<Session, "byId" | "orphans">;

export function parentOf(tree: Tree, event: SessionEvent): string | null {
  return tree.orphans.has(event.id) ? null : event.parentId;
}
