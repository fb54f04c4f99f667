// Entries for a document on another server (`url:` keys). It is read, edited as any document, and written back over the very
// version that was read. What is sent is noted before and after, so that an entry whose answer was lost is not sent again
// unless the document says that it never arrived. Whatever cannot be settled without a person goes to staging, and so does
// what was written there earlier and the server lost (lost.ts).

import { AppError, sha256 } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { remoteJudge } from "../../knowledge/index.ts";
import type { Receipt } from "../../schema/index.ts";
import { openRemote, type Place, type RemoteStore, type Store, type Way } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { leastTrustedOf } from "../history/ancestors.ts";
import { decodeText, type Deps, encodeText, hashOf, home } from "../records/deps.ts";
import { editText, type Item, NO_PAST, type Outcome } from "../editing/edit.ts";
import { stage, unseen } from "../editing/staging.ts";
import type { Written } from "../editing/writeDocument.ts";
import { asSent, isThere, lossIn, printsOf, sampleOf, type There, whyOther } from "./lost.ts";
import { addNote, type Notes, readNotes } from "./remoteNotes.ts";

export interface RemoteChoice {
  /** A person said so: a document that is not there is created. */
  readonly mayCreate?: boolean;
  /** A person said so: another document than before is written to. */
  readonly mayBeOther?: boolean;
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
const NEEDS_A_PERSON = new Set<AppError["code"]>(["REMOTE", "BAD_URL", "NOT_UTF8", "TOO_LARGE", "SECRET", "OTHER_MIND"]);
/** The store of one URL has one document. */
const DOCUMENT: Place = { root: "home", path: "document.md" };

export async function writeRemote(deps: Deps, url: string, items: readonly Item[], choice: RemoteChoice = {}): Promise<SentThere> {
  const store = home(deps);
  const patience = choice.until === undefined ? deps.lock : { retries: 0 };
  const locked = await store.lock(`remote ${url}`, () => writeAll({ deps, store, url, choice, cards: [] }, items), patience);
  if (locked.kind === "busy") return waits(url, items, "LOCKED: another process writes the remote document");
  return locked.value;
}

interface Job {
  readonly deps: Deps;
  readonly store: Store;
  readonly url: string;
  readonly choice: RemoteChoice;
  /** Receipts of earlier entries that the server lost. */
  readonly cards: Receipt[];
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
  return { ...written, receipts: [...job.cards, ...written.receipts], isAway, isUnanswered };
}

async function tryRound(job: Job, items: readonly Item[]): Promise<SentThere> {
  try {
    return await writeOnce(job, items);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "REMOTE" && error.data?.["retry"] === true)
      return { ...waits(job.url, items, `REMOTE: ${error.message}`), isAway: error.data["away"] === true, isUnanswered: true };
    if (!NEEDS_A_PERSON.has(error.code)) throw error;
    return staged(job.deps, job.url, items, error);
  }
}

/** Answers the entries that it settled; none where somebody was faster. */
async function writeOnce(job: Job, items: readonly Item[]): Promise<Written> {
  const { deps, store, url } = job;
  const before = await readNotes(store, url);
  const remote = await openRemote({ address: () => url, way: { ...(await wayTo(job, items)), newest: before.newest ?? undefined } });
  const { text, etag, there } = await look(job, remote, before);
  const { again } = await settleLost(job, before, { hash: there.hash, items });
  const settled = before.open === null ? before : await readNotes(store, url);
  // Only where nothing is open: the note that says so has to stay the last one.
  const notes = again === null && (await stageLost(job, settled, there)) ? await readNotes(store, url) : settled;
  const absent = before.last === null ? "there is no such document" : "the document is no longer there";
  if (etag === null && job.choice.mayCreate !== true) throw needsPerson(url, `${absent}, and creating one needs your approval`);
  if (etag !== null) await noteSeen(job, before, etag, there);
  // What was lost on its way goes again exactly as it was, and alone: a server that took it knows it by that.
  const batch = again === null ? items : items.filter(({ id }) => again.includes(id));
  const back = notes.lost.filter((each) => isThere(each, there.prints)).map(({ id }) => id);
  const edited = editText(text, batch, { applied: new Set([...notes.done, ...back]), now: deps.clock.now().toISOString(), ...NO_PAST });
  const fresh = batch.filter((_, index) => edited.outcomes[index]?.kind === "applied");
  const after = edited.text;
  const sent = after === null || after === text ? "nothing" : await send(job, remote, { before: text, after, fresh, notes });
  if (sent === "changed") return { receipts: [], settled: new Set() };
  return settle(job, batch, { outcomes: edited.outcomes, held: sent === "held" });
}

/** The document as it is, if it may be written to: by a tag that can be relied on, and by what is known of it. */
async function look(
  { url, choice }: Job,
  remote: RemoteStore,
  notes: Notes,
): Promise<{ readonly text: string | null; readonly etag: string | null; readonly there: There }> {
  const found = await remote.read(DOCUMENT);
  if (found === null) return { text: null, etag: null, there: { hash: null, prints: new Set(), mind: null, knows: null } };
  const text = decodeText(found.bytes, url);
  const etag = remote.tagOf(DOCUMENT, found.version);
  if (notes.seen(etag, found.version) === "other")
    throw needsPerson(url, "its ETag stayed the same while its text changed: the server does not keep versions apart");
  const there: There = { hash: found.version, prints: printsOf(text), ...remote.saysOf(DOCUMENT) };
  const why = choice.mayBeOther === true ? null : whyOther(notes, there);
  if (why === null) return { text, etag, there };
  throw new AppError("OTHER_MIND", `nothing was written to the remote document: ${why}`, {
    file: url,
    hint: "Look at the server. codicil resolve URL --take entry writes to what is there now.",
  });
}

