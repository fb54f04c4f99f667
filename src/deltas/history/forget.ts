// forget: the opposite act of everything else here, for a leaked secret. The text leaves every document, every version in the ledger,
// journals, sessions, what hosts did, verdicts, pending and staging files, and notes that can be made again. What stays is a tombstone
// that says when, and nothing else. A session that held the text no longer verifies: that is the trace it leaves.

import { anyCase, AppError, newId } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import { type Change, writeChange } from "../../schema/index.ts";
import { type Place, type Store, visibleInParts } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { decodeText, type Deps, encodeText, hashOf, home, placeOf, unlessBusy } from "../records/deps.ts";
import { JOURNAL_FOLDERS } from "../records/journal.ts";
import { changesIn } from "../records/ledger.ts";
import { documentsWithHistory } from "./history.ts";
import { dropWriters } from "./lineWriters.ts";
import { type Page, wholeLedger, withPage } from "../editing/page.ts";
import { forgetLog, mayHold, openHere, traceOf, wholeLinesOf } from "./forgetLog.ts";
import { mentions, scrub, scrubHistory } from "./scrub.ts";

/** What was removed, and where. */
export interface Forgotten {
  /** How many places it was taken out of, by kind. Never the text. */
  readonly documents: number;
  readonly versions: number;
  readonly logs: number;
  readonly files: number;
}

const SHORTEST = 4;

/** A shorter text would take too much with it. */
export function canForget(text: string): boolean {
  return text.trim().length >= SHORTEST;
}

/** `isTrial`: everything is counted, and nothing is changed. With `problems`, what cannot be read goes there and stops nothing else. */
export async function forgetText(
  deps: Deps,
  needle: string,
  documents: readonly DocumentRef[],
  { isTrial = false, problems }: { readonly isTrial?: boolean; readonly problems?: AppError[] } = {},
): Promise<Forgotten> {
  const why = `a text of fewer than ${SHORTEST} characters would take too much with it`;
  if (!canForget(needle)) throw new AppError("BAD_INPUT", why, { hint: "Give the whole line or secret." });
  const store = home(deps);
  const every = new Map([...documents, ...(await documentsWithHistory(deps))].map((document) => [document.id, document]));
  const count = { documents: 0, versions: 0, logs: 0, files: 0 };
  for (const document of every.values()) {
    const done = await orProblem(problems, NOWHERE, async () => {
      const locked = await withPage(deps, document, (page) => (isTrial ? countPage(page, needle) : forgetPage(deps, page, needle)));
      return unlessBusy(locked, `another process holds ${document.key}`, "Run forget again to finish.");
    });
    count.documents += done.document;
    count.versions += done.versions;
  }
  for (const folder of [...JOURNAL_FOLDERS, "sessions", "hosts", "taint", "elsewhere", "decisions", "remote"]) {
    for (const name of await store.list("state", folder))
      if (name.endsWith(".jsonl")) count.logs += await forgetLog(store, { root: "state", path: `${folder}/${name}` }, needle, isTrial);
  }
  for (const place of await loosePlaces(deps, store))
    count.files += await orProblem(problems, 0, () => forgetFile(store, place, needle, isTrial));
  return count;
}

async function orProblem<T>(problems: AppError[] | undefined, otherwise: T, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (problems === undefined || !(error instanceof AppError)) throw error;
    problems.push(error);
    return otherwise;
  }
}

const NOWHERE = { document: 0, versions: 0 };

/** A long ledger that holds nothing of it is not read as a whole. */
function mayMention({ text, hand, ledger, store }: Page, needle: string): boolean {
  return mentions([text, hand], needle) || ledger.isWhole || mayHold(store, ledger.place, traceOf(needle));
}

async function countPage(page: Page, needle: string): Promise<{ document: number; versions: number }> {
  if (!mayMention(page, needle)) return NOWHERE;
  return withLines(page, async (lines) => ({ document: Number(mentions(page.text, needle)), versions: mentioning(page, lines, needle) }));
}

