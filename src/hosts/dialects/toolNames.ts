// The hosts' tools in Codicil's words. A tool that is not in the table is passed on by its name with its whole input: the
// gate looks into that too. A tool of the table whose one necessary field is missing cannot be read, and is refused.

import { wordSet } from "../../base/index.ts";
import type { Call } from "../../gate/index.ts";

type Kind = "shell" | "read" | "write" | "edit" | "fetch";

/** By their bare names, folded: `Bash`, `run_shell_command` and `exec_command` are the same thing in three hosts. */
const KINDS: Readonly<Record<Kind, readonly string[]>> = {
  shell: [
    ...wordSet(
      "bash shell runshellcommand execcommand shellcommand localshell runterminalcmd runcommand runinterminal containerexec",
      "terminal",
    ),
  ],
  read: ["read", "readfile", "view", "viewfile"],
  write: ["write", "writefile", "createfile", "create"],
  edit: ["edit", "replace", "editfile", "strreplace", "strreplacefile", "searchreplace"],
  fetch: ["webfetch", "fetch", "fetchurl"],
};
const KIND_OF: ReadonlyMap<string, Kind> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.map((name): [string, Kind] => [name, kind as Kind])),
);

const COMMAND = ["command", "cmd", "script"];
const FOLDER = ["workdir", "cwd", "directory", "dir_path", "working_directory"];
const PATH = ["file_path", "path", "absolute_path", "filePath", "target_file", "file"];
const CONTENT = ["content", "contents", "file_text", "new_string", "newString", "new_str", "text"];

/** How hosts name a tool of a server called codicil, or of the one that our plugin brings. */
const CLAIMS = /^(?:mcp_{1,2})?(?:plugin_codicil_)?codicil(?:_{1,2}|[-./])(\w+)$/;

/** The tool of our own MCP server that this claims to be; null: it claims nothing. */
export function claimedTool(tool: string): string | null {
  return CLAIMS.exec(tool)?.[1] ?? null;
}

export interface ReadCall {
  readonly call: Call;
  readonly cwd?: string | undefined;
  /** It really is a tool of our own server, whose answers are the person's own memory. */
  readonly own?: true;
  /** Puts a rewritten command where the host's tool takes it; null: it cannot be put anywhere. */
  readonly rewritten: (command: string) => Readonly<Record<string, unknown>> | null;
}

/** null: the call cannot be read. */
export function readCall(tool: string | null, input: unknown): ReadCall | null {
  if (tool === null || tool === "") return null;
  const fields = fieldsOf(input);
  if (fields === null) return null;
  const kind = tool.includes("__") ? undefined : KIND_OF.get(tool.toLowerCase().replace(/[^a-z0-9]/g, ""));
  switch (kind) {
    case "shell":
      return readShell(fields);
    case "read":
    case "write":
    case "edit": {
      const path = textOf(fields, PATH);
      const content = textOf(fields, CONTENT);
      return path === null
        ? null
        : { call: { tool: kind, path, ...(content === null || kind === "read" ? {} : { content }) }, rewritten: () => null };
    }
    case "fetch": {
      const url = textOf(fields, ["url"]);
      // Some take the addresses inside a prompt; then the whole input is looked at.
      return url === null ? asItIs(tool, fields) : { call: { tool: "fetch", url }, rewritten: () => null };
    }
    default:
      return asItIs(tool, fields);
  }
}

function readShell(fields: Readonly<Record<string, unknown>>): ReadCall | null {
  const name = COMMAND.find((each) => fields[each] !== undefined);
  const given = name === undefined ? undefined : fields[name];
  const command =
    typeof given === "string"
      ? given
      : Array.isArray(given) && given.every((word) => typeof word === "string")
        ? wordsAsCommand(given)
        : null;
  if (name === undefined || command === null) return null;
  const cwd = textOf(fields, FOLDER) ?? undefined;
  const rewritten = (text: string) => ({ ...fields, [name]: typeof given === "string" ? text : ["bash", "-lc", text] });
  return { call: { tool: "shell", command }, cwd, rewritten };
}

function asItIs(tool: string, input: Readonly<Record<string, unknown>>): ReadCall {
  return { call: { tool, input }, rewritten: () => null };
}

/** Some hosts send the arguments as the JSON text that the model wrote. */
export function fieldsOf(input: unknown): Readonly<Record<string, unknown>> | null {
  if (input === undefined || input === null) return {};
  if (typeof input === "string") {
    try {
      return fieldsOf(JSON.parse(input));
    } catch {
      // Not JSON: a tool that takes bare text, such as a patch.
      return { input };
    }
  }
  return typeof input === "object" && !Array.isArray(input) ? (input as Record<string, unknown>) : { input };
}

function textOf(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const found = names.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "");
  return (found as string | undefined) ?? null;
}

function wordsAsCommand(words: readonly string[]): string {
  const [shell = "", flag = "", script] = words;
  if (words.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(flag) && script !== undefined) return script;
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}
