// Which session of ours a host runs, and of which kind (X14): marked by `install --shared`, whose lines end in this word, or by
// the variable in the host's own environment. A value that is not known counts as shared: what nobody understands opens nothing.

import type { SessionKind } from "../../hostSessions/hostSession.ts";
import { type Host, sha256 } from "../../base/index.ts";

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

const LONGEST = 64;

/** A host's session as Codicil calls it: a session id of ours, one for each of theirs. */
export function sessionIdFor(host: Host, id: string): string {
  // The kind of a session is fixed when it begins: a conversation that continues as the other kind is another session.
  const kind = sessionKind(process.env) === "shared" ? "_shared" : "";
  const plain = `host_${host}_${id}${kind}`;
  if (plain.length <= LONGEST && /^[A-Za-z0-9_-]+$/.test(plain)) return plain;
  return `host_${host}_${sha256(id).slice(0, 32)}${kind}`;
}

/** The session in which the host's MCP server plans: it is not told which of the host's sessions it serves. */
export function mcpSessionOf(host: string): string {
  return `host_${host}_mcp`;
}
