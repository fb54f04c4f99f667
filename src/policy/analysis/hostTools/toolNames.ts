// The name of a tool, taken apart: `mcp__github__delete_repository`, `deleteMany`, `drop-collection`, `chat.delete`.

export interface ToolName {
  /** Words of the server's name; empty where the tool has none. */
  readonly server: readonly string[];
  /** Words of its own name, in order and in small letters. */
  readonly words: readonly string[];
}

export function readToolName(tool: string): ToolName {
  const parts = tool.split("__").filter((part) => part !== "" && part !== "mcp");
  const own = parts.at(-1) ?? tool;
  return { server: parts.slice(0, -1).flatMap(wordsOf), words: wordsOf(own) };
}

export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
