// One document and its ledger, brought together with what the carrier has of them, under the document's lock.

import { AppError, newId } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import { type Change, readChange, writeChange } from "../../schema/index.ts";
import { joinLines, keepAnywhere, logLines, openTrashes } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { decodeText, type Deps, encodeText, hashOf, placeOf, unlessBusy } from "../records/deps.ts";
import { BEYOND, changesOf, headerLine, type Ledger, ledgerPlace, needsFullCopy } from "../records/ledger.ts";
import { commitPage, outsideChange, outsideChanges, type Page, wholeLedger, withPage } from "../editing/page.ts";
import { type Card, withoutText } from "../workingCopy/merge.ts";
import { stageCards } from "../workingCopy/sync.ts";
import { rebase, type Side } from "./rebase.ts";

/** A side with its ledger as it is written; `lines` end where the text is. */
interface Past extends Side {
  readonly lines: readonly string[];
}

export interface Together {
  /** What both sides have from now on: bytes of the document (null: none) and of its ledger. */
  readonly document: Uint8Array | null;
  readonly ledger: Uint8Array;
  readonly received: boolean;
  readonly sent: boolean;
  readonly conflict: boolean;
}

export interface TheirBytes {
  readonly document: Uint8Array | null;
  readonly ledger: Uint8Array | null;
}

/** null: neither side has anything. */
export async function carryDocument(deps: Deps, document: DocumentRef, bytes: TheirBytes): Promise<Together | null> {
  const locked = await withPage(deps, document, async (opened): Promise<Together | null> => {
    const page: Page = { ...opened, ledger: await wholeLedger(opened) };
    const [mine, theirs] = [pastOf(page), readTheirs(deps, document, bytes)];
    if (mine.lines.length === 0 && theirs.lines.length === 0) return null;
    const next = bringTogether(mine, theirs);
    await refuseSecrets(deps, page, { mine, theirs, next });
    if (next.cards.length > 0) await stageCards(deps, document, next.cards, mine.text ?? "");
    // What the others removed is not gone here.
    if (next.text === null && page.text !== null) keepAnywhere(openTrashes(deps.environment, deps.clock, deps.random), page.file);
    await replacePage(deps, page, { mine, theirs, next });
    return {
      document: next.text === null ? null : encodeText(next.text),
      ledger: joinLines(next.lines),
      received: next.text !== page.text,
      sent: next.text !== theirs.text,
      conflict: next.cards.length > 0,
    };
  });
  return unlessBusy(locked, `another process holds ${document.key}`, "Sync again; nothing was changed.");
}

function pastOf(page: Page): Past {
  const changes = [...changesOf(page.ledger), ...page.hand];
  const header = page.ledger.lines[0] ?? headerLine(page.document);
  return {
    text: page.text,
    changes,
    lines: changes.length === 0 ? [] : [header, ...page.ledger.lines.slice(1), ...page.hand.map(writeChange)],
  };
}

/** What somebody did outside Codicil in the remote, in a web page for instance, is an outside edit like any other. */
function readTheirs(deps: Deps, document: DocumentRef, bytes: TheirBytes): Past {
  const file = `documents/${document.path}`;
  const text = bytes.document === null ? null : decodeText(bytes.document, file);
  const place = ledgerPlace(document);
  const lines = bytes.ledger === null ? [] : logLines(decodeText(bytes.ledger, place.path)).filter((line) => line !== "");
  const at = place.path;
  if (lines.length > 0 && lines[0] !== headerLine(document)) {
    const why = "the ledger in the remote belongs to another document";
    throw new AppError("DAMAGED", why, { file: at, line: 1, hint: "Nothing of it was taken." });
  }
  const changes = lines.slice(1).map((line, index) => checkChange(readChange(line, at, index + 2), at, index + 2));
  const found = outsideChanges(deps, { place, lines, isWhole: true, file: at }, text, hashOf(text));
  const hand = found === BEYOND ? [] : found;
  const past = [...lines, ...hand.map(writeChange)];
  return { text, changes: [...changes, ...hand], lines: past.length > 0 && lines.length === 0 ? [headerLine(document), ...past] : past };
}

/** The line was written elsewhere: what is replayed from it must at least have the shape of a change. */
function checkChange(change: Change, file: string, line: number): Change {
  const { id, at, splices, full = "" } = change;
  const areTexts = (...fields: unknown[]) => fields.every((field) => typeof field === "string");
  const isSplice = (splice: Change["splices"][number]) => Number.isSafeInteger(splice.at) && areTexts(splice.removed, splice.inserted);
  if (areTexts(id, at, full) && Array.isArray(splices) && splices.every(isSplice)) return change;
  const hint = "Nothing of the document was taken.";
  throw new AppError("DAMAGED", "a line of the ledger in the remote is not a change", { file, line, hint });
}

interface Next extends Past {
  readonly cards: readonly Card[];
}

function bringTogether(mine: Past, theirs: Past): Next {
  if (isHead(mine.lines, theirs.lines)) return { ...theirs, cards: [] };
  if (isHead(theirs.lines, mine.lines)) return { ...mine, cards: [] };
  const [iForgot, theyForgot] = [forgetsMore(mine, theirs), forgetsMore(theirs, mine)];
  if (iForgot && theyForgot) return withoutPast(mine, theirs);
  // Whoever forgot something is the ground: the other's lines still hold it.
  const [ground, other] = iForgot ? [mine, theirs] : [theirs, mine];
  const { text, changes, cards } = rebase(ground, other);
  const lines = [...ground.lines, ...withCopy(ground.lines, changes, text).map(writeChange)];
  return { text, cards, changes: [...ground.changes, ...changes], lines };
}

