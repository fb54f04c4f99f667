// sync: the working copies of a mind's common documents, brought together with the database. What a hand wrote here becomes
// a change in the ledger and reaches every machine; what came from elsewhere reaches the disk. Where both changed the same
// lines the document keeps what the others have, and the hand's version waits in staging, beside it: two cards.

import { AppError, sha256 } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { documentAt, type DocumentRef, fullKey } from "../../knowledge/index.ts";
import { basePlace, type Common, commonOf, copyOut, isCommonDocument, noteBase, type Place, replaceCopy, walkFiles } from "../../store/index.ts";
import { decodeText, type Desk, encodeText, hashOf, home, placeOf } from "../desk.ts";
import { commitPage, handChange, withPage } from "../page.ts";
import { listStaged, stage } from "../staging.ts";
import { type Card, mergeTexts, saysSomething } from "./merge.ts";

export interface Synced {
  /** Documents whose copy here is new. */
  readonly received: readonly string[];
  /** Documents that carry a hand's edit to the others. */
  readonly sent: readonly string[];
  /** Documents of which something waits in staging. */
  readonly conflicts: readonly string[];
  /** Documents that could not be brought together now; nothing of them was changed. */
  readonly problems: readonly { readonly document: string; readonly error: AppError }[];
}

type Outcome = "same" | "received" | "sent" | "merged" | "conflict";

/** All documents, or those that a notice names. A mind that lives in files alone has nothing to sync. */
export async function syncDocuments(desk: Desk, only?: readonly Place[]): Promise<Synced> {
  const done = { received: [] as string[], sent: [] as string[], conflicts: [] as string[], problems: [] as { document: string; error: AppError }[] };
  const common = commonOf(home(desk));
  if (common === null) return done;
  for (const document of await differing(desk, common, only)) {
    try {
      const outcome = await syncOne(desk, common, document);
      if (outcome === "received" || outcome === "merged" || outcome === "conflict") done.received.push(document.key);
      if (outcome === "sent" || outcome === "merged") done.sent.push(document.key);
      if (outcome === "conflict") done.conflicts.push(document.key);
    } catch (error) {
      // One document that cannot be read or is held never stops another.
      if (!(error instanceof AppError) || error.code === "STORE_DOWN") throw error;
      done.problems.push({ document: document.key, error });
    }
  }
  return done;
}

/** Found without a lock, by versions alone: mostly there is nothing, and that costs one question. */
async function differing(desk: Desk, common: Common, only?: readonly Place[]): Promise<DocumentRef[]> {
  const theirs = await common.shared.versions("home");
  const mine = walkFiles(desk.around.disk.realpath(desk.around.home) ?? desk.around.home);
  const known = walkFiles(`${desk.around.state}/checkout`);
  const paths = only === undefined ? new Set([...theirs.keys(), ...mine, ...known]) : new Set(only.map(({ path }) => path));
  const found: DocumentRef[] = [];
  for (const path of [...paths].sort()) {
    const place: Place = { root: "home", path };
    if (!isCommonDocument(place)) continue;
    const version = theirs.get(path) ?? null;
    const [copy, base] = [await versionOf(common, place), await versionOf(common, basePlace(place))];
    if (copy !== version || base !== version) found.push(documentAt(desk.around, "home", path));
  }
  return found;
}

/** What is no plain file (a link out of the home, a folder) counts as absent here and is named by whoever opens it. */
async function versionOf(common: Common, place: Place): Promise<string | null> {
  try {
    return (await common.files.read(place))?.version ?? null;
  } catch (error) {
    if (error instanceof AppError) return "unreadable";
    throw error;
  }
}