/** With the ledger's lines, which may be gone through more than once; those of a long one are not held. */
async function withLines<T>(page: Page, use: (lines: Iterable<string>) => Promise<T>): Promise<T> {
  const log = page.ledger.isWhole ? null : openHere(page.store, page.ledger.place);
  try {
    const lines = log === null ? null : visibleInParts(wholeLinesOf(log));
    return await use(lines ?? (await wholeLedger(page)).lines);
  } finally {
    log?.close();
  }
}

/** How many changes have it. All are read, also so that a damaged one is told before anything is changed. */
function mentioning(page: Page, lines: Iterable<string>, needle: string): number {
  let count = 0;
  for (const change of allChanges(page, lines)) count += Number(mentions(change, needle));
  return count;
}

function* allChanges({ ledger, hand }: Page, lines: Iterable<string>): Generator<Change> {
  yield* changesIn({ lines, file: ledger.file });
  yield* hand;
}

async function forgetPage(deps: Deps, page: Page, needle: string): Promise<{ document: number; versions: number }> {
  return mayMention(page, needle) ? withLines(page, (lines) => forgetIn(deps, page, needle, lines)) : NOWHERE;
}

async function forgetIn(deps: Deps, page: Page, needle: string, lines: Iterable<string>): Promise<{ document: number; versions: number }> {
  const found = mentioning(page, lines, needle);
  if (found === 0 && !mentions(page.text, needle)) return NOWHERE;
  const text = page.text === null ? null : scrub(page.text, needle);
  let document = 0;
  if (text !== page.text && text !== null) {
    const outcome = await writerOf(page.store).write(placeOf(page.document), encodeText(text), page.version);
    if (outcome.kind === "stale")
      throw new AppError("STALE", "the document changed meanwhile", { file: page.file, hint: "Run forget again." });
    document = 1;
  }
  const now = deps.clock.now();
  const tombstone: Change = {
    v: 1,
    id: newId("c", now, deps.random),
    kind: "forgotten",
    at: now.toISOString(),
    by: "user",
    document: hashOf(text),
    splices: [],
    ...(text === null ? {} : { full: text }),
  };
  const [header] = lines;
  // Without a ledger nothing is rewritten: what was found is an edit outside Codicil.
  let versions = header === undefined ? found : 0;
  const clean = function* () {
    if (header !== undefined) yield header;
    for (const { change, held } of scrubHistory(allChanges(page, lines), needle)) {
      versions += Number(held);
      yield writeChange(change);
    }
    yield writeChange(tombstone);
  };
  if (header !== undefined) await writerOf(page.store).rewriteLog(page.ledger.place, clean());
  dropWriters(page.store, page.ledger.place);
  return { document, versions };
}

async function loosePlaces(deps: Deps, store: Store): Promise<Place[]> {
  const folders: Readonly<Record<Place["root"], readonly string[]>> = {
    home: ["last-word", "last-word/staging"],
    state: ["damaged", "hosts", "cache", "readings", "models"],
    project: deps.environment.project === null ? [] : [".agents"],
  };
  const isLoose = ({ root, path }: Place) => (root === "state" ? !/^hosts\/.*\.jsonl$/.test(path) : path.endsWith(".yaml"));
  const places: Place[] = [];
  for (const root of ["home", "state", "project"] as const)
    for (const folder of folders[root]) for (const name of await store.list(root, folder)) places.push({ root, path: `${folder}/${name}` });
  return places.filter(isLoose);
}

/** Deltas hold text as block or quoted strings: both spellings of the needle go, and the file stays readable YAML. */
async function forgetFile(store: Store, place: Place, needle: string, isTrial: boolean): Promise<number> {
  const stored = await store.read(place);
  if (stored === null) return 0;
  const text = decodeText(stored.bytes, store.describe(place));
  const quoted = JSON.stringify(needle).slice(1, -1);
  const clean = text.replace(anyCase(needle), "[forgotten]").replace(anyCase(quoted), "[forgotten]");
  if (clean === text) return 0;
  if (isTrial) return 1;
  const outcome = await writerOf(store).write(place, encodeText(clean), stored.version);
  if (outcome.kind === "stale")
    throw new AppError("STALE", "a file changed meanwhile", { file: store.describe(place), hint: "Run forget again." });
  return 1;
}
