// Which proposals this session has shown to the person, read from its log, so that a crash or a resume forgets none. What a
// person may confirm is what was on their screen: id and hash, for a while, once.

import { sha256 } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { type Proposal, proposalsOf, review } from "../../mind/documents/review.ts";
import { append, type Session } from "../../activity/sessions.ts";
import type { HarnessItem } from "../../schema/index.ts";
import { branchTo } from "../../session/index.ts";
import type { Chat } from "../chat/openChat.ts";
import { phrasesFor } from "./phrases.ts";

export interface ShownProposal {
  readonly id: string;
  readonly hash: string;
  /** Of document, section and text, whatever the operation: what the repeat guard compares. */
  readonly content: string;
  readonly until: string;
}

export interface ShownProposals {
  /** Not answered and not run out, oldest first. */
  readonly open: readonly ShownProposal[];
  /** Of these, the ones that the last turn carried. */
  readonly justNow: readonly ShownProposal[];
  /** Everything that was ever shown in this session, by content. */
  readonly contents: ReadonlySet<string>;
}

export function readShown(session: Session, now: Date): ShownProposals {
  const all = new Map<string, ShownProposal>();
  const settled = new Set<string>();
  let last: string[] = [];
  for (const event of branchTo(session, session.leafId)) {
    if (event.type === "user_message") last = [];
    if (event.type !== "harness_item" || !("item" in event)) continue;
    const { item } = event;
    for (const each of listIn<ShownProposal>(item, "proposals")) {
      all.set(each.id, each);
      // What a model was asked to show may not be what a bare "yes" answers.
      if (item.data?.["through"] !== "model") last.push(each.id);
    }
    if (hasPassed(item)) last = [];
    for (const { id } of listIn<{ id: string }>(item, "settled")) settled.add(id);
  }
  const open = [...all.values()].filter(({ id, until }) => !settled.has(id) && new Date(until) > now);
  return { open, justNow: open.filter(({ id }) => last.includes(id)), contents: new Set([...all.values()].map(({ content }) => content)) };
}

/** The moment for a bare "yes" is over. */
function hasPassed({ kind, origin, data }: HarnessItem): boolean {
  return kind === "memory" && origin === "system" && data?.["passed"] === true;
}

export function contentKey(proposal: Pick<Proposal, "document" | "heading" | "content">): string {
  return sha256(JSON.stringify([proposal.document, proposal.heading, (proposal.content ?? "").replace(/\s+/g, " ").trim()]));
}

/** `through`: who showed it, where that is not Codicil itself. */
export function shownItem(mind: Mind, proposals: readonly Proposal[], through?: "model"): HarnessItem {
  const until = new Date(mind.deps.clock.now().getTime() + mind.config.confirm.hours * 3_600_000).toISOString();
  const shown: ShownProposal[] = proposals.map((each) => ({ id: each.id, hash: each.hash, content: contentKey(each), until }));
  const list = proposals.map(({ id, document, heading }) => `- ${id}: ${document} § ${heading}`).join("\n");
  return {
    kind: "memory",
    origin: "system",
    visibility: "compact",
    content: `Proposed to memory; nothing is written until the person says so, and only they can:\n${list}`,
    data: { proposals: shown, ...(through === undefined ? {} : { through }) },
  };
}

export function settledItem(settled: readonly { readonly id: string; readonly accepted: boolean }[], words: string): HarnessItem {
  return { kind: "memory", origin: "system", visibility: "compact", content: words, data: { settled } };
}

/** The person spoke of something else, in a session whose log does not hold their words: a "yes" after that is about that. */
export function passedItem(): HarnessItem {
  return {
    kind: "memory",
    origin: "system",
    visibility: "compact",
    content: "The person spoke of something else.",
    data: { passed: true },
  };
}

export async function note(mind: Mind, session: string, item: HarnessItem): Promise<void> {
  await append(mind, session, [{ type: "harness_item", item }]);
}

function listIn<T>(item: HarnessItem, field: string): readonly T[] {
  const list = item.kind === "memory" && item.origin === "system" ? item.data?.[field] : undefined;
  return Array.isArray(list) ? (list as T[]) : [];
}

/** /review in a conversation: everything that waits is shown, and what was shown can be confirmed by mb:write ID. */
export async function showPending(chat: Chat): Promise<string[]> {
  const all = new Map<string, Proposal>();
  for (const each of [...(await proposalsOf(chat.mind, chat.sessionId)), ...(await review(chat.mind))]) all.set(each.id, each);
  const waiting = [...all.values()];
  if (waiting.length === 0) return [];
  await note(chat.mind, chat.sessionId, shownItem(chat.mind, waiting));
  return waiting.map((each) => phrasesFor(false).proposal(each, true));
}