function isHead(head: readonly string[], whole: readonly string[]): boolean {
  return head.length <= whole.length && head.every((line, index) => whole[index] === line);
}

function forgetsMore(one: Past, other: Past): boolean {
  const known = new Set(other.changes.map(({ id }) => id));
  return one.changes.some(({ id, kind }) => kind === "forgotten" && !known.has(id));
}

/** Both took something out of every version, each another text: no old version of either may come back. Ids stay. */
function withoutPast(mine: Past, theirs: Past): Next {
  const { text, changes, cards } = rebase(theirs, mine);
  const bare = [...new Map([...theirs.changes, ...changes].map((change) => [change.id, withoutText(change)])).values()];
  const last = bare.at(-1);
  const kept =
    last === undefined ? [] : [...bare.slice(0, -1), { ...last, document: hashOf(text), ...(text === null ? {} : { full: text }) }];
  return { text, cards, changes: kept, lines: [theirs.lines[0] ?? "", ...kept.map(writeChange)] };
}

function withCopy(lines: readonly string[], changes: readonly Change[], text: string | null): readonly Change[] {
  const last = changes.at(-1);
  if (last === undefined || text === null || last.document === undefined) return changes;
  const ledger: Ledger = { lines, isWhole: true, file: "", place: { root: "state", path: "" } };
  return needsFullCopy(ledger, changes.length, text.length) === true ? [...changes.slice(0, -1), { ...last, full: text }] : changes;
}

/**
 * Where the ledger here only grows, one commit does it. Otherwise two steps, each whole: the document changes together with
 * the ids of what the others did, and then the ledger is put into the order that all machines have.
 */
async function replacePage(deps: Deps, page: Page, sides: { mine: Past; theirs: Past; next: Next }): Promise<void> {
  const { next, mine, theirs } = sides;
  const writer = writerOf(page.store);
  const { place, lines } = page.ledger;
  if (isHead(lines, next.lines)) {
    const fresh = next.lines.slice(lines.length);
    if (fresh.length === 0) return;
    if (next.text === page.text) return writer.append(place, fresh);
    const bytes = next.text === null ? null : encodeText(next.text);
    const outcome = await writer.commit({ place: placeOf(page.document), expect: page.version, bytes, log: place, lines: fresh });
    const hint = "Sync again; nothing was lost.";
    if (outcome.kind === "stale") throw new AppError("STALE", "the document changed while it was being synced", { file: page.file, hint });
    return;
  }
  if (next.text !== page.text) {
    const known = new Set(mine.changes.map(({ id }) => id));
    const foreign = theirs.changes.filter(({ id }) => !known.has(id));
    const took: Change = {
      ...outsideChange(deps, "hand", { before: page.text, after: next.text, version: hashOf(next.text), reason: "from other machines" }),
      id: newId("c", deps.clock.now(), deps.random),
      touched: [],
      took: foreign.map(({ id }) => id),
    };
    await commitPage(page, next.text, [...foreign.map(withoutText), took]);
  }
  await writer.rewriteLog(place, next.lines);
}

/** Others would read it, in the text or in an old version: then nothing of the document is sent, and nothing taken. */
async function refuseSecrets(deps: Deps, page: Page, { mine, theirs, next }: { mine: Past; theirs: Past; next: Next }): Promise<void> {
  const there = new Set(theirs.lines);
  const fresh = next.lines.filter((line) => !there.has(line));
  if (fresh.length === 0 && next.cards.length === 0) return;
  const known = await deps.known();
  const isThere = (secret: string) =>
    theirs.text?.includes(secret) === true || theirs.changes.some((change) => textsOf(change).some((text) => text.includes(secret)));
  const find = (text: string) => {
    const found = redact(text, known).found.find(({ start, end }) => !isThere(text.slice(start, end)));
    return found === undefined ? null : text.slice(found.start, found.end);
  };
  const inText = [next.text ?? "", ...next.cards.map((card) => card.mine)].map(find).find((secret) => secret !== null);
  if (inText !== undefined)
    throw new AppError("SECRET", "the document contains a secret, and other machines would get it", {
      file: page.file,
      line: (mine.text ?? "").split(inText as string)[0]?.split("\n").length,
      hint: "Take it out and sync again; nothing of this document was sent.",
    });
  for (const line of fresh.filter((each) => each !== next.lines[0])) {
    if (textsOf(readChange(line, page.ledger.file, 1)).every((text) => find(text) === null)) continue;
    const at = mine.lines.indexOf(line);
    throw new AppError("SECRET", "an older version of the document contains a secret, and other machines would get its history", {
      file: page.ledger.file,
      ...(at === -1 ? {} : { line: at + 1 }),
      hint: "codicil forget takes it out of every version; then sync again. Nothing of this document was sent.",
    });
  }
}

function textsOf(change: Change): string[] {
  const texts = [...change.splices.flatMap(({ removed, inserted }) => [removed, inserted]), change.full, change.reason];
  return texts.flatMap((text) => (text === undefined || text === "" ? [] : [text]));
}
