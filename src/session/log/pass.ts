// One thorough pass over all events of a log, a few megabytes at a time: for what must see every event of a log that is
// too large to hold (verify, clone, export).

import type { OpenBytes } from "../../store/index.ts";
import type { Tree } from "./read.ts";
import { type Catalogue, ORPHAN } from "./catalogue.ts";
import { readPart } from "./lines.ts";
import { beginCatalogue, readEvent, type SessionEvent, survey } from "./survey.ts";

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
