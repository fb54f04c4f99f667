// Proposals: entries that need your approval, with what they would change.

import { AppError, given } from "../../base/index.ts";
import { type EyeMark, eyeMarks } from "../../content/index.ts";
import { type DocumentRef, targetOf } from "../../knowledge/index.ts";
import { createEditor, type Editor } from "../../markdown/index.ts";
import type { Entry, Receipt, Taint } from "../../schema/index.ts";
import { apply } from "./apply.ts";
import { confirmationHash, decide } from "../records/decisions.ts";
import { type Deps, home, textOf } from "../records/deps.ts";
import { editText, type Item, NO_PAST } from "../editing/edit.ts";
import type { HeldLine } from "../editing/funnel.ts";
import { unseen } from "../editing/staging.ts";
import { listPending, type PendingEntry, type PendingFile, replacePending, takePending } from "../records/pending.ts";
import { keyOf, needsApproval, targetOrNull } from "../records/pendingTarget.ts";
import { readJournal } from "../records/journal.ts";
import { type FoundProposal, keepDecided } from "../records/rejected.ts";
import { releaseLines } from "../records/releases.ts";

/** A change that needs a person's approval. */
export interface Proposal {
  readonly id: string;
  readonly hash: string;
  readonly document: string;
  readonly heading: string;
  readonly operation: Entry["operation"];
  readonly content: string | null;
  readonly origin: string;
  readonly session?: string;
  readonly reason?: string;
  readonly confidence?: number;
  readonly event?: string;
  readonly time?: string;
  /** In a mind in common: the login and machine that planned it, as they called themselves. */
  readonly from?: string;
  /** The login and program that last changed the delta, as the database says, where it is not that login. */
  readonly changedBy?: string;
  /** Why lines of it are held apart: they address the agent, or come from outside. */
  readonly quarantined?: readonly HeldLine[];
  /** What the session had read by then that the person did not write. */
  readonly taint?: Taint;
  /** Look-alike letters and characters that show nothing, by line of the content. */
  readonly eyeMarks?: readonly EyeMark[];
  /** The section now and as it would be; null: there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

export async function listProposals(deps: Deps): Promise<Proposal[]> {
  const proposals: Proposal[] = [];
  const signers = new Map<PendingFile, string | null>();
  const present = (document: DocumentRef) => presentOf(deps, document);
  const presentAt = once(present, ({ id }) => id);
  for (const found of await waiting(deps)) {
    const { file } = found;
    if (!signers.has(file)) signers.set(file, (await home(deps).signer?.(file.place)) ?? null);
    proposals.push({ ...(await describe(found, presentAt)), ...changedBy(found.pending.entry, signers.get(file) ?? null) });
  }
  return proposals;
}

/** A delta is a file that several write to: whoever wrote it last may have changed any entry of it. */
function changedBy({ meta }: Entry, signer: string | null): Pick<Proposal, "changedBy"> {
  const login = meta.planned_by?.slice(0, meta.planned_by.lastIndexOf("@"));
  return signer === null || signer.split(" ")[0] === login ? {} : { changedBy: signer };
}

/** What a running session declared and will have to wait for a word, as the person will be asked about it. */
export async function listPlannedProposals(deps: Deps, session: string): Promise<Proposal[]> {
  const proposals: Proposal[] = [];
  for (const { id, entry, target: ref } of (await readJournal(deps, session)).open) {
    const target = targetOf(deps.environment, ref);
    if (!needsApproval(deps, entry, target.kind === "document" ? target.document : null)) continue;
    const found = { pending: { id, entry }, target, hash: confirmationHash(entry, target) };
    proposals.push(await describe(found, (document) => presentOf(deps, document)));
  }
  return proposals;
}

export async function accept(
  deps: Deps,
  id: string,
  options: { readonly hash?: string | undefined; readonly content?: string | undefined } = {},
): Promise<Receipt> {
  const shown = await find(deps, id);
  let found = shown;
  if (options.hash !== undefined && options.hash !== found.hash)
    throw new AppError("STALE", `proposal ${id} is not what was shown`, { hint: "Look at it again: codicil review." });
  if (options.content !== undefined) found = await amend(deps, found, options.content);
  await decide(deps, [{ kind: "accepted", entry: id, hash: found.hash, target: found.target }]);
  const { receipts, problems } = await apply(deps, { entries: new Set([id]) });
  const problem = problems.find((each) => each.error.file === undefined || each.file === keyOf(found.target));
  const receipt = receipts.find((each) => each.entry === id);
  // The person's decision holds when the document is loaded again, too.
  if (receipt?.status === "applied" && found.target.kind === "document")
    await releaseLines(deps, found.target.document, (found.pending.entry.content ?? "").split(/\r\n|\n|\r/));
  if (receipt?.undo !== undefined) keepDecided(deps, receipt.undo, shown);
  if (receipt) return receipt;
  throw problem?.error ?? new AppError("NOT_FOUND", `proposal ${id} is gone`, { hint: "codicil log shows what happened." });
}

export async function reject(deps: Deps, id: string, options: { readonly forEver?: boolean } = {}): Promise<Receipt> {
  const found = await find(deps, id);
  const kind = options.forEver === true ? "rejected-for-ever" : "rejected";
  await decide(deps, [{ kind, entry: id, hash: found.hash, target: found.target }]);
  await takePending(deps, home(deps), found.file.place, [found.pending]);
  keepDecided(deps, id, found);
  const why = options.forEver === true ? "you chose to always reject it" : "rejected by a person";
  return unseen(found.pending, keyOf(found.target), "refused", why);
}

/** The person's own wording takes the place of the proposal's; it is theirs from then on. */
async function amend(deps: Deps, found: FoundProposal, content: string): Promise<FoundProposal> {
  const { id } = found.pending;
  const edit = (entry: Entry): Entry => (entry.meta.id === id ? { ...entry, content, meta: { ...entry.meta, amended: true } } : entry);
  await replacePending(deps, home(deps), found.file.place, edit);
  return find(deps, id);
}

async function find(deps: Deps, id: string): Promise<FoundProposal> {
  const found = (await waiting(deps)).find((each) => each.pending.id === id);
  if (found) return found;
  throw new AppError("NOT_FOUND", `there is no proposal ${id}`, { hint: "codicil review lists the proposals." });
}

async function waiting(deps: Deps): Promise<FoundProposal[]> {
  const { files } = await listPending(deps);
  return files.flatMap((file) => {
    // Which document a key means is a question to the disk; most entries of a file have the same key.
    const target = (key: Entry["key"]) => targetOrNull(deps, file, key);
    const targetAt = once(target, ({ path, url }) => JSON.stringify([path, url]));
    return file.entries.flatMap((pending) => {
      const waits = pending.entry.meta.state === "proposed" || file.standing === "proposed";
      if (!waits) return [];
      // A proposal for nowhere cannot be accepted; the next apply stages it with its error.
      const target = targetAt(pending.entry.key);
      return target === null ? [] : [{ file, pending, target, hash: confirmationHash(pending.entry, target) }];
    });
  });
}

/** Each answer is worked out once, for one listing. */
function once<T, R>(work: (of: T) => R, nameOf: (of: T) => string): (of: T) => R {
  const known = new Map<string, R>();
  return (of) => {
    const name = nameOf(of);
    if (!known.has(name)) known.set(name, work(of));
    return known.get(name) as R;
  };
}

interface Present {
  readonly text: string;
  section(key: Entry["key"]): string | null;
}

async function describe(
  { pending, target, hash }: Pick<FoundProposal, "target" | "hash"> & { readonly pending: Pick<PendingEntry, "id" | "entry"> },
  presentAt: (document: DocumentRef) => Promise<Present>,
): Promise<Proposal> {
  const { entry, id } = pending;
  const { session, reason, confidence, event, time, taint, planned_by: from } = entry.meta;
  return {
    id,
    hash,
    document: keyOf(target),
    heading: entry.key.heading,
    operation: entry.operation,
    content: entry.content,
    origin: entry.meta.origin ?? "agent",
    ...given({ session, reason, confidence, event, time, taint, from }),
    ...marksOf(entry),
    ...(Array.isArray(entry.meta["quarantined"]) ? { quarantined: entry.meta["quarantined"] as HeldLine[] } : {}),
    ...(target.kind === "document" ? sectionsOf(await presentAt(target.document), { id, entry }) : { before: null, after: entry.content }),
  };
}

/** What a reader of the card could not see; line 0 is the heading. */
function marksOf({ key, content }: Entry): Pick<Proposal, "eyeMarks"> {
  const inHeading = eyeMarks(key.heading).map(({ why }) => ({ line: 0, why }));
  const marks = [...inHeading, ...eyeMarks(content ?? "")];
  return marks.length === 0 ? {} : { eyeMarks: marks };
}

/** The section now, and as it would be. */
function sectionsOf(present: Present, item: Item): Pick<Proposal, "before" | "after"> {
  const { key } = item.entry;
  const before = present.section(key);
  const { text } = editText(present.text, [item], { applied: new Set(), now: "", ...NO_PAST });
  return { before, after: text === present.text ? before : sectionIn(createEditor(text ?? ""), key) };
}

/** The document as it is. Another server is not asked for a list. */
async function presentOf(deps: Deps, document: DocumentRef): Promise<Present> {
  const text = (await textOf(deps, document)) ?? "";
  const editor = createEditor(text);
  return { text, section: (key) => sectionIn(editor, key) };
}

function sectionIn(editor: Editor, { heading, level }: Entry["key"]): string | null {
  const found = editor.section({ heading, level: level ?? null });
  return found.kind === "found" ? found.text : null;
}
