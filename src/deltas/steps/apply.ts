// apply: pending entries become text. For each document: lock, settle, re-read, edit by splice, commit, receipt (LW-60…62).

import { AppError, keptIn } from "../../base/index.ts";
import { commitPolicyFor, type DocumentRef, type Target } from "../../knowledge/index.ts";
import type { Entry, Receipt } from "../../schema/index.ts";
import { movedSince } from "../audience/narrow.ts";
import { describeRepeat, findRepeat } from "../records/batch.ts";
import { isOwn } from "../../store/index.ts";
import { confirmationHash, decide, type Decisions, decisionsOf } from "../records/decisions.ts";
import { type Deps, home } from "../records/deps.ts";
import type { Item } from "../editing/edit.ts";
import { readJournal } from "../records/journal.ts";
import { listPending, type PendingEntry, type PendingFile, takePending } from "../records/pending.ts";
import { keyOf, targetIn } from "../records/pendingTarget.ts";
import { asPlanned, stage } from "../editing/staging.ts";
import { dryRun, writeDocument } from "../editing/writeDocument.ts";

/** What an apply did: one receipt for each entry. */
export interface ApplyReport {
  readonly receipts: readonly Receipt[];
  /** Files that could not be read and documents that could not be written: everything in them still waits. */
  readonly problems: readonly { readonly file: string; readonly error: AppError }[];
}

export interface ApplyOptions {
  readonly dryRun?: boolean;
  /** Only this document (its key or path) or this pending file. */
  readonly only?: string | undefined;
  /** Only these entries. */
  readonly entries?: ReadonlySet<string>;
  /** How many ms other servers may take, all together: for those who cannot be kept waiting. What is not done then waits. */
  readonly patience?: number;
}

interface Waiting extends Item {
  readonly pending: PendingEntry;
  readonly from: PendingFile;
  /** Where it is written. */
  readonly target: Target;
  /** What the person's decision on it is bound to. */
  readonly word: { readonly hash: string; readonly target: Target };
}

export async function apply(deps: Deps, options: ApplyOptions = {}): Promise<ApplyReport> {
  const list = await listPending(deps);
  const sorted = await sortOut(deps, list.files, options);
  const receipts: Receipt[] = [...sorted.receipts];
  const problems = [...list.damaged];
  const settled: Waiting[] = [...sorted.settled];
  for (const group of groupByDocument(sorted.ready)) {
    try {
      const done = options.dryRun === true ? await dryRun(deps, group.document, group.items) : await writeGroup(deps, group);
      receipts.push(...done.receipts);
      settled.push(...group.items.filter((item) => done.settled.has(item.id)));
    } catch (error) {
      // One bad document never stops another (LW-58). Its entries stay pending.
      if (!(error instanceof AppError)) throw error;
      problems.push({ file: error.file ?? group.document.key, error });
    }
  }
  const elsewhere = await writeElsewhere(deps, groupByUrl(sorted.ready), options);
  receipts.push(...elsewhere.receipts);
  problems.push(...elsewhere.problems);
  settled.push(...elsewhere.settled);
  if (options.dryRun !== true) await clearPending(deps, settled);
  return { receipts, problems };
}

/** Documents on other servers, last: nothing here waits for them. A host that is away is asked once; who did not answer lately, last. */
async function writeElsewhere(
  deps: Deps,
  groups: ReadonlyMap<string, readonly Waiting[]>,
  options: ApplyOptions,
): Promise<ApplyReport & { readonly settled: readonly Waiting[] }> {
  const done = { receipts: [] as Receipt[], problems: [] as { file: string; error: AppError }[], settled: [] as Waiting[] };
  if (groups.size === 0) return done;
  const { patience } = options;
  const until = patience === undefined ? undefined : patience > 0 ? AbortSignal.timeout(patience) : AbortSignal.abort();
  const { readTries } = await import("../remote/tries.ts");
  const tries = await readTries(home(deps));
  const away = new Set<string>();
  for (const url of tries.inOrder(groups.keys())) {
    const items = groups.get(url) ?? [];
    const whyNotAsked = (): string | null => {
      if (options.dryRun === true) return "dry run: the other server was not asked";
      const isResting = until !== undefined && tries.isResting(url, deps.clock.now().getTime());
      if (isResting) return "REMOTE: it did not answer the last times; codicil apply asks it at once";
      if (away.has(new URL(url).origin)) return "REMOTE: its server was just asked and did not answer";
      return until?.aborted === true ? "REMOTE: there was no time to ask the other server; the next apply does" : null;
    };
    const why = whyNotAsked();
    if (why !== null) {
      done.receipts.push(...items.map((item) => pendingReceipt(item, "pending", why)));
      continue;
    }
    try {
      const { writeRemote } = await import("../remote/write.ts");
      const written = await writeRemote(deps, url, items, until === undefined ? {} : { until });
      done.receipts.push(...written.receipts);
      done.settled.push(...items.filter((item) => written.settled.has(item.id)));
      if (written.isAway === true) away.add(new URL(url).origin);
      tries.note(url, deps.clock.now().getTime(), written.isUnanswered !== true);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      done.problems.push({ file: error.file ?? url, error });
    }
  }
  await tries.save();
  return done;
}

