// plan: one entry is declared. It is judged, journalled, and answered with a receipt; no document changes (LW-51, LW-52).

import * as v from "valibot";
import { AppError, given, newId } from "../../base/index.ts";
import { NOTHING_READ } from "../../content/index.ts";
import { commitPolicyFor, type DocumentRef, fullKey, isOwnDocument, resolveTarget, type Target, targetRef } from "../../knowledge/index.ts";
import { findSection, readOutline } from "../../markdown/index.ts";
import {
  type Audience,
  type CommitPolicy,
  type Entry,
  EntrySchema,
  type Level,
  type Operation,
  type Origin,
  type Receipt,
  type Taint,
  toEntry,
} from "../../schema/index.ts";
import { commonOf } from "../../store/index.ts";
import { type Deps, hashOf, home, textOf } from "../records/deps.ts";
import { ancestryOf } from "../history/ancestors.ts";
import { holderOf, repeatsOwn, targetFor } from "../audience/narrow.ts";
import { confirmationHash, readDecisions } from "../records/decisions.ts";
import { type Passage, passFunnel } from "../editing/funnel.ts";
import { writeJournal } from "../records/journal.ts";
import { overlay } from "../editing/overlay.ts";

/** One change of one section. */
export interface PlanRequest {
  readonly path?: string | undefined;
  readonly url?: string | undefined;
  readonly heading: string;
  readonly level?: Level | null | undefined;
  readonly operation?: Operation | undefined;
  readonly content?: string | null | undefined;
  readonly old?: string | undefined;
  readonly scope?: "section" | "body" | undefined;
  readonly session: string;
  readonly origin?: Origin | undefined;
  readonly confidence?: number | undefined;
  readonly reason?: string | undefined;
  readonly event?: string | undefined;
  /** Entries that this one was made from: it is trusted no more than the least of them. */
  readonly from?: readonly string[] | undefined;
  /** Sessions besides its own whose words it was made from: what they read counts as well. */
  readonly sessions?: readonly string[] | undefined;
  /** Needs a person's approval whatever the role says. */
  readonly ask?: boolean | undefined;
  /** For whom: the document of the same role that is for them. Absent: where the section is. */
  readonly audience?: Audience | undefined;
  /** False: the document that the key names, even where only the person's own has the section (a shared session knows of none). */
  readonly narrow?: boolean | undefined;
}

/** A request judged: what is to be journalled, and what to answer. */
export interface Prepared {
  /** What goes on; null where it was refused or where every line is held. */
  readonly entry: Entry | null;
  /** Lines that need your approval, as an entry of their own. */
  readonly held: Entry | null;
  readonly target: Target;
  readonly policy: CommitPolicy;
  readonly receipt: Receipt;
}

export async function plan(deps: Deps, request: PlanRequest): Promise<Receipt> {
  const prepared = await prepare(deps, request);
  await journalPrepared(deps, request.session, prepared);
  return prepared.receipt;
}

export async function journalPrepared(deps: Deps, session: string, { entry, held, target }: Prepared): Promise<void> {
  const lines = [entry, held].flatMap((each) =>
    each === null ? [] : [{ v: 1 as const, kind: "planned" as const, entry: each, target: targetRef(target) }],
  );
  if (lines.length > 0) await writeJournal(deps, session, lines);
}

/** Everything of a plan but the writing, step by step. */
export async function prepare(deps: Deps, request: PlanRequest): Promise<Prepared> {
  const shape = shapeOf(request);
  const named = resolveTarget(deps.environment, shape.key);
  const target = await targetFor(deps, named, { ...shape.key, ...request });
  const document = target.kind === "document" ? target.document : null;
  const { origin, sessions } = await ancestryOf(deps, request.origin ?? "agent", request.from ?? []);
  const policy = policyFor(deps, document, { origin, ask: request.ask === true });
  const base = await baseOf(deps, target, shape);
  const { reads, taint } = await readsBehind(deps, request, { origin, sessions });
  const now = deps.clock.now();
  const id = newId("e", now, deps.random);
  const entry = entryOf(shape, document, {
    ...metaOf(request),
    id,
    origin,
    time: now.toISOString(),
    ...(document?.root === "home" ? plannedHere(deps) : {}),
    ...given({ base, taint: taint ?? undefined }),
  });
  const refusal = (await refusalOf(deps, entry, target, policy)) ?? (await widens(deps, entry, target, request.audience));
  const passage =
    refusal ??
    passFunnel(entry, document, {
      known: await deps.known(),
      policy,
      isCommon: deps.environment.config.store !== undefined,
      reads,
      replaced: await replacedLine(deps, target, entry),
    });
  const about = { document: document?.key ?? shape.key.url ?? "", heading: shape.key.heading, base: base ?? null };
  return { target, policy, ...answer(passage, { id, heldId: newId("e", now, deps.random), ...about, policy, taint }) };
}

/** In a mind in common: who plans it, for the machines that apply it. */
function plannedHere(deps: Deps): { planned_by?: string } {
  const from = commonOf(home(deps))?.contact.who ?? null;
  return from === null ? {} : { planned_by: from };
}

function policyFor(
  deps: Deps,
  document: DocumentRef | null,
  { origin, ask }: { readonly origin: Origin; readonly ask: boolean },
): CommitPolicy {
  const usual = commitPolicyFor(document?.role ?? null, origin, deps.environment.config);
  return ask && usual !== "off" ? "proposal" : usual;
}

/** What the person says themselves is theirs, whatever the session read. */
function readsBehind(
  deps: Deps,
  request: PlanRequest,
  { origin, sessions }: Awaited<ReturnType<typeof ancestryOf>>,
): ReturnType<Deps["readsOf"]> {
  if (origin === "user") return Promise.resolve({ reads: NOTHING_READ, taint: null });
  return deps.readsOf([request.session, ...(request.sessions ?? []), ...sessions]);
}

