// Where a long conversation is cut: what is before is summed up, what is behind stays word for word. Pure.

import { estimateTokens } from "../../base/index.ts";
import type { KnownEvent, Message } from "../../schema/index.ts";

export interface Cut {
  /** Events that the summary will stand for, a compaction before them included. */
  readonly before: readonly KnownEvent[];
  /** The last of them. */
  readonly through: string;
}

/**
 * A cut is before a message of the person's, so that no call is parted from its answer. Behind it stay as many turns
 * as fit into `keep` tokens, the last one in any case. null: there is nothing before it that could be summed up.
 */
export function findCut(branch: readonly KnownEvent[], keep: number): Cut | null {
  const barrier = branch.findLastIndex(({ type }) => type === "compact");
  let kept = 0;
  let first = -1;
  for (let at = branch.length - 1; at > barrier; at--) {
    const event = branch[at] as KnownEvent;
    kept += tokensOf(event);
    if (first !== -1 && kept > keep) break;
    if (event.type === "user_message") first = at;
  }
  const last = branch[first - 1];
  const isWorthIt = branch.slice(summedUpTo(branch, barrier), Math.max(first, 0)).some(({ type }) => type === "user_message");
  return last === undefined || !isWorthIt ? null : { before: branch.slice(0, first), through: last.id };
}

/** Behind the last compaction is what it kept, though it is before it in the log. */
function summedUpTo(branch: readonly KnownEvent[], barrier: number): number {
  const event = branch[barrier];
  const through = event?.type === "compact" ? branch.findIndex(({ id }) => id === event.compactedThrough) : -1;
  return through === -1 ? barrier + 1 : through + 1;
}

function tokensOf(event: KnownEvent): number {
  if ("message" in event) return tokensIn([event.message]);
  return event.type === "harness_item" ? estimateTokens(event.item.content) : 0;
}

export function tokensIn(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(JSON.stringify(message.content)), 0);
}

/** Whether they can be more than so many tokens at all. Asked before every turn, so it only looks at lengths. */
export function mayExceed(messages: readonly Message[], tokens: number): boolean {
  // No text has more tokens than characters, by our own estimate.
  let chars = 0;
  for (const { content } of messages) {
    chars += JSON.stringify(content).length;
    if (chars > tokens) return true;
  }
  return false;
}
