// sync: the working copies of a mind's common documents, brought together with the database. What was edited here becomes
// a change in the ledger and reaches every machine; what came from elsewhere reaches the disk. Where both changed the same
// lines the document keeps what the others have, and the hand's version is in staging, beside it: two cards.

import { AppError, sha256 } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { documentAt, type DocumentRef, fullKey } from "../../knowledge/index.ts";
import {
  basePlace,
  CHECKOUT,
  type Common,
  commonOf,
  copyOut,
  isCommonDocument,
  keepAnywhere,
  noteBase,
  openTrashes,
  type Place,
  replaceCopy,
  SEEN_SUFFIX,
  walkFiles,
} from "../../store/index.ts";
import { decodeText, type Deps, encodeText, hashOf, home, placeOf, unlessBusy } from "../records/deps.ts";
import { commitPage, outsideChange, type Page, withPage } from "../editing/page.ts";
import { listStaged, stage } from "../editing/staging.ts";
import { identify } from "./identity.ts";
import { type Ground, groundOf } from "./lost.ts";
import { type Card, mergeTexts, saysSomething, withoutRepeats } from "./merge.ts";

export interface Synced {
  /** Documents whose copy here is new. */
  readonly received: readonly string[];
  /** Documents that carry an outside edit to the others. */
  readonly sent: readonly string[];
  /** Documents that another machine removed; what this one had of them is in its trash. */
  readonly removed?: readonly string[];
  /** Documents of which the store had lost changes (restored from an older copy, or made anew): they were joined again. */
  readonly rejoined?: readonly string[];
  /** Documents of which something is in staging. */
  readonly conflicts: readonly string[];
  /** Documents that could not be brought together now; nothing of them was changed. */
  readonly problems: readonly { readonly document: string; readonly error: AppError }[];
}

type Outcome = "same" | "received" | "removed" | "sent" | "merged" | "conflict";

const REJOINED = "this machine had it when the database lost it";

interface Done {
  readonly outcome: Outcome;
  readonly hadLost: boolean;
}

/** All documents, or those that a notice names. A mind that lives in files alone has nothing to sync. Throws OTHER_MIND. */
export async function syncDocuments(deps: Deps, only?: readonly Place[]): Promise<Synced> {
  const keys = (): string[] => [];
  const problems: { document: string; error: AppError }[] = [];
  const done = { received: keys(), removed: keys(), sent: keys(), rejoined: keys(), conflicts: keys(), problems };
  const common = commonOf(home(deps));
  if (common === null) return done;
  common.contact.generation = await identify(deps, common);
  for (const document of await differing(deps, common, only)) {
    try {
      const { outcome, hadLost } = await syncOne(deps, common, document);
      if (outcome === "received" || outcome === "merged" || outcome === "conflict") done.received.push(document.key);
      if (outcome === "removed") done.removed.push(document.key);
      if (outcome === "sent" || outcome === "merged") done.sent.push(document.key);
      if (outcome === "conflict") done.conflicts.push(document.key);
      if (hadLost) done.rejoined.push(document.key);
    } catch (error) {
      // One document that cannot be read or is held never stops another.
      if (!(error instanceof AppError) || error.code === "STORE_DOWN") throw error;
      done.problems.push({ document: document.key, error });
    }
  }
  return done;
}

