// The head of an event, read from its bytes without parsing the line. It understands only the form that Codicil writes
// itself (fields in one order, no escapes); of anything else it says no, and the line is parsed in full.

import { TREE_TYPES } from "../../schema/index.ts";
import { type Digest, digestBytes, newDigest } from "./ids.ts";

/** One is used for all lines of a survey: nothing is allocated for a line. */
export interface Head {
  readonly id: Digest;
  readonly parent: Digest;
  hasParent: boolean;
  seq: number;
  /** Index into TREE_TYPES. */
  type: number;
  /** Where the names are, for messages. */
  idStart: number;
  idEnd: number;
  parentStart: number;
  parentEnd: number;
}

export function newHead(): Head {
  return { id: newDigest(), parent: newDigest(), hasParent: false, seq: 0, type: 0, idStart: 0, idEnd: 0, parentStart: 0, parentEnd: 0 };
}

const word = (text: string) => Uint8Array.from(Buffer.from(text));
const ID = word('{"id":"');
const PARENT = word('","parentId":');
const NULL = word("null");
const SEQ = word(',"seq":');
const SESSION = word(',"sessionId":"');
const CLIENT = word('","clientId":"');
const TS = word('","ts":');
const TYPE = word(',"type":"');
const TYPES = TREE_TYPES.map((type) => word(`${type}",`));

const QUOTE = 34;
const BACKSLASH = 92;
const CLOSE = 125;
const LONGEST_ID = 128;

/** `session`: the bytes of the session's own id. */
// oxlint-disable-next-line complexity -- one field after the other, as a line has them; each may end the reading
export function readHead(bytes: Uint8Array, start: number, end: number, session: Uint8Array, head: Head): boolean {
  if (bytes[end - 1] !== CLOSE || !stands(bytes, start, ID)) return false;
  let at = (head.idStart = start + ID.length);
  at = head.idEnd = endOfId(bytes, at, end);
  if (at === -1 || !stands(bytes, at, PARENT)) return false;
  at += PARENT.length;
  head.hasParent = bytes[at] === QUOTE;
  if (head.hasParent) {
    head.parentStart = at + 1;
    head.parentEnd = endOfId(bytes, at + 1, end);
    if (head.parentEnd === -1) return false;
    digestBytes(bytes, head.parentStart, head.parentEnd, head.parent);
    at = head.parentEnd + 1;
  } else {
    if (!stands(bytes, at, NULL)) return false;
    at += NULL.length;
  }
  if (!stands(bytes, at, SEQ)) return false;
  const seqStart = at + SEQ.length;
  at = endOfNumber(bytes, seqStart);
  if (at === -1 || !stands(bytes, at, SESSION)) return false;
  head.seq = numberBetween(bytes, seqStart, at);
  at += SESSION.length;
  if (!stands(bytes, at, session)) return false;
  at += session.length;
  if (!stands(bytes, at, CLIENT)) return false;
  at = endOfText(bytes, at + CLIENT.length, end);
  if (at === -1 || !stands(bytes, at, TS)) return false;
  at = endOfNumber(bytes, at + TS.length);
  if (at === -1 || !stands(bytes, at, TYPE)) return false;
  head.type = typeAt(bytes, at + TYPE.length);
  if (head.type === -1) return false;
  digestBytes(bytes, head.idStart, head.idEnd, head.id);
  return true;
}

/** Never beyond the line: its line break is none of these signs. */
function stands(bytes: Uint8Array, at: number, what: Uint8Array): boolean {
  for (let index = 0; index < what.length; index++) if (bytes[at + index] !== what[index]) return false;
  return true;
}

/** Where the closing quote is; -1 for anything but 1 to 128 letters, digits, or _ . : - */
function endOfId(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end && at - start <= LONGEST_ID; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at === start ? -1 : at;
    const fine =
      (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 58) || (byte >= 65 && byte <= 90) || byte === 95 || byte === 45 || byte === 46;
    if (!fine) return -1;
  }
  return -1;
}

function endOfText(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH || (bytes[at] as number) < 32) return -1;
  }
  return -1;
}

const MOST_DIGITS = 15;

/** A whole number as JSON writes it; -1 for anything else, and for more digits than a number holds exactly. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  let at = start;
  while ((bytes[at] as number) >= 48 && (bytes[at] as number) <= 57) at++;
  if (at === start || at - start > MOST_DIGITS || (bytes[start] === 48 && at - start > 1)) return -1;
  return at;
}

function numberBetween(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + ((bytes[at] as number) - 48);
  return value;
}

function typeAt(bytes: Uint8Array, at: number): number {
  for (let type = 0; type < TYPES.length; type++) if (stands(bytes, at, TYPES[type] as Uint8Array)) return type;
  return -1;
}
