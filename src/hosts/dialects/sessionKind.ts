// Which kind of session a host runs (X14): marked by `install --shared`, whose lines end in this word, or by the variable in the
// host's own environment. A value that is not known counts as shared: what nobody understands opens nothing.

import type { SessionKind } from "../../hostSessions/hostSession.ts";

export const SHARED_WORD = "--shared";
const VARIABLE = "CODICIL_SESSION_TYPE";

export function sessionKind(env: Readonly<Record<string, string | undefined>>): SessionKind {
  const given = env[VARIABLE];
  return given === undefined || given === "" || given === "main" ? "main" : "shared";
}

/** Heard once, when the program starts: what it starts itself (threads, the settling of a session) is of the same kind. */
export function hearKind(words: readonly string[]): readonly string[] {
  if (words.at(-1) !== SHARED_WORD) return words;
  process.env[VARIABLE] = "shared";
  return words.slice(0, -1);
}