/** Found without a lock, by versions alone: mostly there is nothing, and that costs one question. */
async function differing(deps: Deps, common: Common, only?: readonly Place[]): Promise<DocumentRef[]> {
  const theirs = await common.shared.versions("home");
  const mine = walkFiles(deps.environment.disk.realpath(deps.environment.home) ?? deps.environment.home);
  const known = walkFiles(`${deps.environment.state}/${CHECKOUT}`);
  const paths = only === undefined ? new Set([...theirs.keys(), ...mine, ...known]) : new Set(only.map(({ path }) => path));
  const found: DocumentRef[] = [];
  for (const path of [...paths].sort()) {
    const place: Place = { root: "home", path };
    if (!isCommonDocument(place)) continue;
    const version = theirs.get(path) ?? null;
    const [copy, base] = [await versionOf(common, place), await versionOf(common, basePlace(place))];
    // What was never noted as seen (by an earlier version of this program) is noted now.
    if (copy !== version || base !== version || (version !== null && !known.includes(`${path}${SEEN_SUFFIX}`)))
      found.push(documentAt(deps.environment, "home", path));
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

async function syncOne(deps: Deps, common: Common, document: DocumentRef): Promise<Done> {
  const locked = await withPage(deps, document, (page) => syncPage(deps, common, page));
  return unlessBusy(locked, `another process holds ${document.key}`, "Sync again; nothing was changed.");
}

async function syncPage(deps: Deps, common: Common, page: Page): Promise<Done> {
  const place = placeOf(page.document);
  const copy = await common.files.read(place);
  const base = (await common.files.read(basePlace(place)))?.version ?? null;
  const mine = copy?.version ?? null;
  if (mine === page.version) {
    await noteBase(common, place, { bytes: copy?.bytes ?? null, lines: page.ledger.lines });
    return { outcome: "same", hadLost: false };
  }
  const ground = await groundOf(common, page);
  const isKnown = ground.lost === null;
  const hadLost = !isKnown && mine !== null;
  // Untouched here since it was last seen: the others' version comes in.
  if (isKnown && mine === base) return { outcome: await receive(deps, common, page), hadLost };
  const text = copy === null ? null : decodeText(copy.bytes, page.file);
  await refuseSecrets(deps, page.file, text, page.text);
  const sides: Sides = { deps, common, page, ground, text, base: isKnown ? base : null };
  const isHereAndThere = text !== null && page.text !== null;
  return { outcome: isHereAndThere ? await mergeCopy(sides, text, page.text) : await restoreOrRemove(sides), hadLost };
}

/** What the others removed is not gone here: the copy goes to the trash first. */
async function receive(deps: Deps, common: Common, page: Page): Promise<Outcome> {
  const place = placeOf(page.document);
  const isRemoval = page.text === null;
  if (isRemoval) keepAnywhere(openTrashes(deps.environment, deps.clock, deps.random), common.files.describe(place));
  const bytes = page.text === null ? null : encodeText(page.text);
  const hint = "Sync again; nothing was lost.";
  if (!(await copyOut(common, place, { bytes, lines: page.ledger.lines })))
    throw new AppError("STALE", "the working copy changed while it was being synced", { file: page.file, hint });
  return isRemoval ? "removed" : "received";
}

interface Sides {
  readonly deps: Deps;
  readonly common: Common;
  readonly page: Page;
  readonly ground: Ground;
  /** Of the copy; null: there is none. */
  readonly text: string | null;
  /** Version of what both had; null: unknown, or nothing. */
  readonly base: string | null;
}

async function mergeCopy(sides: Sides, mine: string, theirs: string): Promise<Outcome> {
  const { deps, page, ground } = sides;
  const merged = mergeTexts(ground.base, mine, theirs);
  // After a loss several machines bring the same lines back, each beside others.
  const text = ground.lost === null ? merged.text : withoutRepeats(merged.text, [mine, theirs]);
  const cards = merged.cards.filter(saysSomething);
  if (cards.length > 0) await stageCards(deps, page.document, cards, mine);
  const isNew = text !== theirs || (ground.lost ?? []).length > 0;
  if (isNew) await commitCopy(sides, text, "hand", ground.lost === null ? "edited outside Codicil in a working copy" : REJOINED);
  // Only now: until this machine's lines are with the others, the copy is the one place that has them.
  const copy = { seen: hashOf(mine), bytes: encodeText(text), lines: isNew ? [] : page.ledger.lines };
  await replaceCopy(sides.common, placeOf(page.document), copy);
  return cards.length > 0 ? "conflict" : text === mine ? "sent" : "merged";
}

/** Changes that the store had lost go before this one, without their text, which is in `text`. */
async function commitCopy({ deps, page, ground }: Sides, text: string | null, kind: "first" | "hand" | "removed", reason: string) {
  const change = outsideChange(deps, kind, { before: page.text, after: text, version: hashOf(text), reason });
  await commitPage(page, text, [...(ground.lost ?? []), change]);
}

/**
 * One side has no such document. What was removed there is gone here if nobody touched it here, and the other way round;
 * a removal against a change loses to the change.
 */
async function restoreOrRemove(sides: Sides): Promise<Outcome> {
  const { common, page, ground, text, base } = sides;
  const place = placeOf(page.document);
  const { lines } = page.ledger;
  if (text === null && page.version === base) {
    await commitCopy(sides, null, "removed", "removed outside Codicil in a working copy");
    await replaceCopy(common, place, { seen: null, bytes: null, lines: [] });
    return "sent";
  }
  if (text === null) {
    await replaceCopy(common, place, { seen: null, bytes: encodeText(page.text ?? ""), lines });
    return "received";
  }
  const kind = lines.length === 0 && (ground.lost ?? []).length === 0 ? "first" : "hand";
  await commitCopy(sides, text, kind, ground.lost === null ? "written outside Codicil in a working copy" : REJOINED);
  await replaceCopy(common, place, { seen: hashOf(text), bytes: encodeText(text), lines: [] });
  return "sent";
}

/** Others would read it, and a database forgets slowly: an outside edit that brings a secret stays on this machine. */
async function refuseSecrets(deps: Deps, file: string, mine: string | null, theirs: string | null): Promise<void> {
  const known = await deps.known();
  const count = (text: string | null) => (text === null ? 0 : redact(text, known).found.length);
  if (count(mine) <= count(theirs)) return;
  const hint = "Take it out of the file and sync again; nothing was sent.";
  throw new AppError("SECRET", "the working copy contains a secret, and other machines would get it", { file, hint });
}

/** The same for three texts that somebody else (Git) holds: the text that results; what lost is staged before it is given. */
export async function mergeDocument(
  deps: Deps,
  document: DocumentRef,
  texts: { readonly base: string | null; readonly mine: string; readonly theirs: string },
): Promise<{ text: string; cards: number }> {
  const { text, cards: every } = mergeTexts(texts.base, texts.mine, texts.theirs);
  const cards = every.filter(saysSomething);
  if (cards.length > 0) await stageCards(deps, document, cards, texts.mine);
  return { text, cards: cards.length };
}

/** Staged before the document is touched: a crash in between shows a card too many, never a line too few. */
export async function stageCards(deps: Deps, document: DocumentRef, cards: readonly Card[], text: string): Promise<void> {
  const now = deps.clock.now();
  const waiting = new Set((await listStaged(deps)).files.flatMap(({ staged }) => staged.entries.map((entry) => entry.meta.id)));
  const items = cards.map((card) => {
    // The same edit found twice, after a crash, is the same card.
    const id = `e_copy_${sha256(`${document.id} ${card.level} ${card.heading} ${card.mine} ${sha256(text)}`).slice(0, 20)}`;
    const reason = "edited here while another machine changed the same lines";
    const key = { path: fullKey(document), heading: card.heading, level: card.level };
    const meta = { id, origin: "user" as const, time: now.toISOString(), reason };
    return { id, entry: { key, operation: "update" as const, scope: "body" as const, content: card.mine, meta } };
  });
  const fresh = items.filter(({ id }) => !waiting.has(id));
  const why = "this machine and another one changed the same lines; the document has the other's, the entry has this one's";
  if (fresh.length > 0) await stage(deps, { document, items: fresh, code: "CONFLICT", why });
}
