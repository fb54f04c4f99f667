// Adopting: the events of another program's transcript become a session of ours. An event's id is the hash of what it
// says, of its place in the host's file and of the event before it. So the same transcript gives the same ids: what is
// here already is passed over, what was added is appended, and where a host rewrote its past the new telling begins a
// branch at the first word that differs. Nothing of ours is ever rewritten, and a crash in the middle is just a shorter
// transcript.

import { SESSION_ID, sha256 } from "../../base/index.ts";
import { checkEvent, type EventBase, type SessionHeader } from "../../schema/index.ts";
import { writerOf } from "../../store/write.ts";
import { LONGEST_LINE } from "../log/logLines.ts";
import { SELECT_LEAF } from "../log/read.ts";
import { listSessionIds, logOf } from "../kept/shelf.ts";
import type { Draft } from "./draft.ts";
import { type SessionDeps, withSessionLock } from "./sessionFiles.ts";
import { redactEvent } from "./redactEvent.ts";

/** One event of another program, or a fact about the whole. */
export type AdoptedStep =
  | {
      readonly kind: "event";
      /** The host's own name of it, or its line. */
      readonly key: string;
      /** The key that it hangs below; null: a root; absent: behind the last one that is not aside. */
      readonly parent?: string | null | undefined;
      /** Not on the main line: a helper's own conversation, which never becomes the leaf. */
      readonly aside?: boolean | undefined;
      readonly ts: number | null;
      /** Where it is in the transcript, for messages. */
      readonly line: number;
      readonly draft: Draft;
    }
  /** A line of the host's tree that is no event: what hangs below it hangs below its parent. */
  | { readonly kind: "alias"; readonly key: string; readonly parent: string | null }
  | { readonly kind: "title"; readonly title: string };

/** What became of a transcript that was adopted. */
export interface Adopted {
  /** Events that were appended now. */
  readonly added: number;
  readonly created: boolean;
  /** Events of which something was marked as a secret. */
  readonly secrets: number;
  /** What no event of ours could be made of. */
  readonly refused: readonly { readonly line: number; readonly why: string }[];
}

/** Lines are written in parts of about this size, so that a long transcript is never held whole. */
const BATCH_CHARS = 4 * 1024 * 1024;
const CLIENT = "codicil-vault";

