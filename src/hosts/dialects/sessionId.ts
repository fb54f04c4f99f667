import { type Host, sha256 } from "../../base/index.ts";
import { sessionKind } from "./sessionKind.ts";

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
