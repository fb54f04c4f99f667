// Calls that are no shell: the hosts' read, write and edit tools, patches, MCP tools, tools that nobody knows. Paths,
// commands and addresses are found by the names of the input's fields.

import type { Call } from "../call.ts";
import type { PathAccess } from "../effects.ts";
import { addOpaque, type Run, touchPath } from "./record.ts";
import { openShell } from "./shell/state.ts";
import { field } from "./shell/values.ts";
import { hostOfUrl } from "./tools/network.ts";
import { filesOfDiff, filesOfPatchText, type PatchedFile } from "./tools/patches.ts";

export interface OtherEffects {
  readonly tools: readonly string[];
  readonly documents: readonly string[];
  readonly reply: string | null;
}

const NONE: OtherEffects = { tools: [], documents: [], reply: null };

export function analyseTool(run: Run, call: Call, runShell: (command: string) => void): OtherEffects {
  if (!("input" in call)) {
    switch (call.tool) {
      case "shell":
        runShell(call.command);
        return NONE;
      case "read":
      case "write":
      case "edit":
      case "delete":
        touchFile(run, call.tool, call.path, call.content);
        return { ...NONE, tools: [call.tool] };
      case "load":
        return { ...NONE, tools: ["load"], documents: [call.document] };
      case "fetch":
        run.network.push({ host: hostOfUrl(call.url), url: call.url, sends: false, program: null });
        return { ...NONE, tools: ["fetch"] };
      case "reply":
        return { ...NONE, tools: ["reply"], reply: call.content };
      default:
        return { ...NONE, tools: [(call as { tool: string }).tool] };
    }
  }
  readInput(run, call.tool, call.input, runShell);
  return { ...NONE, tools: [call.tool] };
}

const READS = /(?:^|[_.-])(?:read|view|cat|open|show|list|ls|glob|grep|search|find|get|stat|tree|fetch|describe|query|head|tail|info|diff)/i;
const DELETES = /(?:^|[_.-])(?:delete|remove|unlink|rm|rmdir|erase|trash|destroy|drop)|(?:Delete|Remove)/;
const MOVES = /(?:^|[_.-])(?:move|rename|mv)|(?:Move|Rename)/i;
const EDITS = /(?:edit|replace|patch|insert|update|modify|append|notebook)/i;

function accessOf(tool: string): PathAccess {
  if (DELETES.test(tool)) return "delete";
  if (MOVES.test(tool)) return "move";
  if (READS.test(tool) && !/write|edit|create|replace/i.test(tool)) return "read";
  return "write";
}

function touchFile(run: Run, tool: string, path: string, content?: string, access: PathAccess = accessOf(tool)): void {
  const shell = openShell(run.world.cwd);
  const spelled = path.startsWith("~/") ? run.world.userHome + path.slice(1) : path.replace(/^file:\/\//, "");
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f]/.test(spelled)) addOpaque(run, "the path holds control characters");
  touchPath(run, shell, access, field(spelled), null, { content, recursive: access === "delete" || access === "move", ...(EDITS.test(tool) ? { inPlace: true } : {}) });
}

const PATH_KEY = /^(?:path|paths|file|files|file_?path|file_?paths|filename|file_?name|target_?file|target|absolute_?path|relative_?path|relative_workspace_path|notebook_path|abs_?path|source|src|destination|dest|dst|old_?path|new_?path|from|to|source_?path|destination_?path|uri|dir|directory|folder|dir_?path|output_?(?:path|file)|save_?path|local_?path|document|filepath)$/i;
const COMMAND_KEY = /^(?:command|cmd|commands|script|shell_?command|bash|shell|code_?to_?run|command_?line|exec|input_?command)$/i;
const URL_KEY = /^(?:url|urls|uri|href|endpoint|address|link)$/i;
const CONTENT_KEY = /^(?:content|contents|text|new_?string|new_?str|new_?text|file_?text|data|body|replacement|insert_?text|new_?content|new_?source|code_?edit|snippet)$/i;
const PATCH_KEY = /^(?:patch|diff|input|patch_?text|unified_?diff|changes)$/i;
const SHELLS = /^(?:bash|shell|sh|zsh|terminal|run_?shell_?command|exec_?command|execute_?command|run_?terminal_?cmd|run_?in_?terminal|local_?shell|shell_?command|run_?command|execute|exec|command|write_stdin|container\.exec|powershell|cmd)$/i;

interface Found {
  readonly paths: { readonly key: string; readonly path: string }[];
  readonly commands: string[];
  readonly urls: string[];
  readonly contents: string[];
  readonly patches: PatchedFile[];
}

function readInput(run: Run, tool: string, input: Readonly<Record<string, unknown>>, runShell: (command: string) => void): void {
  const found: Found = { paths: [], commands: [], urls: [], contents: [], patches: [] };
  collect(input, "", found, { tool, depth: 0 });
  for (const command of found.commands) runShell(command);
  for (const url of found.urls) run.network.push({ host: hostOfUrl(url), url, sends: /post|send|upload|create|submit|put/i.test(tool), program: null });
  for (const file of found.patches) touchFile(run, "edit", file.path, file.content, file.access);
  const content = found.contents.length > 0 ? found.contents.join("\n") : undefined;
  const access = accessOf(tool);
  for (const { key, path } of found.paths) {
    const isTarget = /^(?:dest|dst|to$|new|output|save)/i.test(key);
    const isSource = /^(?:source|src|from|old)/i.test(key);
    const own: PathAccess = access === "move" ? (isTarget ? "write" : "move") : /copy/i.test(tool) && isSource ? "read" : isTarget ? "write" : access;
    // A tool of unknown kind that is given only a path and no new text is taken to read it.
    const passive = own === "write" && content === undefined && !/write|edit|create|save|put|touch|mkdir|overwrite|append|replace|insert|update|patch|copy|upload|apply/i.test(tool) && !isTarget;
    touchFile(run, tool, path, passive ? undefined : content, passive ? "read" : own);
  }
}

const DEEPEST = 6;

function collect(value: unknown, key: string, found: Found, where: { readonly tool: string; readonly depth: number }): void {
  if (where.depth > DEEPEST) return;
  if (Array.isArray(value)) {
    if (COMMAND_KEY.test(key) && value.every((each) => typeof each === "string")) {
      found.commands.push(commandLine(value as string[]));
      return;
    }
    for (const each of value) collect(each, key, found, { ...where, depth: where.depth + 1 });
    return;
  }
  if (typeof value === "object" && value !== null) {
    for (const [name, each] of Object.entries(value)) collect(each, name, found, { ...where, depth: where.depth + 1 });
    return;
  }
  if (typeof value !== "string" || value === "") return;
  const patch = PATCH_KEY.test(key) || CONTENT_KEY.test(key) || /patch/i.test(where.tool) ? (filesOfPatchText(value) ?? (PATCH_KEY.test(key) ? filesOfDiff(value, /^diff --git|^--- a\//m.test(value) ? 1 : 0) : null)) : null;
  if (patch !== null) found.patches.push(...patch);
  else if (COMMAND_KEY.test(key) && (SHELLS.test(where.tool) || !/^(?:view|create|str_replace|insert|undo_edit|read|write|list)$/.test(value))) found.commands.push(value);
  else if (URL_KEY.test(key) && /^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !value.startsWith("file:")) found.urls.push(value);
  else if (PATH_KEY.test(key) && !/^https?:\/\//.test(value)) found.paths.push({ key, path: value });
  else if (CONTENT_KEY.test(key)) found.contents.push(value);
}

/** Hosts give some commands as a list of words: `["bash", "-lc", "…"]`. */
function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`)).join(" ");
}
