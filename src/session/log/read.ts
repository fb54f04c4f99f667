// A session as it was read: what the other files of this room work on.

import type { SessionHeader } from "../../schema/index.ts";
import { ORPHAN, type Problem, type Catalogue } from "./catalogue.ts";
import { bytesOf, readPart } from "./logLines.ts";
import { beginCatalogue, problemsOf, type SessionEvent, survey, readEvent } from "./survey.ts";
import type { OpenBytes } from "../../store/index.ts";

export { leafChosenBy, SELECT_LEAF, type SessionEvent } from "./survey.ts";
export type { Problem };

/** A log that was read. */
export interface Session {
  readonly file: string;
  readonly header: SessionHeader;
  /**
   * In the order of the file; unknown types are marked. All of them where `whole`; of a large log the snapshot, what its
   * control events say now, and one branch.
   */
  readonly events: readonly SessionEvent[];
  readonly byId: ReadonlyMap<string, SessionEvent>;
  /** Events whose parent is not before them: a branch begins there. Without them a walk upward might never end. */
  readonly orphans: ReadonlySet<string>;
  /** The event behind which the next message is appended; null before the first one. */
  readonly leafId: string | null;
  readonly problems: readonly Problem[];
  /** A line at the end that was never finished, or is being written right now. */
  readonly torn: boolean;
  readonly whole: boolean;
  /** Events of the file that count, and those of them whose type is not known. */
  readonly count: number;
  readonly unknownCount: number;
}

/** A log line by line. */
export interface SessionLines {
  readonly lines: readonly string[];
  readonly torn: string | null;
  readonly file: string;
}

/** From lines that are at hand. */
export function readSession({ lines, torn, file }: SessionLines): Session {
  const log = bytesOf(Buffer.from(lines.map((line) => `${line}\n`).join("") + (torn ?? "")));
  const catalogue = beginCatalogue(log, file);
  const events: SessionEvent[] = [];
  const orphans = new Set<string>();
  const byNumber = new Map<number, string>();
  const isTorn = survey(log, catalogue, {
    thorough: true,
    keep: (event, number) => {
      events.push(event);
      byNumber.set(number, event.id);
      if (catalogue.parents[number] === ORPHAN) orphans.add(event.id);
    },
  });
  return sessionOf(catalogue, { file, events, orphans, leafId: byNumber.get(catalogue.leaf) ?? null, torn: isTorn, whole: true });
}

export function sessionOf(
  catalogue: Catalogue,
  found: Pick<Session, "file" | "events" | "orphans" | "leafId" | "torn" | "whole">,
): Session {
  return {
    ...found,
    header: catalogue.header,
    byId: new Map(found.events.map((event) => [event.id, event])),
    problems: problemsOf(catalogue, found.torn),
    count: catalogue.events,
    unknownCount: catalogue.unknown,
  };
}

/** What a walk up a branch needs. */
export interface Tree {
  readonly byId: { get(id: string): SessionEvent | undefined };
  readonly orphans: { has(id: string): boolean };
}

export function parentOf(tree: Tree, event: SessionEvent): string | null {
  return tree.orphans.has(event.id) ? null : event.parentId;
}

// One thorough pass over all events of a log, a few megabytes at a time: for what must see every event of a log that is
// too large to hold (verify, clone, export).
const AT_A_TIME = 4 * 1024 * 1024;

export class Pass {
  readonly catalogue: Catalogue;
  /** Once all batches were taken. */
  torn!: boolean;
  readonly #log: OpenBytes;
  #now = new Map<string, SessionEvent>();
  #before = new Map<string, SessionEvent>();

  /** Whoever makes it closes the log afterwards. */
  constructor(log: OpenBytes, file: string) {
    this.#log = log;
    this.catalogue = beginCatalogue(log, file);
  }

  /** Of all events up to and with the last batch: what is no longer held is read from the log again. */
  readonly tree: Tree = {
    byId: { get: (id) => this.#now.get(id) ?? this.#before.get(id) ?? this.#readAgain(id) },
    orphans: { has: (id) => this.catalogue.parents[this.catalogue.find(id)] === ORPHAN },
  };

  /** In the order of the file. */
  *batches(): Iterable<SessionEvent[]> {
    for (let from = -1; from !== this.catalogue.end;) {
      from = this.catalogue.end;
      this.#before = this.#now;
      this.#now = new Map();
      const events: SessionEvent[] = [];
      const keep = (event: SessionEvent) => {
        events.push(event);
        this.#now.set(event.id, event);
      };
      this.torn = survey(this.#log, this.catalogue, { thorough: true, keep, enough: AT_A_TIME });
      if (events.length > 0) yield events;
    }
  }

  #readAgain(id: string): SessionEvent | undefined {
    const number = this.catalogue.find(id);
    if (number === -1) return undefined;
    const start = this.catalogue.offsets[number] as number;
    const bytes = readPart(this.#log, start, start + (this.catalogue.lengths[number] as number));
    const read = readEvent(bytes.toString("utf8"), this.catalogue.header.sessionId);
    return read.kind === "event" ? read.event : undefined;
  }
}
