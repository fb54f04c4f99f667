// One pass over the lines of a log that are not in its catalogue yet. What is whole stays usable: a bad line is reported
// with its number and left out, the others count. Nothing is repaired and nothing is skipped in silence.
//
// thorough: every line is parsed and checked. Otherwise only heads are read; bodies are checked when somebody asks for
// them, and `verify` checks them all.

import { AppError } from "../../base/index.ts";
import {
  checkEvent,
  checkHeader,
  isTreeType,
  isUnknown,
  type KnownEvent,
  type SessionHeader,
  TREE_TYPES,
  type TreeType,
  type UnknownEvent,
} from "../../schema/index.ts";
import type { OpenBytes } from "../../store/index.ts";
import { BAD, Catalogue, CONTROL, NO_PARENT, ORPHAN, type Problem, TREE, UNKNOWN } from "./catalogue.ts";
import { type Head, newHead, readHead } from "./head.ts";
import { type Digest, digestOf } from "./ids.ts";
import { eachLine, type Line, LONGEST_LINE, readPart, type TakeLine, wholeEnd } from "./logLines.ts";

/** One line of a log; of a type that is known, or not. */
export type SessionEvent = KnownEvent | UnknownEvent;

export const SELECT_LEAF = "select_leaf";

export interface SurveyOptions {
  readonly thorough: boolean;
  /** Given every event that counts and was parsed. */
  readonly keep?: (event: SessionEvent, number: number) => void;
  /** Of a thorough survey: lines of the tree whose head is enough, which are not parsed. `take` is told of those that count. */
  readonly heads?: { isEnough(type: TreeType, line: Line): boolean; take(type: TreeType): void };
  /** So many bytes at a time, for callers that hold what they are given. */
  readonly enough?: number;
}

/** The header's line read and checked; throws where there is none that can be used. */
export function beginCatalogue(log: OpenBytes, file: string): Catalogue {
  const first = readPart(log, 0, Math.min(log.size, HEADER_ROOM));
  const stop = first.indexOf(10);
  return new Catalogue(readHeader(stop === -1 ? undefined : first.toString("utf8", 0, stop), file), stop + 1);
}

/** The file of one session may be no copy of another's. */
export function checkName({ header }: Catalogue, id: string, file: string): void {
  if (header.sessionId === id) return;
  throw new AppError("DAMAGED", `the file of session ${id} says that it is ${header.sessionId}`, {
    file,
    line: 1,
    hint: "It was renamed or copied; use codicil session clone.",
  });
}

/** A header is a few hundred bytes. */
const HEADER_ROOM = 1024 * 1024;

export function readHeader(line: string | undefined, file: string): SessionHeader {
  const restoring = { file, line: 1, hint: "Restore the file from a backup; it was left as it is." };
  if (line === undefined)
    throw new AppError("DAMAGED", "the session has no whole header", {
      ...restoring,
      hint: "Nothing in it can be used; the file was left as it is.",
    });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new AppError("DAMAGED", "the session's header is not JSON", { ...restoring, cause });
  }
  const version = (value as { version?: unknown } | null)?.version;
  const hint = "A newer Codicil wrote it; update this one.";
  if (typeof version === "number" && version > 1)
    throw new AppError("UNKNOWN_VERSION", `the session has version ${version}`, { file, line: 1, hint });
  const checked = checkHeader(value);
  if (checked.kind === "wrong") throw new AppError("DAMAGED", `the session's header: ${checked.why}`, restoring);
  return checked.value;
}

/** Answers whether a line at the end was never finished, or is being written right now. */
export function survey(log: OpenBytes, catalogue: Catalogue, options: SurveyOptions): boolean {
  const to = wholeEnd(log, catalogue.end);
  const session = Buffer.from(catalogue.header.sessionId);
  const head = newHead();
  const isEnough = options.thorough ? options.heads?.isEnough : () => true;
  const take: TakeLine = (line) => {
    const { bytes, start, end, position, length } = line;
    const at = { catalogue, position, length };
    if (length > LONGEST_LINE) return void refuse(at, "TOO_LARGE", `the line has ${length} bytes; it does not count`);
    if (isEnough !== undefined && readHead(bytes, start, end, session, head)) {
      const type = TREE_TYPES[head.type] as TreeType;
      if (isEnough(type, line)) return placeHead(at, bytes, head) ? options.heads?.take(type) : undefined;
    }
    const read = readEvent(bytes.toString("utf8", start, end), catalogue.header.sessionId);
    if (read.kind === "bad") return void refuse(at, read.code, read.message);
    const number = placeEvent(at, read.event);
    if (number !== -1) options.keep?.(read.event, number);
  };
  catalogue.end = eachLine(log, { from: catalogue.end, to, enough: options.enough }, take);
  return log.size > to;
}

export function problemsOf(catalogue: Catalogue, torn: boolean): Problem[] {
  const message = "the last line was never finished; it does not count";
  return [...catalogue.allProblems(), ...(torn ? [{ code: "DAMAGED" as const, line: catalogue.lines + 2, message }] : [])];
}