/** `header` is asked for when the first line is written: what it says may come from the transcript itself. */
export async function adoptEvents(
  deps: SessionDeps,
  id: string,
  header: () => SessionHeader,
  steps: AsyncIterable<AdoptedStep>,
): Promise<Adopted> {
  // oxlint-disable-next-line complexity -- one pass over the steps, in order; what it counts and where it is belongs together
  return withSessionLock(deps, id, async (place) => {
    const known = await deps.known();
    const before = await whatIsHere(deps, id);
    const fresh = new Set<string>();
    const names = new Map<string, string | null>();
    const refused: { line: number; why: string }[] = [];
    let lines: string[] = [];
    let [chars, added, secrets] = [0, 0, 0];
    let { wholeTo, seq, leaf, title } = before;
    let main: string | null = null;
    let lastTs = 0;

    const flush = async () => {
      if (lines.length === 0) return;
      if (wholeTo === 0) lines = [JSON.stringify(header()), ...lines];
      await writerOf(deps.store).append(place, lines, { wholeTo });
      wholeTo += lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
      lines = [];
      chars = 0;
    };
    /** Why it could not be; null: it is there. */
    const write = async (head: Pick<EventBase, "id" | "parentId" | "ts">, draft: Draft): Promise<string | null> => {
      const clean = redactEvent(draft, known);
      const event = { id: head.id, parentId: head.parentId, seq: seq + 1, sessionId: id, clientId: CLIENT, ts: head.ts, ...clean };
      const checked = checkEvent(event);
      if (checked.kind === "wrong") return checked.why;
      const line = JSON.stringify(event);
      if (line.length > LONGEST_LINE) return `it has ${line.length} characters, more than an event may have`;
      if (JSON.stringify(clean) !== JSON.stringify(draft)) secrets++;
      seq++;
      added++;
      fresh.add(head.id);
      lines.push(line);
      chars += line.length;
      if (chars > BATCH_CHARS) await flush();
      return null;
    };

    for await (const step of steps) {
      if (step.kind === "alias") {
        names.set(step.key, parentNamed(names, step.parent));
        continue;
      }
      if (step.kind === "title") {
        const head = { id: idOf("title", id, seq, step.title), parentId: null, ts: lastTs };
        if (step.title !== title) await write(head, { type: "session_title_updated", title: step.title });
        title = step.title;
        continue;
      }
      const parentId: string | null = step.parent === undefined ? main : parentNamed(names, step.parent);
      const eventId: string = idOf(id, parentId, step.key, saidBy(step.draft));
      const isNew = !fresh.has(eventId) && !before.has(eventId);
      lastTs = step.ts ?? lastTs;
      const why = isNew ? await write({ id: eventId, parentId, ts: lastTs }, step.draft) : null;
      if (why !== null) {
        refused.push({ line: step.line, why });
        names.set(step.key, parentId);
        continue;
      }
      names.set(step.key, eventId);
      if (isNew) leaf = eventId;
      if (step.aside !== true) main = eventId;
    }
    // The newest event is the leaf; where that one is aside, the main line is chosen, as its host would.
    const chosen = { type: "context_control", operation: SELECT_LEAF, leafId: main };
    if (added > 0 && main !== null && leaf !== main) await write({ id: idOf("leaf", id, seq, main), parentId: null, ts: lastTs }, chosen);
    await flush();
    return { added, created: before.wholeTo === 0 && wholeTo > 0, secrets, refused };
  });
}

/** Without the books: a transcript that was adopted before its usage was kept has the same ids now. */
function saidBy(draft: Draft): Draft {
  const meta = draft["meta"] as { readonly usage?: unknown; readonly answer?: unknown } | undefined;
  if (meta?.usage === undefined) return draft;
  const { usage: _, answer: __, ...rest } = meta;
  return { ...draft, meta: rest };
}

function idOf(...of: readonly unknown[]): string {
  return `ad_${sha256(JSON.stringify(of)).slice(0, 24)}`;
}

/** A parent that was never told: what hangs below it begins a line of its own. */
function parentNamed(names: ReadonlyMap<string, string | null>, key: string | null): string | null {
  return key === null ? null : (names.get(key) ?? null);
}

interface Here {
  has(id: string): boolean;
  /** 0: there is no such session yet. */
  readonly wholeTo: number;
  readonly seq: number;
  readonly leaf: string | null;
  readonly title: string | null;
}

async function whatIsHere(deps: SessionDeps, id: string): Promise<Here> {
  if (!(await listSessionIds(deps.store)).includes(id)) return { has: () => false, wholeTo: 0, seq: 0, leaf: null, title: null };
  const log = logOf(deps.store, id);
  return log.look((catalogue, load) => {
    const titled = catalogue.latest["session_title_updated"] ?? -1;
    load([catalogue.leaf, titled].filter((number) => number !== -1));
    const named = log.eventOf(titled);
    return {
      has: (eventId) => catalogue.find(eventId) !== -1,
      wholeTo: catalogue.end,
      seq: Math.max(0, catalogue.lastSeq),
      leaf: log.eventOf(catalogue.leaf)?.id ?? null,
      title: named !== undefined && "title" in named ? String(named.title) : null,
    };
  });
}

/** `HOST_ID`, as far as that can be a session's id. */
export function adoptedId(host: string, nativeId: string): string {
  const plain = `${host}_${nativeId}`;
  return SESSION_ID.test(plain) ? plain : `${host}_${sha256(nativeId).slice(0, 32)}`;
}
