// What the sidebar counts: decisions, and whether a chat is running.

import { useHappening, useResource } from "../live.ts";
import type { Approval, ReadingItem } from "../types.ts";

/** Past refusals are history: only what somebody waits for is a decision. */
export const isQuestion = ({ kind }: Approval): boolean => kind === "turn";

export function useDecisions(): number {
  const proposals = useResource<unknown[]>("/api/proposals", ["waiting", "documents"]);
  const conflicts = useResource<unknown[]>("/api/conflicts", ["waiting", "documents"]);
  const approvals = useResource<Approval[]>("/api/approvals", ["approvals"]);
  const readings = useResource<ReadingItem[]>("/api/readings", ["readings", "policy"]);
  // A part of the count would be a wrong one.
  if ([proposals, conflicts, approvals, readings].some(({ value, error }) => value === undefined && error === undefined)) return 0;
  const questions = (approvals.value ?? []).filter(isQuestion).length;
  return questions + (proposals.value?.length ?? 0) + (conflicts.value?.length ?? 0) + (readings.value?.length ?? 0);
}

export function useChatRuns(): boolean {
  const chat = useResource<{ readonly running: readonly string[] }>("/api/chat", ["turn"]);
  useHappening(["turn"], () => {});
  return (chat.value?.running.length ?? 0) > 0;
}
