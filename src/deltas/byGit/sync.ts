// sync over Git: what this machine and the carrier have is brought together here, entered in one commit on top of theirs, and
// pushed only if nobody was faster; otherwise again. Killed anywhere, the next sync finds each document either before or
// after, and goes on: nothing is there twice, because every change is known by its id.

import { AppError, objectIn } from "../../base/index.ts";
import { documentAt, type DocumentRef } from "../../knowledge/index.ts";
import { blobId, type Carrier, isCarried, joinLines, walkFiles, logLines } from "../../store/index.ts";
import { type Deps, home, unlessBusy, decodeText } from "../records/deps.ts";
import { ledgerPlace, listLedgers, readLedger } from "../records/ledger.ts";
import { noteMindHere } from "../workingCopy/identity.ts";
import type { Synced } from "../workingCopy/sync.ts";
import { carryDocument } from "./document.ts";
import { type Exchange, pack } from "./exchange.ts";
import { carryStaging } from "./staging.ts";
import { documentName, DECISIONS_PATH } from "./tree.ts";
import { carryPending } from "./pending.ts";
import { readDecision } from "../../schema/index.ts";
import { writerOf } from "../../store/write.ts";
import { DECISIONS } from "../records/decisions.ts";

/** Others may be faster that often; each time we wait a little longer. */
const TRIES = 8;
const PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 4000;

interface Round {
  readonly received: Set<string>;
  readonly removed: Set<string>;
  readonly sent: Set<string>;
  readonly conflicts: Set<string>;
}

/** One sync of a machine at a time. Throws CARRIER where the remote cannot be reached; then nothing was changed. */
export async function syncByGit(deps: Deps, carrier: Carrier, by: Syncing): Promise<Synced> {
  const locked = await home(deps).lock("carrier", () => rounds(deps, carrier, by), deps.lock);
  return unlessBusy(locked, "another process is syncing this mind", "Nothing was changed; it syncs what is here.");
}

interface Syncing {
  readonly machine: string;
  /** A person named the remote now; then another mind there is joined with this one. */
  readonly mayJoin: boolean;
}

async function rounds(deps: Deps, carrier: Carrier, { machine, mayJoin }: Syncing): Promise<Synced> {
  const round: Round = { received: new Set(), removed: new Set(), sent: new Set(), conflicts: new Set() };
  let why = "";
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await pause(deps, attempt);
    // Step 1: what is there now.
    const theirs = await carrier.fetch();
    const seen = await carrier.seen(theirs);
    // Step 2: both together, here.
    const exchange = await pack(deps, carrier, { theirs, seen, mayJoin });
    await bringTogether(deps, exchange, round);
    const done = (): Synced => ({
      received: [...round.received],
      ...(round.removed.size === 0 ? {} : { removed: [...round.removed] }),
      sent: [...round.sent],
      conflicts: [...round.conflicts],
      problems: exchange.problems,
    });
    // Step 3: from now on this machine has all that they have.
    if (theirs !== null && theirs !== seen) await carrier.noteSeen(theirs);
    const { put, drop } = exchange.changes;
    if (put.size === 0 && drop.length === 0) {
      await noteMindHere(home(deps), exchange.mind);
      return done();
    }
    // Step 4: one commit on top of theirs, if nobody was faster.
    const commit = await carrier.commit({ parent: theirs, put, drop, at: deps.clock.now(), message: `sync from ${machine}\n` });
    const refused = await carrier.push(commit, theirs);
    if (refused === null) {
      await carrier.noteSeen(commit);
      await noteMindHere(home(deps), exchange.mind);
      return done();
    }
    why = refused;
  }
  throw new AppError("CARRIER", `${carrier.shown} did not take what was sent: ${why}`, {
    hint: "Received the others' changes; the next sync sends yours.",
  });
}

async function bringTogether(deps: Deps, exchange: Exchange, round: Round): Promise<void> {
  for (const document of await differing(deps, exchange)) {
    try {
      await carryOne(deps, exchange, document, round);
    } catch (error) {
      // One document that cannot be read or is held never stops another.
      if (!(error instanceof AppError) || error.code === "CARRIER") throw error;
      exchange.problem(document.key, error);
    }
  }
  const refused = await carryDecisions(deps, exchange);
  await carryStaging(deps, exchange);
  await carryPending(deps, exchange, refused);
}

async function carryOne(deps: Deps, exchange: Exchange, document: DocumentRef, round: Round): Promise<void> {
  const ledger = nameOfLedger(document);
  const oids = { document: exchange.theirs?.documents.get(document.path), ledger: exchange.theirs?.ledgers.get(ledger) };
  const theirs = {
    document: oids.document === undefined ? null : await exchange.bytesOf(oids.document),
    ledger: oids.ledger === undefined ? null : await exchange.bytesOf(oids.ledger),
  };
  const together = await carryDocument(deps, document, theirs);
  if (together === null) return;
  if (together.document === null) exchange.drop(documentName(document.path));
  else if (blobId(together.document) !== oids.document) exchange.put(documentName(document.path), together.document);
  if (blobId(together.ledger) !== oids.ledger) exchange.put(`ledger/${ledger}`, together.ledger);
  if (together.received) (together.document === null ? round.removed : round.received).add(document.key);
  if (together.sent) round.sent.add(document.key);
  if (together.conflict) round.conflicts.add(document.key);
}