/** Earlier entries that the server lost are a person's to send again or to drop; each is told once. */
async function stageLost({ deps, store, url, cards }: Job, notes: Notes, there: There): Promise<boolean> {
  const loss = lossIn(notes, there);
  if (loss === null) return false;
  const items = loss.entries.map((entry) => ({ id: entry.meta.id ?? "", entry }));
  const why = `an entry that was written to the remote document is missing: ${loss.why}`;
  if (items.length > 0) cards.push(...(await stage(deps, { document: { key: url }, items, code: "REMOTE", why })));
  // Behind the card: a crash in between brings a second one, which finds its entry written.
  await addNote(store, url, { v: 1, kind: "void", entries: loss.ids });
  return true;
}

/** The key goes in a header and nowhere else: an address ends up in logs, of ours and of others. */
async function wayTo({ deps, url, choice }: Job, items: readonly Item[]): Promise<Way> {
  if (redact(url, await deps.known()).found.length > 0)
    throw new AppError("SECRET", "the URL contains a secret", {
      file: url,
      hint: "Name where the key comes from under remotes: in config.yaml.",
    });
  const origin = leastTrustedOf(items.map(({ entry }) => entry.meta.origin ?? "user"));
  return { judge: remoteJudge(deps.environment), key: deps.keyFor(url), origin, until: choice.until };
}

async function noteSeen({ store, url }: Job, { last }: Notes, etag: string, { hash, prints, mind }: There): Promise<void> {
  if (hash === null || (last?.etag === etag && last.hash === hash && last.mind === (mind ?? undefined))) return;
  await addNote(store, url, { v: 1, kind: "seen", etag, hash, lines: sampleOf(prints), ...(mind === null ? {} : { mind }) });
}

async function send(
  { store, url }: Job,
  remote: RemoteStore,
  sending: { readonly before: string | null; readonly after: string; readonly fresh: readonly Item[]; readonly notes: Notes },
): Promise<"written" | "changed" | "held"> {
  const { before, after, fresh, notes } = sending;
  const entries = fresh.map(({ id }) => id);
  const prints = { before: printsOf(before ?? ""), after: printsOf(after) };
  const unknown = fresh.filter(({ id }) => !notes.knows(id));
  const items = unknown.map(({ id, entry }) => asSent({ ...entry, meta: { ...entry.meta, id } }, prints));
  const gone = notes.arrived.filter((each) => each.lines.length > 0 && !isThere(each, prints.after)).map(({ id }) => id);
  await addNote(store, url, { v: 1, kind: "sending", entries, before: hashOf(before), after: sha256(after), items, gone });
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
  { open }: Notes,
  now: { readonly hash: string | null; readonly items: readonly Item[] },
): Promise<{ readonly again: readonly string[] | null }> {
  if (open === null) return { again: null };
  if (now.hash === open.after) {
    await addNote(store, url, { v: 1, kind: "sent", entries: open.entries });
    return { again: null };
  }
  // Its note stays open until it is sent again: another crash must find it, too.
  if (now.hash === open.before && open.entries.every((id) => now.items.some((item) => item.id === id))) return { again: open.entries };
  await addNote(store, url, { v: 1, kind: "void", entries: open.entries });
  if (now.hash === open.before) return { again: null };
  throw needsPerson(url, "an answer was lost, and the document has changed since: whether the entry arrived cannot be told");
}

async function settle(
  { deps, url }: Job,
  items: readonly Item[],
  result: { readonly outcomes: readonly Outcome[]; readonly held: boolean },
): Promise<Written> {
  const receipts: Receipt[] = [];
  for (const [index, item] of items.entries()) {
    const outcome = result.outcomes[index] as Outcome;
    const base = { entry: item.id, document: url, heading: item.entry.key.heading, before: outcome.before };
    const held = "the other side has it, and a person there has to accept it";
    if (outcome.kind === "failed") {
      const { code, why } = outcome;
      receipts.push(...(await stage(deps, { document: { key: url }, items: [item], code, why })));
    } else if (outcome.kind !== "applied") receipts.push({ ...base, status: "unchanged", after: outcome.before });
    else if (result.held) receipts.push({ ...base, status: "proposed", after: null, why: held });
    else receipts.push({ ...base, status: "applied", after: outcome.after });
  }
  return { receipts, settled: new Set(items.map(({ id }) => id)) };
}

async function staged(deps: Deps, url: string, items: readonly Item[], error: AppError): Promise<Written> {
  const receipts = await stage(deps, { document: { key: url }, items, code: error.code, why: error.message });
  return { receipts, settled: new Set(items.map(({ id }) => id)) };
}

function waits(url: string, items: readonly Item[], why: string): Written {
  return { receipts: items.map((item) => unseen(item, url, "pending", why)), settled: new Set() };
}

function needsPerson(url: string, why: string): AppError {
  return new AppError("REMOTE", `the remote document cannot be written: ${why}`, {
    file: url,
    data: { retry: false },
    hint: "Look at the server; the entry is in staging.",
  });
}
