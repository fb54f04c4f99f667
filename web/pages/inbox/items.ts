// What a person must decide, in the order of the list: an agent that waits, then rules, then memory.

import { useEffect, useMemo, useState } from "preact/hooks";
import { get } from "../../api.ts";
import { useHappening, useResource } from "../../live.ts";
import { isQuestion } from "../../shell/counts.ts";
import { useIsLeaving } from "./leaving.ts";
import type { Approval, Conflict, Proposal, ProposalEffects, ReadingItem, SessionSummary } from "../../types.ts";

export const GROUPS = ["questions", "rules", "memory"] as const;
export type Group = (typeof GROUPS)[number];

interface Base {
  readonly id: string;
  readonly group: Group;
  readonly at?: string | undefined;
  /** Who it comes from, as far as that is known. */
  readonly session?: SessionSummary | undefined;
}

export type Item =
  | (Base & { readonly kind: "question"; readonly each: Approval })
  | (Base & { readonly kind: "conflict"; readonly each: Conflict })
  | (Base & { readonly kind: "reading"; readonly each: ReadingItem })
  | (Base & {
      readonly kind: "proposal";
      readonly each: Proposal;
      readonly isOutside: boolean;
      /** undefined: not read yet, or no instruction file. */
      readonly effects: ProposalEffects | undefined;
      /** Which rules it removes is not known yet: nobody accepts it so. */
      readonly isUnread: boolean;
    });

export type ItemOf<K extends Item["kind"]> = Extract<Item, { readonly kind: K }>;

export interface Items {
  readonly items: readonly Item[] | undefined;
  readonly error: Error | undefined;
  /** The newest sessions, whose titles the items have. */
  readonly sessions: readonly SessionSummary[] | undefined;
  reload(): Promise<void>;
}

const OUTSIDE = ["web", "tool", "file"];
const RULES_FILE = /(?:AGENTS|CLAUDE|GEMINI|QWEN)\.md$/;

export function useItems(): Items {
  const proposals = useResource<Proposal[]>("/api/proposals", ["waiting", "documents"]);
  const conflicts = useResource<Conflict[]>("/api/conflicts", ["waiting", "documents"]);
  const approvals = useResource<Approval[]>("/api/approvals", ["approvals"]);
  const readings = useResource<ReadingItem[]>("/api/readings", ["readings", "policy"]);
  // Titles, for cards that are there.
  const isSaid = proposals.value !== undefined && approvals.value !== undefined;
  const sessions = useResource<SessionSummary[]>(isSaid ? "/api/sessions?limit=200" : null, ["sessions"]);
  const effects = useEffects((proposals.value ?? []).filter(({ document }) => RULES_FILE.test(document)).map(({ id }) => id));
  const isLeaving = useIsLeaving();
  const all = useMemo(() => {
    if (!proposals.value || !conflicts.value || !approvals.value || !readings.value) return undefined;
    const known = new Map((sessions.value ?? []).map((each) => [each.id, each]));
    const groupOf = (document: string): Group => (RULES_FILE.test(document) ? "rules" : "memory");
    const all: Item[] = [
      ...approvals.value
        .filter(isQuestion)
        .map((each): Item => ({ kind: "question", id: each.id, group: "questions", at: each.at, session: known.get(each.session), each })),
      ...conflicts.value.map((each): Item => ({
        kind: "conflict",
        id: each.id,
        group: groupOf(each.document),
        at: each.time,
        session: known.get(each.session ?? ""),
        each,
      })),
      // In the order in which they were made, also after a rejection was undone.
      ...proposals.value
        .toSorted(byTime)
        .map((each): Item => ({
          kind: "proposal",
          id: each.id,
          group: groupOf(each.document),
          at: each.time,
          session: known.get(each.session ?? ""),
          isOutside: OUTSIDE.includes(each.origin),
          effects: effects.get(each.id) ?? undefined,
          isUnread: RULES_FILE.test(each.document) && !effects.has(each.id),
          each,
        })),
      ...readings.value.map((each): Item => ({ kind: "reading", id: each.clause, group: "rules", at: each.last, each })),
    ];
    return GROUPS.flatMap((group) => all.filter((item) => item.group === group));
  }, [proposals.value, conflicts.value, approvals.value, readings.value, sessions.value, effects]);
  return {
    items: all?.some(({ id }) => isLeaving(id)) === true ? all.filter(({ id }) => !isLeaving(id)) : all,
    sessions: sessions.value,
    error: proposals.error ?? conflicts.error ?? approvals.error ?? readings.error,
    reload: async () => void (await Promise.all([proposals, conflicts, approvals, readings].map((each) => each.reload()))),
  };
}

const byTime = (one: Proposal, other: Proposal): number => (one.time ?? "").localeCompare(other.time ?? "");

type Effects = ReadonlyMap<string, ProposalEffects | null>;

/** What each change of an instruction file does, read again when a document or a rule changed, or the daemon is back. */
function useEffects(ids: readonly string[]): Effects {
  const [effects, setEffects] = useState<Effects>(new Map());
  const [round, setRound] = useState(0);
  useHappening(["documents", "policy", "readings"], () => (setEffects(new Map()), setRound((count) => count + 1)));
  const missing = ids.filter((id) => !effects.has(id));
  useEffect(() => {
    let isOver = false;
    for (const id of missing)
      get<ProposalEffects | null>(`/api/proposals/${id}/effects`).then(
        (value) => isOver || setEffects((before) => new Map([...before, [id, value]])),
        // It was decided meanwhile, and the list is read again by itself; or nobody answered, and it stays unread.
        () => undefined,
      );
    return () => void (isOver = true);
  }, [missing.join(" "), round]);
  return effects;
}

export const lostRules = (effects: ProposalEffects | undefined): number =>
  effects?.removed.filter(({ state }) => state === "enforced").length ?? 0;

/** Removes rules, comes from outside, or conflicts: it is never decided along with others. */
export function needsOwnLook(item: Item): boolean {
  return (
    item.kind !== "proposal" || item.isOutside || lostRules(item.effects) > 0 || (item.group === "rules" && item.effects === undefined)
  );
}