/** A line of the log on its way into the catalogue. */
interface At {
  readonly catalogue: Catalogue;
  readonly position: number;
  readonly length: number;
}

function refuse({ catalogue, position, length }: At, code: "TOO_LARGE" | "BAD_JSON" | "BAD_EVENT", message: string): number {
  catalogue.ids.add(null);
  const number = catalogue.addLine(position, Math.min(length, 0xffff_ffff), NO_PARENT, BAD);
  catalogue.report(code, number, message);
  return -1;
}

export type ReadEvent =
  | { readonly kind: "event"; readonly event: SessionEvent }
  | { readonly kind: "bad"; readonly code: "BAD_JSON" | "BAD_EVENT"; readonly message: string };

export function readEvent(line: string, sessionId: string): ReadEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // The report says it with the line; the others still count.
    return { kind: "bad", code: "BAD_JSON", message: "the line is not JSON; it does not count" };
  }
  const checked = checkEvent(value);
  if (checked.kind === "wrong") return { kind: "bad", code: "BAD_EVENT", message: `${checked.why}; the event does not count` };
  const event = checked.value;
  if (event.sessionId !== sessionId)
    return { kind: "bad", code: "BAD_EVENT", message: `the event belongs to session ${event.sessionId}; it does not count` };
  return { kind: "event", event };
}

/** Whether it counts. */
function placeHead(at: At, bytes: Buffer, head: Head): boolean {
  const { catalogue } = at;
  const name = (start: number, end: number) => bytes.toString("latin1", start, end);
  if (catalogue.counted(catalogue.ids.find(head.id)) !== -1) {
    refuse(at, "BAD_EVENT", twice(name(head.idStart, head.idEnd)));
    return false;
  }
  const parent = head.hasParent ? catalogue.counted(catalogue.ids.find(head.parent)) : NO_PARENT;
  const missing = head.hasParent && parent === -1;
  enter(at, { id: head.id, seq: head.seq, parent: missing ? ORPHAN : parent, kind: TREE + head.type });
  if (missing) catalogue.report("BAD_EVENT", catalogue.lines - 1, orphaned(name(head.parentStart, head.parentEnd)));
  return true;
}

/** The event's number, or -1 where it does not count. */
function placeEvent(at: At, event: SessionEvent): number {
  const { catalogue } = at;
  const id = digestOf(event.id);
  if (catalogue.counted(catalogue.ids.find(id)) !== -1) return refuse(at, "BAD_EVENT", twice(event.id));
  const isSnapshot = event.type === "instruction_snapshot";
  if (isSnapshot && catalogue.snapshot !== -1) return refuse(at, "BAD_EVENT", "a second snapshot; the first one counts");
  const parent = event.parentId === null ? NO_PARENT : catalogue.find(event.parentId);
  const missing = event.parentId !== null && parent === -1;
  const kind = isTreeType(event.type) ? TREE + (TREE_TYPES as readonly string[]).indexOf(event.type) : isUnknown(event) ? UNKNOWN : CONTROL;
  const number = enter(at, { id, seq: event.seq, parent: missing ? ORPHAN : parent, kind });
  if (missing) catalogue.report("BAD_EVENT", number, orphaned(event.parentId ?? ""));
  if (isSnapshot) catalogue.snapshot = number;
  else if (kind === CONTROL) noteControl(catalogue, event, number);
  return number;
}

function enter(
  { catalogue, position, length }: At,
  { id, seq, parent, kind }: { readonly id: Digest; readonly seq: number; readonly parent: number; readonly kind: number },
): number {
  catalogue.ids.add(id);
  const number = catalogue.addLine(position, length, parent, kind);
  if (seq <= catalogue.lastSeq) catalogue.report("BAD_EVENT", number, `seq falls from ${catalogue.lastSeq} to ${seq}`);
  else catalogue.lastSeq = seq;
  return number;
}

function noteControl(catalogue: Catalogue, event: SessionEvent, number: number): void {
  if (event.type !== "context_control") {
    catalogue.latest["queue" in event ? `${event.type}:${String(event.queue)}` : event.type] = number;
    return;
  }
  catalogue.contextControls.push(number);
  // The newest member of the tree is the leaf, unless a branch chose another one since.
  const chosen = leafChosenBy(event);
  const leaf = chosen === null ? -1 : catalogue.find(chosen);
  if (leaf === -1 || (catalogue.kinds[leaf] as number) < TREE) return;
  catalogue.selections.push({ number, leaf });
  catalogue.leaf = leaf;
}

export function leafChosenBy(event: SessionEvent): string | null {
  if (isUnknown(event) || event.type !== "context_control" || event.operation !== SELECT_LEAF) return null;
  return event.leafId ?? null;
}

const twice = (id: string) => `the id ${id} occurs twice; the first one counts`;
const orphaned = (parentId: string) => `its parent ${parentId} is not above it; earlier events of this branch cannot be shown`;