/** What of the pending files is to be applied now, what needs your approval, and what cannot be applied at all. */
async function sortOut(deps: Deps, files: readonly PendingFile[], options: ApplyOptions) {
  const decisionsFor = decisionsOf(deps);
  const plannedAs = plannedEntries(deps);
  const receipts: Receipt[] = [];
  const ready: Waiting[] = [];
  const settled: Waiting[] = [];
  for (const from of files) {
    const targetFor = resolver(deps, from);
    for (const pending of from.entries) {
      if (options.entries && !options.entries.has(pending.id)) continue;
      const target = targetFor(pending.entry);
      const item = waitingFor(pending, from, target.kind === "bad" ? { kind: "remote", url: "" } : target);
      if (target.kind === "bad") {
        if (options.only !== undefined || options.dryRun === true) continue;
        receipts.push(...(await stageOne(deps, item, target.error)));
        settled.push(item);
        continue;
      }
      if (options.only !== undefined && !isMeant(options.only, from, target)) continue;
      const planned = await plannedAs(item);
      if (needsApproval(deps, item, planned, await decisionsFor(target)))
        receipts.push(pendingReceipt(item, "proposed", `needs your approval: codicil accept ${item.id}`));
      // What others planned for everybody is theirs to say; what was planned here goes where its section is now.
      else if (planned === undefined && from.standing !== "own") ready.push(item);
      else ready.push({ ...item, target: await movedSince(deps, target, item.entry.key) });
    }
  }
  return { receipts, ready, settled };
}

function waitingFor(pending: PendingFile["entries"][number], from: PendingFile, target: Target): Waiting {
  const { id, entry, since } = pending;
  return { id, entry, since, pending, from, target, word: { hash: confirmationHash(entry, target), target } };
}

/** The entry as its session's journal has it; each journal is read once. */
function plannedEntries(deps: Deps): (item: Waiting) => Promise<Entry | undefined> {
  const journals = new Map<string, Awaited<ReturnType<typeof readJournal>>>();
  return async ({ id, entry }) => {
    const { session } = entry.meta;
    if (session === undefined) return undefined;
    const journal = journals.get(session) ?? (await readJournal(deps, session));
    journals.set(session, journal);
    return journal.known.get(id)?.entry;
  };
}

/**
 * Entries unknown to the journal are the person's own: putting a file on this machine's disk is their word. What an agent planned
 * follows the commit policy of what it *was* when it was planned, whatever the file says of itself by now.
 */
function needsApproval(deps: Deps, item: Waiting, known: Entry | undefined, decisions: Decisions): boolean {
  const document = item.target.kind === "document" ? item.target.document : null;
  const accepted = decisions.accepted(item.id, item.word.hash);
  if (accepted) return false;
  // Somebody wrote there who may only propose: then nothing in it is taken at its word.
  if (item.from.standing === "proposed") return true;
  // What another machine brought here is in that machine's journal: it is judged by what it says of itself.
  const planned = known ?? (item.from.standing === "own" ? undefined : item.entry);
  if (planned === undefined) return item.entry.meta.state === "proposed";
  const policy = commitPolicyFor(document?.role ?? null, planned.meta.origin ?? "agent", deps.environment.config);
  return policy === "proposal" || policy === "off" || planned.meta["quarantined"] !== undefined || item.entry.meta.state === "proposed";
}

