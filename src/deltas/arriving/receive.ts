// What another machine sends for a document of this mind: a whole text, over the version that it read. It is not the
// person's own word. It is judged like an agent's, follows the commit policy of the document's role, and either is in
// the document byte for byte or needs a person's approval as proposals. A repeated sending is known again and changes nothing.

import { AppError, sha256 } from "../../base/index.ts";
import { judgeContent, redact } from "../../content/index.ts";
import { commitPolicyFor, type DocumentRef, fromProjectRoot, fullKey } from "../../knowledge/index.ts";
import { readOutline } from "../../markdown/index.ts";
import type { CommitPolicy, Origin } from "../../schema/index.ts";
import { leastTrustedOf } from "../history/ancestors.ts";
import { decodeText, type Deps, hashOf, home, placeOf, unlessBusy } from "../records/deps.ts";
import { flush } from "../steps/flush.ts";
import { readJournal } from "../records/journal.ts";
import { readLedger } from "../records/ledger.ts";
import { listPending } from "../records/pending.ts";
import { commitPage, outsideChange, type Page, withPage } from "../editing/page.ts";
import { journalPrepared, prepare } from "../steps/plan.ts";
import { ensureMindHere } from "../workingCopy/identity.ts";
import { validate } from "../editing/writeDocument.ts";
import { addedText, entriesBetween, type Sketch } from "./entriesBetween.ts";

export interface Arrival {
  readonly text: string;
  /** The version that the sender read; null: it found none. */
  readonly expect: string | null;
  /** The sender's name, for the ledger. */
  readonly from: string;
  /** What the sender says of the text's making. It can only lower the trust. */
  readonly origin?: Origin | undefined;
}

export type Received =
  | { readonly kind: "written" | "kept"; readonly version: string }
  | { readonly kind: "proposed"; readonly entries: readonly string[] }
  | { readonly kind: "stale"; readonly actual: string | null };

/** How the sessions of what arrived are named. */
const SESSION = "arrived_";
const MOST_WAITING = 100;

export async function receiveText(deps: Deps, document: DocumentRef, arrival: Arrival): Promise<Received> {
  const store = deps.storeFor(document.project);
  // One at a time: a sending that is repeated while the first is still worked on must find what that one planned.
  const locked = await store.lock(`arriving ${document.id}`, () => receive(deps, document, arrival), deps.lock);
  return unlessBusy(locked, `another process holds ${document.key}`, "Send it again; nothing was changed.");
}

async function receive(deps: Deps, document: DocumentRef, arrival: Arrival): Promise<Received> {
  const page = await readPresent(deps, document);
  if (page.version !== arrival.expect) return { kind: "stale", actual: page.version };
  if (page.text === arrival.text) return { kind: "kept", version: page.version as string };
  const origin = leastTrustedOf(["agent", arrival.origin ?? "agent"]);
  const policy = commitPolicyFor(document.role, origin, deps.environment.config);
  if (policy === "off")
    throw new AppError("POLICY_OFF", `the commit policy of ${document.key} is off`, { hint: "A person can change it in config.yaml." });
  const added = addedText(page.text, arrival.text);
  await refuseSecrets(deps, page, arrival.text, added);
  refuseOwnBlocks(page, arrival.text);
  const waits = policy === "proposal" || judge(page, added, { origin, policy }) === "waits";
  return waits ? propose(deps, page, { ...arrival, origin }) : write(deps, document, { ...arrival, origin });
}

/** The document as it is, without its ledger. */
type Present = Pick<Page, "document" | "file" | "text" | "version">;

async function readPresent(deps: Deps, document: DocumentRef): Promise<Present> {
  const store = deps.storeFor(document.project);
  const stored = await store.read(placeOf(document));
  const file = store.describe(placeOf(document));
  return { document, file, text: stored === null ? null : decodeText(stored.bytes, file), version: stored?.version ?? null };
}

/** What another machine asks to learn whether this is still the document that it wrote to. */
export interface Standing {
  /** The id of this mind; null: it could not be kept. */
  readonly mind: string | null;
  /** Whether the document had that version, as its history has it. */
  readonly knows: boolean;
}

export async function standingOf(deps: Deps, document: DocumentRef, version: string): Promise<Standing> {
  const { lines } = await readLedger(deps.storeFor(document.project), document);
  const words = `"document":${JSON.stringify(version)}`;
  return { mind: await ensureMindHere(deps, home(deps)), knows: lines.some((line) => line.includes(words)) };
}

/** Under the document's lock, and only over the version that was judged. */
async function write(deps: Deps, document: DocumentRef, arrival: Arrival & { readonly origin: Origin }): Promise<Received> {
  const { text, expect, from, origin } = arrival;
  const locked = await withPage(deps, document, async (page): Promise<Received> => {
    if (page.version !== expect) return { kind: "stale", actual: page.version };
    const refusal = validate(deps, document, text);
    if (refusal !== null) throw new AppError("VALIDATOR", refusal, { file: page.file, hint: "Nothing was changed." });
    const change = outsideChange(deps, "whole", { before: page.text, after: text, version: hashOf(text), reason: `sent by ${from}` });
    await commitPage(page, text, [{ ...change, by: origin, session: sessionOf(page, arrival) }]);
    return { kind: "written", version: hashOf(text) as string };
  });
  return unlessBusy(locked, `another process holds ${document.key}`, "Send it again; nothing was changed.");
}

