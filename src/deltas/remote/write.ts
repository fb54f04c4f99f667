// Entries for a document on another server (`url:` keys). It is read, edited as any document, and written back over the very
// version that was read. What was sent is noted before and after, so that an entry whose answer was lost is not sent again
// unless the document says that it never arrived. Whatever cannot be settled without a person goes to staging.

import { AppError, sha256 } from "../../base/index.ts";
import { remoteJudge } from "../../knowledge/index.ts";
import type { Receipt } from "../../schema/index.ts";
import { fetchRemote, type Place, sendRemote, type Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Desk, home } from "../desk.ts";
import { editText, type Item, type Outcome } from "../edit.ts";
import { stage } from "../staging.ts";
import type { Written } from "../writeDocument.ts";

type Note =
  | { readonly v: 1; readonly kind: "seen"; readonly etag: string; readonly hash: string }
  | { readonly v: 1; readonly kind: "sending"; readonly entries: readonly string[]; readonly before: string; readonly after: string }
  | { readonly v: 1; readonly kind: "sent" | "void"; readonly entries: readonly string[] };

const MOST_RACES = 3;
/** Faults of the other server. Our own (a full disk, a database that is away) leave the entries where they are. */
const NEEDS_A_PERSON = new Set<AppError["code"]>(["REMOTE", "BAD_URL", "NOT_UTF8", "TOO_LARGE"]);

export async function writeRemote(desk: Desk, url: string, items: readonly Item[]): Promise<Written> {
  const store = home(desk);
  const locked = await store.lock(`remote ${url}`, () => tryRemote(desk, store, url, items), desk.lock);
  if (locked.kind === "busy") return waits(url, items, "LOCKED: another process writes the remote document");
  return locked.value;
}

async function tryRemote(desk: Desk, store: Store, url: string, items: readonly Item[]): Promise<Written> {
  try {
    for (let race = 0; race < MOST_RACES; race++) {
      const written = await writeOnce(desk, store, url, items);
      if (written !== null) return written;
    }
    return waits(url, items, "STALE: somebody else keeps changing the remote document");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "REMOTE" && error.data?.["retry"] === true) return waits(url, items, `REMOTE: ${error.message}`);
    if (!NEEDS_A_PERSON.has(error.code)) throw error;
    return staged(desk, url, items, error);
  }
}

/** null: somebody was faster; read again. */
async function writeOnce(desk: Desk, store: Store, url: string, items: readonly Item[]): Promise<Written | null> {
  const judge = remoteJudge(desk.around);
  const place = notesPlace(url);
  const found = await fetchRemote(url, judge);
  if (found.kind === "absent") throw needsPerson(url, "there is no such document, and none is created");
  if (found.etag === null) throw needsPerson(url, "it has no strong ETag, so that a write could overwrite what somebody else wrote meanwhile");
  const { text, etag } = found;
  const notes = await readNotes(store, place);
  if (notes.some((note) => note.kind === "seen" && note.etag === etag && note.hash !== sha256(text))) throw needsPerson(url, "its ETag stayed the same while its text changed: the server does not keep versions apart");
  await note(store, place, [{ v: 1, kind: "seen", etag, hash: sha256(text) }]);
  const applied = await settleLost(store, place, notes, { url, hash: sha256(text) });
  const edited = editText(text, items, { applied, now: desk.clock.now().toISOString(), changedByHand: () => false });
  const fresh = items.filter((_, index) => edited.outcomes[index]?.kind === "applied").map(({ id }) => id);
  if (edited.text !== null && edited.text !== text) {
    await note(store, place, [{ v: 1, kind: "sending", entries: fresh, before: sha256(text), after: sha256(edited.text) }]);
    const sent = await sendRemote(url, judge, edited.text, etag);
    if (sent.kind === "changed") {
      await note(store, place, [{ v: 1, kind: "void", entries: fresh }]);
      return null;
    }
    const after = await fetchRemote(url, judge);
    if (after.kind === "found" && after.text === text) {
      await note(store, place, [{ v: 1, kind: "void", entries: fresh }]);
      throw needsPerson(url, "the server said that it kept the text, and shows the old one");
    }
    await note(store, place, [{ v: 1, kind: "sent", entries: fresh }]);
  }
  return settle(desk, url, items, edited.outcomes);
}

/** What was being sent when the answer was lost: the document tells whether it arrived. */
async function settleLost(store: Store, place: Place, notes: readonly Note[], now: { url: string; hash: string }): Promise<Set<string>> {
  const done = new Set(notes.flatMap((each) => (each.kind === "sent" ? each.entries : [])));
  const open = notes.findLast((each) => each.kind === "sending" || each.kind === "sent" || each.kind === "void");
  if (open?.kind !== "sending") return done;
  if (now.hash !== open.before && now.hash !== open.after) {
    await note(store, place, [{ v: 1, kind: "void", entries: open.entries }]);
    throw needsPerson(now.url, "an answer was lost, and the document has changed since: whether the entry arrived cannot be told");
  }
  const arrived = now.hash === open.after;
  await note(store, place, [{ v: 1, kind: arrived ? "sent" : "void", entries: open.entries }]);
  return arrived ? new Set([...done, ...open.entries]) : done;
}

async function settle(desk: Desk, url: string, items: readonly Item[], outcomes: readonly Outcome[]): Promise<Written> {
  const receipts: Receipt[] = [];
  for (const [index, item] of items.entries()) {
    const outcome = outcomes[index] as Outcome;
    const base = { entry: item.id, document: url, heading: item.entry.key.heading, before: outcome.before };
    if (outcome.kind === "applied") receipts.push({ ...base, status: "applied", after: outcome.after });
    else if (outcome.kind === "failed") receipts.push(...(await stage(desk, { document: { key: url }, items: [item], code: outcome.code, why: outcome.why })));
    else receipts.push({ ...base, status: "unchanged", after: outcome.before });
  }
  return { receipts, settled: new Set(items.map(({ id }) => id)) };
}

async function staged(desk: Desk, url: string, items: readonly Item[], error: AppError): Promise<Written> {
  const receipts = await stage(desk, { document: { key: url }, items, code: error.code, why: error.message });
  return { receipts, settled: new Set(items.map(({ id }) => id)) };
}

function waits(url: string, items: readonly Item[], why: string): Written {
  return { receipts: items.map(({ id, entry }) => ({ entry: id, status: "pending", document: url, heading: entry.key.heading, before: null, after: null, why })), settled: new Set() };
}

function needsPerson(url: string, why: string): AppError {
  return new AppError("REMOTE", `the remote document cannot be written: ${why}`, { file: url, data: { retry: false }, hint: "Look at the server; the entry waits in staging." });
}

function notesPlace(url: string): Place {
  return { root: "state", path: `remote/${sha256(url).slice(0, 24)}.jsonl` };
}

async function readNotes(store: Store, place: Place): Promise<Note[]> {
  return (await store.readLog(place)).lines.map((line) => JSON.parse(line) as Note);
}

function note(store: Store, place: Place, notes: readonly Note[]): Promise<void> {
  return writerOf(store).append(place, notes.map((each) => JSON.stringify(each)));
}