interface Group {
  readonly document: DocumentRef;
  readonly items: Waiting[];
}

function groupByDocument(items: readonly Waiting[]): Group[] {
  const withDocument = items.flatMap((item) => (item.target.kind === "document" ? [{ item, document: item.target.document }] : []));
  const groups = [...Map.groupBy(withDocument, ({ document }) => document.id).values()];
  return groups.flatMap((group) => group.slice(0, 1).map(({ document }) => ({ document, items: group.map(({ item }) => item) })));
}

function groupByUrl(items: readonly Waiting[]): Map<string, Waiting[]> {
  const withUrl = items.flatMap((item) => (item.target.kind === "remote" ? [{ item, url: item.target.url }] : []));
  return new Map([...Map.groupBy(withUrl, ({ url }) => url)].map(([url, group]) => [url, group.map(({ item }) => item)]));
}

async function writeGroup(deps: Deps, group: Group): Promise<{ receipts: Receipt[]; settled: Set<string> }> {
  // A batch is one session's entries, or what a person wrote into one file. Only within one is a repeat an error.
  const batches = Map.groupBy(group.items, ({ entry, from }) => entry.meta.session ?? `file ${from.file}`);
  const repeated = [...batches.values()].flatMap((batch) => {
    const repeat = findRepeat(batch.map((item) => item.entry));
    return repeat === null ? [] : [{ batch, why: describeRepeat(repeat) }];
  });
  const receipts: Receipt[] = [];
  for (const { batch, why } of repeated)
    receipts.push(...(await stage(deps, { document: group.document, items: batch, code: "DUPLICATE_HEADING", why })));
  const bad = new Set(repeated.flatMap(({ batch }) => batch));
  const settled = new Set([...bad].map(({ id }) => id));
  const items = group.items.filter((item) => !bad.has(item));
  if (items.length === 0) return { receipts, settled };
  const written = await writeDocument(deps, group.document, items);
  return { receipts: [...receipts, ...written.receipts], settled: new Set([...settled, ...written.settled]) };
}

/** Last of all: what was settled leaves the pending files. A crash before this line is harmless, ids see to that. */
async function clearPending(deps: Deps, settled: readonly Waiting[]): Promise<void> {
  for (const [file, items] of Map.groupBy(settled, ({ from }) => from)) {
    const entries = items.map(({ pending }) => pending);
    await takePending(deps, home(deps), file.place, entries);
  }
  const proposed = settled.filter(({ entry }) => entry.meta.state === "proposed");
  const used = proposed.map(({ id, word }) => ({ kind: "used" as const, entry: id, ...word }));
  await decide(deps, used);
}

type Resolved = Target | { readonly kind: "bad"; readonly error: AppError };

/** Judges each key of a file once: a thousand entries for one document ask the disk once, and the store asks again. */
function resolver(deps: Deps, from: PendingFile): (entry: Entry) => Resolved {
  const known = new Map<string, Resolved>();
  return ({ key }) => {
    const name = `${key.path ?? ""} ${key.url ?? ""}`;
    return keptIn(known, name, () => tryTarget(deps, from, key));
  };
}

function tryTarget(deps: Deps, from: PendingFile, key: Entry["key"]): Resolved {
  try {
    return targetIn(deps, from, key);
  } catch (error) {
    if (error instanceof AppError) return { kind: "bad", error };
    throw error;
  }
}

function stageOne(deps: Deps, item: Waiting, { code, message }: AppError): Promise<Receipt[]> {
  const key = item.entry.key.path ?? item.entry.key.url ?? "";
  return stage(deps, { document: { key }, items: [item], code, why: message, own: isOwn(item.from.place) });
}

function pendingReceipt(item: Waiting, status: "pending" | "proposed", why: string): Receipt {
  return { ...asPlanned(item, keyOf(item.target), status), why };
}

function isMeant(only: string, from: PendingFile, target: Target): boolean {
  const names = [from.file, from.place.path.replace(/^.*\//, "")];
  if (target.kind === "document") names.push(target.document.key, target.document.path, target.document.key.replace(/^.*\//, ""));
  else names.push(target.url);
  return names.includes(only);
}
