// What the writer needs: store, clock, ids, locks and checks. Built by the hall, passed to every function of this room.

import { AppError, type Clock, type Random, sha256 } from "../../base/index.ts";
import type { Known, SessionReads } from "../../content/index.ts";
import type { DocumentRef, Environment } from "../../knowledge/index.ts";
import type { Taint } from "../../schema/index.ts";
import type { Locked, LockOptions, Place, Store } from "../../store/index.ts";

export interface Deps {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly random: Random;
  /** A store that sees home, state and that project. An entry may have been planned in another project. */
  storeFor(project: string | null): Store;
  readonly lock: LockOptions;
  /** LW-92: checks on the document that would result. */
  readonly validators: readonly Validator[];
  /** Secrets known by their value, from the environment and the project's .env files. */
  known(): Promise<Known>;
  /** What these sessions read that the person did not write, with the text of an entry to be compared with it. */
  readsOf(sessions: readonly string[]): Promise<{ readonly reads: SessionReads; readonly taint: Taint | null }>;
  /** The key for another server's document; null: it has none. Throws REMOTE where the one that is named cannot be used. */
  keyFor(url: string): string | null;
}

/** Looks at the text that a change would give, and may object. */
export interface Validator {
  readonly name: string;
  /** null: fine. A text: why the document may not look like that. */
  check(document: DocumentRef, text: string): string | null;
}

export function home(deps: Deps): Store {
  return deps.storeFor(deps.environment.project);
}

export function placeOf(document: DocumentRef): Place {
  return { root: document.root, path: document.path };
}

/** The document's text as it is on disk; null: there is none. */
export async function textOf(deps: Deps, document: DocumentRef): Promise<string | null> {
  const store = deps.storeFor(document.project);
  const stored = await store.read(placeOf(document));
  return stored === null ? null : decodeText(stored.bytes, store.describe(placeOf(document)));
}

/** What was done under a lock; LOCKED where another process kept it. */
export function unlessBusy<T>(locked: Locked<T>, why: string, hint = "Try again; nothing was changed.", file?: string): T {
  if (locked.kind === "done") return locked.value;
  throw new AppError("LOCKED", why, { file, hint });
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Strict: a document that is not UTF-8 is refused, because an edit could not keep its other bytes. */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new AppError("NOT_UTF8", "the document is not UTF-8 text", {
      file,
      line: lineOfFirstBadByte(bytes),
      cause,
      hint: "Convert it (for example with iconv -t UTF-8); nothing was changed.",
    });
  }
}

function lineOfFirstBadByte(bytes: Uint8Array): number {
  let line = 1;
  let start = 0;
  for (let i = 0; i <= bytes.length; i++) {
    if (i !== bytes.length && bytes[i] !== 10) continue;
    try {
      decoder.decode(bytes.subarray(start, i));
    } catch {
      // This is the line that was looked for.
      return line;
    }
    start = i + 1;
    line++;
  }
  return line;
}

export function hashOf(text: string | null): string | null {
  return text === null ? null : sha256(text);
}