function entryOf(shape: Entry, document: DocumentRef | null, meta: Entry["meta"]): Entry {
  const key = {
    ...(document === null ? { url: shape.key.url } : { path: fullKey(document) }),
    heading: shape.key.heading,
    level: shape.key.level ?? null,
  };
  return { ...shape, key, meta };
}

function metaOf(request: PlanRequest): Entry["meta"] {
  const { session, confidence, reason, event, from, ask } = request;
  const ancestors = from?.length === 0 ? undefined : from;
  return { session, ...given({ ask: ask === true ? ask : undefined, confidence, reason, event, from: ancestors }) };
}

function answer(
  passage: Passage,
  facts: { id: string; heldId: string; document: string; heading: string; base: string | null; policy: CommitPolicy; taint: Taint | null },
): Pick<Prepared, "entry" | "held" | "receipt"> {
  const passed = passage.kind === "refused" ? null : (passage.entry ?? passage.held);
  const base = {
    entry: facts.id,
    document: facts.document,
    heading: passed?.key.heading ?? facts.heading,
    before: facts.base,
    after: null,
    ...(facts.taint === null ? {} : { taint: facts.taint }),
  };
  if (passage.kind === "refused")
    return { entry: null, held: null, receipt: { ...base, status: "refused", why: `${passage.code}: ${passage.why}` } };
  // A part that waits gets an id of its own; a whole that waits keeps the one that was promised.
  const held =
    passage.held !== null && passage.entry !== null ? { ...passage.held, meta: { ...passage.held.meta, id: facts.heldId } } : passage.held;
  const waits = facts.policy === "proposal" || passage.entry === null;
  return {
    entry: passage.entry,
    held,
    receipt: {
      ...base,
      status: waits ? "proposed" : "pending",
      ...(passage.why === null ? {} : { why: passage.why }),
      ...(held === null || passage.entry === null ? {} : { quarantined: facts.heldId }),
    },
  };
}

function shapeOf(request: PlanRequest): Entry {
  const { path, url, heading, level, operation, content, old, scope, confidence } = request;
  const raw = { key: { path, url, heading, level }, operation, content, old, scope, meta: { confidence } };
  const checked = v.safeParse(EntrySchema, raw);
  if (checked.success) return toEntry(checked.output);
  const issue = checked.issues[0];
  const field = (issue.path ?? []).map((part) => String(part.key)).join(".");
  const code = field === "key.heading" ? "BAD_HEADING" : "BAD_ENTRY";
  throw new AppError(code, `${field}: ${issue.message}`, { hint: "See docs/formats.md for the shape of an entry." });
}

/** What the section was when the entry was planned; undefined where that cannot be said (remote, ambiguous). */
async function baseOf(deps: Deps, target: Target, shape: Entry): Promise<string | null | undefined> {
  if (target.kind === "remote") return undefined;
  const text = await textOf(deps, target.document);
  if (text === null) return null;
  const outline = readOutline(text);
  const found = findSection(outline, shape.key.heading, shape.key.level ?? null);
  if (found.kind === "ambiguous") return undefined;
  return found.kind === "missing" ? null : hashOf(outline.text.slice(found.section.start, found.section.end));
}

/** Only the person brings what is their own to others. */
async function widens(deps: Deps, entry: Entry, target: Target, audience: Audience | undefined): Promise<Passage | null> {
  if (entry.meta.origin === "user") return null;
  const refused = (said: string): Passage => {
    const why = `${said}; only the person may bring it to others (codicil audience)`;
    return { kind: "refused", code: "AUDIENCE", why };
  };
  const isForOthers = audience !== undefined && audience !== "me" && target.kind === "document";
  if (isForOthers && isOwnDocument(await holderOf(deps, target.document, entry.key, entry.meta.session)))
    return refused("the section is your own");
  const own = entry.content === null ? null : await repeatsOwn(deps, target, entry.content);
  return own === null ? null : refused(`the text repeats a line of ${own}, which is for the person alone`);
}

async function refusalOf(deps: Deps, entry: Entry, target: Target, policy: CommitPolicy): Promise<Passage | null> {
  if (policy === "off")
    return { kind: "refused", code: "POLICY_OFF", why: "the commit policy of this role is off; a person can change it in config.yaml" };
  const decisions = await readDecisions(deps, target);
  if (!decisions.rejectedForEver(confirmationHash(entry, target))) return null;
  return { kind: "refused", code: "REJECTED_FOREVER", why: "you chose to always reject this content" };
}

/**
 * A replacement is judged by the line that it makes: a piece of a sentence says nothing of the whole. null where nothing is replaced, or
 * it cannot be said where.
 */
export async function replacedLine(deps: Deps, target: Target, { key, operation, old = "", content, meta }: Entry): Promise<string | null> {
  if (operation !== "replace" || target.kind !== "document") return null;
  // With what is planned and pending: the sentence may be there only when this is applied.
  const { text } = await overlay(deps, target.document, meta.session);
  const outline = readOutline(text.replaceAll("\r\n", "\n"));
  const found = findSection(outline, key.heading, key.level ?? null);
  if (found.kind !== "found") return null;
  const own = outline.text.slice(found.section.bodyStart, found.section.ownEnd);
  const [before = "", behind] = own.split(old.replaceAll("\r\n", "\n"));
  if (behind === undefined) return null;
  return [before.slice(before.lastIndexOf("\n") + 1), content, behind.split("\n", 1)[0]].join("");
}
