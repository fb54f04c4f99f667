// A decision: a person's decision on a proposal. Bound to the proposal's id and the hash of its content; used once.

import { AppError } from "../../base/index.ts";

export interface Decision {
  readonly v: 1;
  readonly kind: "accepted" | "rejected" | "rejected-for-ever" | "reject-undone" | "used";
  readonly entry: string;
  /** Hash of what was confirmed (operation, key and content), so that a changed text is not confirmed with it. */
  readonly hash: string;
  readonly at: string;
}

export function readDecision(line: string, file: string, number: number): Decision {
  try {
    const value = JSON.parse(line) as Decision;
    if (value.v === 1) return value;
  } catch (cause) {
    throw new AppError("DAMAGED", "a line of the decisions is not JSON", { file, line: number, cause });
  }
  throw new AppError("UNKNOWN_VERSION", "these decisions were written by a newer Codicil", { file, line: number });
}