/** Documents of which the two sides do not have the same bytes. Found without a lock; mostly there are none. */
async function differing(deps: Deps, exchange: Exchange): Promise<DocumentRef[]> {
  const documents = exchange.theirs?.documents ?? new Map<string, string>();
  const ledgers = exchange.theirs?.ledgers ?? new Map<string, string>();
  const found: DocumentRef[] = [];
  for (const document of await onEitherSide(deps, exchange)) {
    const there = `${documents.get(document.path) ?? ""} ${ledgers.get(nameOfLedger(document)) ?? ""}`;
    if ((await idHere(deps, document)) !== there) found.push(document);
  }
  return found;
}

/** By their files, their ledgers here, and both of these there. */
async function onEitherSide(deps: Deps, exchange: Exchange): Promise<Iterable<DocumentRef>> {
  const { disk, home: folder } = deps.environment;
  const { theirs } = exchange;
  const known = new Map<string, DocumentRef>();
  const add = (path: string) => {
    if (!isCarried({ root: "home", path })) return;
    const document = documentAt(deps.environment, "home", path);
    const twin = known.get(document.id);
    if (twin !== undefined && twin.path !== path) exchange.problem(path, differInCase(path, twin.path));
    else known.set(document.id, document);
  };
  for (const path of walkFiles(disk.realpath(folder) ?? folder)) add(path);
  for (const { root, path } of await listLedgers(home(deps))) if (root === "home") add(path);
  for (const path of theirs?.documents.keys() ?? []) add(path);
  const names = new Set([...known.values()].map(nameOfLedger));
  for (const [name, oid] of theirs?.ledgers ?? []) if (!names.has(name)) add(pathInHeader(await exchange.bytesOf(oid)));
  return known.values();
}

function differInCase(path: string, twin: string): AppError {
  const hint = "Rename one of them; only the first is synced.";
  return new AppError("BAD_PATH", `${path} and ${twin} differ only in case`, { file: path, hint });
}

async function idHere(deps: Deps, document: DocumentRef): Promise<string> {
  const store = home(deps);
  try {
    const stored = await store.read({ root: "home", path: document.path });
    const { lines } = await readLedger(store, document);
    return `${stored === null ? "" : blobId(stored.bytes)} ${lines.length === 0 ? "" : blobId(joinLines(lines))}`;
  } catch (error) {
    // It is opened again under its lock, and named there.
    if (error instanceof AppError) return "unreadable";
    throw error;
  }
}

function nameOfLedger(document: DocumentRef): string {
  return ledgerPlace(document).path.slice("ledger/".length);
}

/** Of a document that is gone; a header that cannot be read names none, and a wrong one is refused where it is read. */
function pathInHeader(bytes: Uint8Array): string {
  const [header] = new TextDecoder().decode(bytes.subarray(0, 4096)).split("\n", 1);
  const { root, path } = objectIn(header) ?? {};
  return root === "home" && typeof path === "string" ? path : "";
}

async function pause(deps: Deps, attempt: number): Promise<void> {
  const longest = Math.min(PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  await new Promise((resolve) => setTimeout(resolve, longest * (0.5 + deps.random.unit())));
}

// Decisions on proposals: lines that are only ever added, so both sides' are all there is to say. Theirs first, in their order.
/** Answers which entries a person refused. */
async function carryDecisions(deps: Deps, exchange: Exchange): Promise<ReadonlySet<string>> {
  const store = home(deps);
  try {
    const theirs = await readTheirs(exchange);
    const bringTogether = async () => {
      const { lines: mine } = await store.readLog(DECISIONS);
      const known = new Set(theirs);
      const both = [...theirs, ...mine.filter((line) => !known.has(line))];
      if (mine.every((line, index) => both[index] === line)) {
        if (both.length > mine.length) await writerOf(store).append(DECISIONS, both.slice(mine.length));
      } else await writerOf(store).rewriteLog(DECISIONS, both);
      return both;
    };
    const locked = await store.lock("decisions", bringTogether, deps.lock);
    const lines = unlessBusy(locked, "another process holds the decisions", "Sync again; nothing was changed.");
    const bytes = joinLines(lines);
    if (lines.length > 0 && blobId(bytes) !== exchange.theirs?.decisions) exchange.put(DECISIONS_PATH, bytes);
    const decisions = lines.map((line, index) => readDecision(line, DECISIONS_PATH, index + 1));
    return new Set(decisions.flatMap(({ kind, entry }) => (kind.startsWith("rejected") ? [entry] : [])));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    exchange.problem(DECISIONS_PATH, error);
    return new Set();
  }
}

async function readTheirs(exchange: Exchange): Promise<string[]> {
  const oid = exchange.theirs?.decisions ?? null;
  if (oid === null) return [];
  const lines = logLines(decodeText(await exchange.bytesOf(oid), DECISIONS_PATH)).filter((line) => line !== "");
  for (const [index, line] of lines.entries()) readDecision(line, DECISIONS_PATH, index + 1);
  return lines;
}
