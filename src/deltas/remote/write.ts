// Entries for a document on another server (`url:` keys). It is read, edited as any document, and written back over the very
// version that was read. What is sent is noted before and after, so that an entry whose answer was lost is not sent again
// unless the document says that it never arrived. Whatever cannot be settled without a person goes to staging.

import { AppError, sha256 } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { remoteJudge } from "../../knowledge/index.ts";
import type { Receipt } from "../../schema/index.ts";
import { openRemote, type Place, type RemoteStore, type Store, type Way } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { leastTrustedOf } from "../ancestors.ts";
import { decodeText, type Desk, encodeText, hashOf, home } from "../desk.ts";
import { editText, type Item, NO_PAST, type Outcome } from "../edit.ts";
import { stage } from "../staging.ts";
import type { Written } from "../writeDocument.ts";
import { addNote, type Notes, readNotes } from "./notes.ts";

export interface RemoteChoice {
  /** A person said so: a document that is not there is created. */
  readonly create?: boolean;
  /** Whoever waits for it waits no longer than that. */
  readonly until?: AbortSignal;
}

export interface SentThere extends Written {
  /** The host could not be reached. */
  readonly isAway?: boolean;
  /** Nothing came back, or a server that has no time. */
  readonly isUnanswered?: boolean;
}

const MOST_ROUNDS = 4;
/** Faults of the other server. Our own (a full disk, a database that is away) leave the entries where they are. */
const NEEDS_A_PERSON = new Set<AppError["code"]>(["REMOTE", "BAD_URL", "NOT_UTF8", "TOO_LARGE", "SECRET"]);
/** The store of one URL has one document. */
const DOCUMENT: Place = { root: "home", path: "document.md" };

export async function writeRemote(desk: Desk, url: string, items: readonly Item[], choice: RemoteChoice = {}): Promise<SentThere> {
  const store = home(desk);
  const locked = await store.lock(
    `remote ${url}`,
    () => writeAll({ desk, store, url, choice }, items),
    choice.until === undefined ? desk.lock : { retries: 0 },
  );
  if (locked.kind === "busy") return waits(url, items, "LOCKED: another process writes the remote document");
  return locked.value;
}

interface Job {
  readonly desk: Desk;
  readonly store: Store;
  readonly url: string;
  readonly choice: RemoteChoice;
}

/** Rounds, because somebody else may be faster, and because what was lost is settled before anything new is sent. */
async function writeAll(job: Job, items: readonly Item[]): Promise<SentThere> {
  const written: Written = { receipts: [], settled: new Set() };
  let [isAway, isUnanswered] = [false, false];
  let left = items;
  for (let round = 0; round < MOST_ROUNDS && left.length > 0; round++) {
    const done = await tryRound(job, left);
    isAway ||= done.isAway === true;
    isUnanswered ||= done.isUnanswered === true;
    written.receipts.push(...done.receipts);
    for (const id of done.settled) written.settled.add(id);
    const answered = new Set(done.receipts.map(({ entry }) => entry));
    left = left.filter(({ id }) => !answered.has(id));
  }
  written.receipts.push(...waits(job.url, left, "STALE: the remote document keeps changing").receipts);
  return { ...written, isAway, isUnanswered };
}

async function tryRound(job: Job, items: readonly Item[]): Promise<SentThere> {
  try {
    return await writeOnce(job, items);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "REMOTE" && error.data?.["retry"] === true)
      return { ...waits(job.url, items, `REMOTE: ${error.message}`), isAway: error.data["away"] === true, isUnanswered: true };
    if (!NEEDS_A_PERSON.has(error.code)) throw error;
    return staged(job.desk, job.url, items, error);
  }
}

/** Answers the entries that it settled; none where somebody was faster. */
async function writeOnce(job: Job, items: readonly Item[]): Promise<Written> {
  const { desk, store, url } = job;
  const remote = await openRemote({ address: () => url, way: await wayTo(job, items) });
  const text = await readText(remote, job);
  const notes = await readNotes(store, url);
  if (text !== null) await noteSeen(job, notes, { text, etag: remote.tagOf(DOCUMENT, sha256(text)) });
  const lost = await settleLost(job, notes, { hash: hashOf(text), items });
  // What was lost on its way goes again exactly as it was, and alone: a server that took it knows it by that.
  const batch = lost.again === null ? items : items.filter(({ id }) => lost.again?.includes(id));
  const edited = editText(text, batch, { applied: lost.done, now: desk.clock.now().toISOString(), ...NO_PAST });
  const fresh = batch.filter((_, index) => edited.outcomes[index]?.kind === "applied").map(({ id }) => id);
  const sent =
    edited.text === null || edited.text === text
      ? "nothing"
      : await send(job, remote, { before: text, after: edited.text, entries: fresh });
  if (sent === "changed") return { receipts: [], settled: new Set() };
  return settle(job, batch, { outcomes: edited.outcomes, held: sent === "held" });
}

