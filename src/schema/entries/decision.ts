// A decision: a person's decision on a proposal. Bound to the proposal's id and the hash of its content; used once.

import { readOwnLine } from "../text/checkShape.ts";

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

// A release: a person's statement that a line may reach the model, or that a project's own memory is to be trusted.
export type Release =
  | { readonly v: 1; readonly kind: "line"; readonly document: string; readonly hash: string; readonly at: string }
  | { readonly v: 1; readonly kind: "project"; readonly project: string; readonly trusted: boolean; readonly at: string };

export function readRelease(line: string, file: string, number: number): Release {
  return readOwnLine<Release>(line, "the releases", { file, line: number });
}
