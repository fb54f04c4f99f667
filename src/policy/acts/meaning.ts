// What an act on a thing means for a call, and how acts reach files.

import { byName } from "../../base/index.ts";
import type { Access, Example, Matcher } from "../match/rule.ts";

export interface Meaning {
  readonly matcher: Matcher;
  /** Where it is fine. */
  readonly exception?: Matcher;
  readonly doubts: readonly string[];
  /** In plain words, and a call that it stops, where the matcher alone would not tell it well. */
  readonly reading?: string;
  readonly stopped?: Example;
}

const WRITES: readonly Access[] = ["change", "create", "delete"];
export const PATH_ACTS: Readonly<Record<string, readonly Access[]>> = byName({
  change: WRITES,
  write: ["change", "create"],
  create: ["create"],
  // An edit of a part leaves the rest.
  overwrite: ["create"],
  add: ["create", "change"],
  format: ["change"],
  rewrite: WRITES,
  delete: ["delete"],
  print: ["read"],
  read: ["read"],
  open: ["read"],
  load: ["read"],
});

/** What is written is looked at after the call; to stop it needs a person's approval. */
export const WRITTEN = "it is a rule about what is written";

export const READ_ASKED = "that reading it needs a question is a guess";

export const PLACE_UNKNOWN = "where it applies cannot be checked";

/** "Never add to `x`": beside any other doubt the file is where something is added, and other edits of it are fine. */
export const ADDED = "what is added is not said";