/** The key goes in a header and nowhere else: an address ends up in logs, of ours and of others. */
async function wayTo({ desk, url, choice }: Job, items: readonly Item[]): Promise<Way> {
  if (redact(url, await desk.known()).found.length > 0)
    throw new AppError("SECRET", "the URL contains a secret", {
      file: url,
      hint: "Name where the key comes from under remotes: in config.yaml.",
    });
  return {
    judge: remoteJudge(desk.around),
    key: desk.keyFor(url),
    origin: leastTrustedOf(items.map(({ entry }) => entry.meta.origin ?? "user")),
    until: choice.until,
  };
}

async function readText(remote: RemoteStore, { url, choice }: Job): Promise<string | null> {
  const found = await remote.read(DOCUMENT);
  if (found === null && choice.create !== true) throw needsPerson(url, "there is no such document, and creating one needs your approval");
  return found === null ? null : decodeText(found.bytes, url);
}

async function noteSeen(
  { store, url }: Job,
  notes: Notes,
  { text, etag }: { readonly text: string; readonly etag: string },
): Promise<void> {
  const seen = notes.seen(etag, sha256(text));
  if (seen === "other") throw needsPerson(url, "its ETag stayed the same while its text changed: the server does not keep versions apart");
  if (seen === "never") await addNote(store, url, { v: 1, kind: "seen", etag, hash: sha256(text) });
}

async function send(
  { store, url }: Job,
  remote: RemoteStore,
  sending: { readonly before: string | null; readonly after: string; readonly entries: readonly string[] },
): Promise<"written" | "changed" | "held"> {
  const { before, after, entries } = sending;
  await addNote(store, url, { v: 1, kind: "sending", entries, before: hashOf(before), after: sha256(after) });
  try {
    const outcome = await writerOf(remote).write(DOCUMENT, encodeText(after), hashOf(before));
    await addNote(store, url, { v: 1, kind: outcome.kind === "written" ? "sent" : "void", entries });
    return outcome.kind === "written" ? "written" : "changed";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.data?.["held"] === true) {
      await addNote(store, url, { v: 1, kind: "held", entries });
      return "held";
    }
    // An answer that may still have been a yes leaves the note open; a no closes it.
    if (error.data?.["retry"] !== true || error.data["untouched"] === true) await addNote(store, url, { v: 1, kind: "void", entries });
    throw error;
  }
}

/** What was being sent when the answer was lost: the document tells whether it arrived. `again`: it did not, and goes again. */
async function settleLost(
  { store, url }: Job,
  { done, open }: Notes,
  now: { readonly hash: string | null; readonly items: readonly Item[] },
): Promise<{ done: ReadonlySet<string>; again: readonly string[] | null }> {
  if (open === null) return { done, again: null };
  if (now.hash === open.after) {
    await addNote(store, url, { v: 1, kind: "sent", entries: open.entries });
    return { done: new Set([...done, ...open.entries]), again: null };
  }
  // Its note stays open until it is sent again: another crash must find it, too.
  if (now.hash === open.before && open.entries.every((id) => now.items.some((item) => item.id === id)))
    return { done, again: open.entries };
  await addNote(store, url, { v: 1, kind: "void", entries: open.entries });
  if (now.hash === open.before) return { done, again: null };
  throw needsPerson(url, "an answer was lost, and the document has changed since: whether the entry arrived cannot be told");
}

async function settle(
  { desk, url }: Job,
  items: readonly Item[],
  result: { readonly outcomes: readonly Outcome[]; readonly held: boolean },
): Promise<Written> {
  const receipts: Receipt[] = [];
  for (const [index, item] of items.entries()) {
    const outcome = result.outcomes[index] as Outcome;
    const base = { entry: item.id, document: url, heading: item.entry.key.heading, before: outcome.before };
    if (outcome.kind === "failed")
      receipts.push(...(await stage(desk, { document: { key: url }, items: [item], code: outcome.code, why: outcome.why })));
    else if (outcome.kind !== "applied") receipts.push({ ...base, status: "unchanged", after: outcome.before });
    else if (result.held)
      receipts.push({ ...base, status: "proposed", after: null, why: "the other side has it, and a person there has to accept it" });
    else receipts.push({ ...base, status: "applied", after: outcome.after });
  }
  return { receipts, settled: new Set(items.map(({ id }) => id)) };
}

async function staged(desk: Desk, url: string, items: readonly Item[], error: AppError): Promise<Written> {
  const receipts = await stage(desk, { document: { key: url }, items, code: error.code, why: error.message });
  return { receipts, settled: new Set(items.map(({ id }) => id)) };
}

function waits(url: string, items: readonly Item[], why: string): Written {
  return {
    receipts: items.map(({ id, entry }) => ({
      entry: id,
      status: "pending",
      document: url,
      heading: entry.key.heading,
      before: null,
      after: null,
      why,
    })),
    settled: new Set(),
  };
}

function needsPerson(url: string, why: string): AppError {
  return new AppError("REMOTE", `the remote document cannot be written: ${why}`, {
    file: url,
    data: { retry: false },
    hint: "Look at the server; the entry is in staging.",
  });
}