/** As entries of a session of their own, which is named by what arrived: the same text again is the same proposals. */
async function propose(deps: Deps, page: Present, arrival: Arrival & { readonly origin: Origin }): Promise<Received> {
  const sketches = entriesBetween(page.text ?? "", arrival.text);
  if (sketches === null)
    throw new AppError("NEEDS_PERSON", "this change needs approval, and it cannot be split into sections", {
      file: page.file,
      hint: "Change sections: their text, new ones, or removed ones.",
    });
  const session = sessionOf(page, arrival);
  // What was cut short continues where it stopped.
  const planned = [...(await readJournal(deps, session)).known.values()].map(({ entry }) => entry.key);
  const missing = sketches.filter(({ heading, level }) => !planned.some((key) => key.heading === heading && key.level === level));
  if (missing.length > 0) {
    await refuseFlood(deps, missing.length);
    await planAll(deps, page.document, { sketches: missing, session, arrival });
  }
  await flush(deps, session);
  return { kind: "proposed", entries: [...(await readJournal(deps, session)).known.keys()] };
}

/** A machine that sends and sends must not bury what else needs the person's approval. */
async function refuseFlood(deps: Deps, more: number): Promise<void> {
  const { files } = await listPending(deps);
  const waiting = files.flatMap(({ entries }) => entries).filter(({ entry }) => entry.meta.session?.startsWith(SESSION) === true).length;
  if (waiting + more <= MOST_WAITING) return;
  throw new AppError("NEEDS_PERSON", `${waiting} proposals of other machines are pending; ${more} more would be too many`, {
    data: { later: true },
    hint: "Send it again when they are decided; nothing was changed.",
  });
}

async function planAll(
  deps: Deps,
  document: DocumentRef,
  what: { readonly sketches: readonly Sketch[]; readonly session: string; readonly arrival: Arrival & { readonly origin: Origin } },
): Promise<void> {
  const { sketches, session, arrival } = what;
  const there: Deps = { ...deps, environment: fromProjectRoot(deps.environment) };
  const prepared = [];
  const said = { path: fullKey(document), session, origin: arrival.origin, ask: true, reason: `sent by ${arrival.from}` };
  for (const sketch of sketches) prepared.push(await prepare(there, { ...sketch, ...said }));
  const refused = prepared.find(({ receipt }) => receipt.status === "refused");
  if (refused) throw new AppError("CONTENT", refused.receipt.why ?? "the text may not be kept", { hint: "Nothing was changed." });
  for (const each of prepared) await journalPrepared(there, session, each);
}

function sessionOf(page: Present, { from, text }: Arrival): string {
  return `${SESSION}${sha256(JSON.stringify([from, page.document.id, page.version, sha256(text)])).slice(0, 32)}`;
}

/** What two machines have is no place for a secret, however private the document. */
async function refuseSecrets(deps: Deps, page: Present, text: string, added: readonly string[]): Promise<void> {
  const known = await deps.known();
  const count = (each: string | null) => (each === null ? 0 : redact(each, known).found.length);
  if (count(text) <= count(page.text) && added.every((each) => count(each) === 0)) return;
  const hint = "Take it out and send it again; nothing was changed.";
  throw new AppError("SECRET", "the text contains a secret", { file: page.file, hint });
}

/** USER_BLOCKs are the person's: they stay, byte for byte and in their order. */
function refuseOwnBlocks(page: Present, text: string): void {
  const blocksIn = (whole: string) => {
    const own = readOutline(whole).blocks.filter(({ kind }) => kind === "user");
    return JSON.stringify(own.map(({ start, end }) => whole.slice(start, end)));
  };
  if (blocksIn(page.text ?? "") === blocksIn(text)) return;
  const why = "the text changes a USER_BLOCK, which no machine writes to";
  throw new AppError("USER_BLOCK_PROTECTED", why, { file: page.file, hint: "Nothing was changed." });
}

/** Whatever could not be stored as it is (escaped, or held by the line) waits, so that what is written is what was sent. */
function judge(
  page: Present,
  added: readonly string[],
  facts: { readonly origin: Origin; readonly policy: CommitPolicy },
): "passes" | "waits" {
  const target = facts.policy === "proposal" ? page.document.path : "memory";
  const verdicts = added.map((content) => judgeContent({ content, target, redacted: true, origin: facts.origin, sections: "leave" }));
  const rejected = verdicts.find(({ verdict }) => verdict === "reject");
  if (rejected) throw new AppError("CONTENT", rejected.why, { file: page.file, hint: "Nothing was changed." });
  return verdicts.every(({ verdict }) => verdict === "accept") ? "passes" : "waits";
}
