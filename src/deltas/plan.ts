// plan: one entry is declared. It is judged, journalled, and answered with a receipt; no document changes (LW-51, LW-52).

import * as v from "valibot";
import { AppError, newId } from "../base/index.ts";
import { commitPolicyFor, fullKey, resolveTarget, type Target, targetRef } from "../knowledge/index.ts";
import { findSection, readOutline } from "../markdown/index.ts";
import { type Entry, EntrySchema, type Level, type Operation, type Origin, type Receipt, toEntry } from "../schema/index.ts";
import { decodeText, type Desk, hashOf, placeOf } from "./desk.ts";
import { writeJournal } from "./journal.ts";
import { confirmationHash, readDecisions } from "./decisions.ts";

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
}

/** An entry with its target, ready for the journal or for the writer. */
export interface Prepared {
  readonly id: string;
  readonly entry: Entry;
  readonly target: Target;
  readonly policy: ReturnType<typeof commitPolicyFor>;
  readonly receipt: Receipt;
}

export async function plan(desk: Desk, request: PlanRequest): Promise<Receipt> {
  const prepared = await prepare(desk, request);
  if (prepared.receipt.status === "refused") return prepared.receipt;
  await writeJournal(desk, request.session, [{ v: 1, kind: "planned", entry: prepared.entry, target: targetRef(prepared.target) }]);
  return prepared.receipt;
}

/** Everything of a plan but the writing: shape, target, policy, base hash, the funnel. */
export async function prepare(desk: Desk, request: PlanRequest): Promise<Prepared> {
  const shape = shapeOf(request);
  const target = resolveTarget(desk.around, shape.key);
  const document = target.kind === "document" ? target.document : null;
  const origin = request.origin ?? "agent";
  const policy = commitPolicyFor(document?.role ?? null, origin, desk.around.config);
  const base = await baseOf(desk, target, shape);
  const now = desk.clock.now();
  const id = newId("e", now, desk.random);
  const entry: Entry = {
    ...shape,
    key: { ...(document === null ? { url: shape.key.url } : { path: fullKey(document) }), heading: shape.key.heading, level: shape.key.level ?? null },
    meta: {
      id,
      origin,
      session: request.session,
      time: now.toISOString(),
      ...(base === undefined ? {} : { base }),
      ...(request.confidence === undefined ? {} : { confidence: request.confidence }),
      ...(request.reason === undefined ? {} : { reason: request.reason }),
      ...(request.event === undefined ? {} : { event: request.event }),
    },
  };
  const refusal = await refusalOf(desk, entry, target, policy);
  const verdict = entry.content === null ? { kind: "accept" as const } : desk.judge(entry.content, origin, document);
  const waits = policy === "proposal" || verdict.kind === "review";
  const why = refusal ?? (verdict.kind === "refuse" ? (verdict.why ?? "refused") : verdict.why);
  return {
    id,
    entry,
    target,
    policy: waits && policy !== "off" ? "proposal" : policy,
    receipt: {
      entry: id,
      status: refusal !== null || verdict.kind === "refuse" ? "refused" : waits ? "proposed" : "pending",
      document: document?.key ?? shape.key.url ?? "",
      heading: shape.key.heading,
      before: base ?? null,
      after: null,
      ...(why === undefined || why === null ? {} : { why }),
    },
  };
}

function shapeOf(request: PlanRequest): Entry {
  const raw = {
    key: {
      ...(request.path === undefined ? {} : { path: request.path }),
      ...(request.url === undefined ? {} : { url: request.url }),
      heading: request.heading,
      ...(request.level === undefined ? {} : { level: request.level }),
    },
    ...(request.operation === undefined ? {} : { operation: request.operation }),
    ...(request.content === undefined ? {} : { content: request.content }),
    ...(request.old === undefined ? {} : { old: request.old }),
    ...(request.scope === undefined ? {} : { scope: request.scope }),
    meta: request.confidence === undefined ? {} : { confidence: request.confidence },
  };
  const checked = v.safeParse(EntrySchema, raw);
  if (checked.success) return toEntry(checked.output);
  const issue = checked.issues[0];
  const field = (issue.path ?? []).map((part) => String(part.key)).join(".");
  const code = field === "key.heading" ? "BAD_HEADING" : "BAD_ENTRY";
  throw new AppError(code, `${field}: ${issue.message}`, { hint: "See docs/formats.md for the shape of an entry." });
}

/** What the section was when the entry was planned; undefined where that cannot be said (remote, ambiguous). */
async function baseOf(desk: Desk, target: Target, shape: Entry): Promise<string | null | undefined> {
  if (target.kind === "remote") return undefined;
  const store = desk.storeFor(target.document.project);
  const file = await store.read(placeOf(target.document));
  if (file === null) return null;
  const outline = readOutline(decodeText(file.bytes, store.describe(placeOf(target.document))));
  const found = findSection(outline, shape.key.heading, shape.key.level ?? null);
  if (found.kind === "ambiguous") return undefined;
  return found.kind === "missing" ? null : hashOf(outline.text.slice(found.section.start, found.section.end));
}

async function refusalOf(desk: Desk, entry: Entry, target: Target, policy: Prepared["policy"]): Promise<string | null> {
  if (policy === "off") return "POLICY_OFF: the commit policy of this role is off; a person can change it in config.yaml";
  const decisions = await readDecisions(desk);
  return decisions.rejectedForEver(confirmationHash(entry, target))
    ? "REJECTED_FOREVER: a person rejected this content for ever"
    : null;
}