async function syncOne(desk: Desk, common: Common, document: DocumentRef): Promise<Outcome> {
  const place = placeOf(document);
  const locked = await withPage(desk, document, async (page): Promise<Outcome> => {
    const [copy, base] = [await common.files.read(place), await common.files.read(basePlace(place))];
    const theirs = page.version;
    const mine = copy?.version ?? null;
    if (mine === theirs) {
      await noteBase(common, place, copy?.bytes ?? null);
      return "same";
    }
    // Untouched here since it was last seen: the others' version comes in.
    if (mine === (base?.version ?? null)) {
      if (!(await copyOut(common, place, page.text === null ? null : encodeText(page.text)))) throw changedAgain(page.file);
      return "received";
    }
    const text = copy === null ? null : decodeText(copy.bytes, page.file);
    await refuseSecrets(desk, page.file, text, page.text);
    if (text === null || page.text === null) return restoreOrRemove({ desk, common, page, text, base: base?.version ?? null });
    const merged = mergeTexts(base === null ? null : decodeText(base.bytes, page.file), text, page.text);
    const cards = merged.cards.filter(saysSomething);
    if (cards.length > 0) await stageCards(desk, document, cards, text);
    if (merged.text !== page.text) {
      const change = handChange(desk, "hand", { before: page.text, after: merged.text, version: hashOf(merged.text), reason: "edited by hand in a working copy" });
      await commitPage(page, merged.text, [change]);
    }
    // Only now: until the hand's lines are with the others, the copy is the one place that has them.
    await replaceCopy(common, place, { seen: mine, bytes: encodeText(merged.text) });
    return cards.length > 0 ? "conflict" : merged.text === text ? "sent" : "merged";
  });
  if (locked.kind === "busy") throw new AppError("LOCKED", `another process holds ${document.key}`, { hint: "Sync again; nothing was changed." });
  return locked.value;
}

/**
 * One side has no such document. What was removed there is gone here if nobody touched it here, and the other way round;
 * a removal against a change loses to the change.
 */
async function restoreOrRemove(sides: { desk: Desk; common: Common; page: Parameters<Parameters<typeof withPage<Outcome>>[2]>[0]; text: string | null; base: string | null }): Promise<Outcome> {
  const { desk, common, page, text, base } = sides;
  const place = placeOf(page.document);
  if (text === null && page.version === base) {
    await commitPage(page, null, [handChange(desk, "removed", { before: page.text, after: null, version: null, reason: "removed by hand in a working copy" })]);
    await replaceCopy(common, place, { seen: null, bytes: null });
    return "sent";
  }
  if (text === null) {
    await replaceCopy(common, place, { seen: null, bytes: encodeText(page.text ?? "") });
    return "received";
  }
  await commitPage(page, text, [handChange(desk, page.ledger.lines.length === 0 ? "first" : "hand", { before: page.text, after: text, version: hashOf(text), reason: "written by hand in a working copy" })]);
  await replaceCopy(common, place, { seen: hashOf(text), bytes: encodeText(text) });
  return "sent";
}

/** Others would read it, and a database forgets slowly: a hand's edit that brings a secret stays on this machine. */
async function refuseSecrets(desk: Desk, file: string, mine: string | null, theirs: string | null): Promise<void> {
  const known = await desk.known();
  const count = (text: string | null) => (text === null ? 0 : redact(text, known).found.length);
  if (count(mine) <= count(theirs)) return;
  throw new AppError("SECRET", "the working copy holds a secret, and other machines would get it", { file, hint: "Take it out of the file and sync again; nothing was sent." });
}

/** The same for three texts that somebody else (Git) holds: the text that results; what lost is staged before it is given. */
export async function mergeDocument(desk: Desk, document: DocumentRef, texts: { readonly base: string | null; readonly mine: string; readonly theirs: string }): Promise<{ text: string; cards: number }> {
  const { text, cards: every } = mergeTexts(texts.base, texts.mine, texts.theirs);
  const cards = every.filter(saysSomething);
  if (cards.length > 0) await stageCards(desk, document, cards, texts.mine);
  return { text, cards: cards.length };
}

/** Staged before the document is touched: a crash in between shows a card too many, never a line too few. */
export async function stageCards(desk: Desk, document: DocumentRef, cards: readonly Card[], text: string): Promise<void> {
  const now = desk.clock.now();
  const waiting = new Set((await listStaged(desk)).files.flatMap(({ staged }) => staged.entries.map((entry) => entry.meta.id)));
  const items = cards.map((card) => {
    // The same edit found twice, after a crash, is the same card.
    const id = `e_copy_${sha256(`${document.id} ${card.level} ${card.heading} ${card.mine} ${sha256(text)}`).slice(0, 20)}`;
    const meta = { id, origin: "user" as const, time: now.toISOString(), reason: "edited here by hand while another machine changed the same lines" };
    return { id, entry: { key: { path: fullKey(document), heading: card.heading, level: card.level }, operation: "update" as const, scope: "body" as const, content: card.mine, meta } };
  });
  const fresh = items.filter(({ id }) => !waiting.has(id));
  if (fresh.length > 0) await stage(desk, { document, items: fresh, code: "CONFLICT", why: "this machine and another one changed the same lines; the document has the other's, the entry has this one's" });
}

function changedAgain(file: string): AppError {
  return new AppError("STALE", "the working copy changed while it was being synced", { file, hint: "Sync again; nothing was lost." });
}
