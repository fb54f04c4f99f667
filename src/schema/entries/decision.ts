// A decision: a person's decision on a proposal. Bound to the proposal's id and the hash of its content; used once.

import { readOwnLine } from "../text/ownLine.ts";

export interface Decision {
  readonly v: 1;
  readonly kind: "accepted" | "rejected" | "rejected-for-ever" | "reject-undone" | "used";
  readonly entry: string;
  /** Hash of what was confirmed (operation, key and content), so that a changed text is not confirmed with it. */
  readonly hash: string;
  readonly at: string;
}

export function readDecision(line: string, file: string, number: number): Decision {
  return readOwnLine<Decision>(line, "the decisions", { file, line: number });
}
