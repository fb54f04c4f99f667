// The name of a tool, taken apart: `mcp__github__delete_repository`, `deleteMany`, `drop-collection`, `chat.delete`.

import { either } from "../../base/index.ts";

export interface ToolName {
  /** Words of the server's name; empty where the tool has none. */
  readonly server: readonly string[];
  /** Words of its own name, in order and in small letters. */
  readonly words: readonly string[];
}

export function readToolName(tool: string): ToolName {
  const parts = tool.split("__").filter((part) => part !== "" && part !== "mcp");
  const own = parts.at(-1) ?? tool;
  const all = wordsOf(own);
  // `create_key_tool`.
  const words = all.length > 2 && all.at(-1) === "tool" ? all.slice(0, -1) : all;
  // `mcp_github_delete_repository`, as some hosts write it.
  return { server: parts.slice(0, -1).flatMap(wordsOf), words: words[0] === "mcp" && words.length > 1 ? words.slice(1) : words };
}

/** Verbs that names in small letters run into their things: `deleterepo`, `sendmessage`. */
const GLUED_VERBS = either`del, delete, remove, destroy, truncate, terminate, revoke, purge, wipe, drop, send, flush, create, update,
  cancel`;
const GLUED_THINGS = either`all, snapshot, repos?, repository, project, groups?, users?, files?, branch, tables?, database, db, messages?,
  mail, email, bucket, objects?, records?, index, collection, instances?, key, cluster, vm, pod, container, volume, account, order,
  subscription, payment, transfer, refund`;
const GLUED = new RegExp(`^(${GLUED_VERBS})(${GLUED_THINGS})$`);

export function wordsOf(name: string): string[] {
  const small = /[A-Z]/.test(name)
    ? name
        .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
        .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
        .toLowerCase()
    : name;
  const words: string[] = [];
  for (const word of small.split(/[^a-z0-9]+/)) {
    // No verb and thing together are shorter.
    const glued = word.length < 5 ? null : GLUED.exec(word);
    if (glued !== null) words.push(glued[1] ?? "", glued[2] ?? "");
    else if (word !== "") words.push(word);
  }
  return words;
}
