// The input of a tool by the names of its fields: which are paths, commands, addresses, new text, patches.

import { either, wordSet } from "../base/index.ts";
import { filesOfDiff, filesOfPatchText, type PatchedFile } from "./patches.ts";
import { joinedCommand, quoted, withProgram } from "./hostTools/commandLines.ts";
import { wordsOf } from "./hostTools/toolNames.ts";
import { DANGEROUS_TEXT } from "./tools/unknown.ts";
import { type RunText, runsInPage, runTextOf } from "./hostTools/texts.ts";

type Input = Readonly<Record<string, unknown>>;

interface GivenPath {
  readonly key: string;
  readonly path: string;
  readonly act?: string;
}

export interface ToolInput {
  readonly paths: GivenPath[];
  /** Absolute paths under names that say nothing: at least read. */
  readonly mentions: string[];
  /** Names of the files that a search looks into: `*.pem`. */
  readonly globs: string[];
  readonly commands: string[];
  readonly urls: string[];
  readonly contents: string[];
  readonly patches: PatchedFile[];
  /** SQL, code and typed keys. */
  readonly runs: RunText[];
  /** Where a shell tool is told to run. */
  cwd?: string;
  /** What an editor with several commands is told to do: view, create, str_replace. */
  verb?: string;
  /** Something lies deeper in it than was looked. */
  tooDeep?: boolean;
}

const anyOf = (names: string) => new RegExp(`^(?:${names})$`, "i");
const PATH_KEY = anyOf(either`path, paths, file, files, file_?paths?, file_?name, target_?file, target, absolute_?path, relative_?path,
  relative_workspace_path, (?:target_)?notebook(?:_path)?, abs_?path, source, src, destination, dest, dst, old_?path, new_?path, from, to, source_?path,
  destination_?path, uri, dir, directory, folder, dir_?path, output_?(?:path|file), save_?path, local_?path,
  path_?(?:in|to|of|from)_?[a-z]{1,20}, document`);
const COMMAND_KEY = anyOf(either`command, command_?(?:string|text|str), (?:remote|run|exec|bash|terminal)_?command, (?:shell|bash)_?script,
  cmd, commands, cmds, script, shell_?command, bash, shell, command_?line, exec, input_?command, cli, cli_?command, argv, cmdline`);
const FOLDER_KEY = /^(?:workdir|cwd|working_?dir(?:ectory)?|directory|dir_?path)$/i;
const URL_KEY = /^(?:url|urls|uri|href|endpoint|address|link)$/i;
/** Of a tool that searches in files. */
const GLOB_KEY = anyOf(either`glob, globs, include, includes, include_?pattern, file_?(?:pattern|glob|mask)s?`);
const SEARCHES = /grep|search|ripgrep/i;
const CONTENT_KEY =
  anyOf(either`content, contents, text, new_?string, new_?str, new_?text, file_?text, data, body, replacement, insert_?text,
  new_?content, new_?source, code_?edit, snippet`);
const PATCH_KEY = /^(?:patch|diff|input|patch_?text|unified_?diff|changes)$/i;
const SHELL_TOOL = anyOf(either`bash, shell, sh, zsh, terminal, run_?shell_?command, exec_?command, execute_?command, run_?terminal_?cmd,
  run_?in_?terminal, local_?shell, shell_?command, run_?command, execute, exec, command, container\.exec,
  (?:run_?)?(?:windows_?)?powershell(?:_?(?:command|script|tool))?, pwsh, cmd(?:_?exe)?`);
const EDITOR_VERB = /^(?:view|create|str_replace|insert|undo_edit|read|write|list|delete|rename)$/;

export function isShellTool(tool: string): boolean {
  return SHELL_TOOL.test(tool.replace(/^.*(?:__|[./:])/, ""));
}

export function collectInput(tool: string, input: Input): ToolInput {
  const found: ToolInput = { paths: [], mentions: [], globs: [], commands: [], urls: [], contents: [], patches: [], runs: [] };
  const language =
    ["language", "lang", "kernel", "runtime"]
      .map((key) => (input as typeof input | null)?.[key])
      .find((each) => typeof each === "string") ?? null;
  collect(input, "", found, { tool, shell: isShellTool(tool), language, depth: 0 });
  return found;
}

/** The last step of a pipeline that puts its result in the place of a collection. */
const REPLACES: ReadonlySet<string> = new Set(["$out", "$merge"]);
/** Whoever nests deeper hides something. */
const DEEPEST = 32;
const LONGEST_PATH = 4_096;

interface Where {
  readonly tool: string;
  readonly shell: boolean;
  readonly language: string | null;
  readonly depth: number;
  /** What the object that a path is in says is done to it: `{op: "delete", path: "a.txt"}`. */
  readonly act?: string;
}

const ACT_KEY = /^(?:op|operation|action|type|kind)$/i;
const ACTS_ON_FILES = wordSet(
  "delete remove unlink rm move rename write create edit append replace overwrite save put copy touch update patch insert",
);

function actOf(object: Input): string | undefined {
  const isAct = (value: unknown): value is string =>
    typeof value === "string" && ACTS_ON_FILES.has(value.toLowerCase().replace(/_?(?:file|dir|directory|folder)$/, ""));
  return Object.entries(object)
    .filter(([key]) => ACT_KEY.test(key))
    .map(([, value]) => value)
    .find(isAct);
}

function collect(value: unknown, key: string, found: ToolInput, where: Where): void {
  if (where.depth > DEEPEST) found.tooDeep = true;
  else if (Array.isArray(value)) collectList(value, key, found, where);
  else if (typeof value === "object" && value !== null) collectFields(value as Input, key, found, where);
  else if (typeof value === "string" && value !== "") collectText(value, key, found, where);
  // An empty text is a text: whoever writes it empties the file.
  else if (value === "" && CONTENT_KEY.test(key)) found.contents.push(value);
}

function collectList(list: readonly unknown[], key: string, found: ToolInput, where: Where): void {
  if (COMMAND_KEY.test(key) && list.every((each) => typeof each === "string")) {
    const runs = runTextOf(where.tool, key, list.join(" "), where.language);
    if (runs === null) found.commands.push(...commandsOf(key, list));
    else found.runs.push(runs);
  } else for (const each of list) collect(each, key, found, { ...where, depth: where.depth + 1 });
}

function collectFields(value: Input, key: string, found: ToolInput, where: Where): void {
  const joined = joinedCommand(where.tool, value);
  if (joined !== null) found.commands.push(joined.line);
  for (const name of Object.keys(value)) if (REPLACES.has(name)) found.runs.push({ kind: "sql", text: "truncate" });
  noteParts(value, key, found);
  const act = actOf(value);
  const inside = { ...where, depth: where.depth + 1, ...(act === undefined ? {} : { act }) };
  for (const [name, each] of Object.entries(value)) if (joined?.keys.includes(name) !== true) collect(each, name, found, inside);
}

function noteParts(value: Input, key: string, found: ToolInput): void {
  found.paths.push(...joinedPaths(value));
  for (const { content, ...each } of pathsOfMap(key, value)) {
    found.paths.push(each);
    if (content !== undefined) found.contents.push(content);
  }
}

/** `commands: ["cd src", "make"]` are lines; `cmd: ["bash", "-c", "make"]` are words. A list that may be either is read as both. */
function commandsOf(key: string, list: readonly string[]): readonly string[] {
  const words = list.map(quoted).join(" ");
  if (!/s$/i.test(key) || !list.some((each) => /\s/.test(each))) return [words];
  const lines = list.join("\n");
  return /\s/.test(list[0] ?? "") ? [lines] : [words, lines];
}

const ENCODED_KEY = /_?(?:b64|base64|encoded)_?/i;

/** `cmd_b64: "cm0gLXJm…"` is read as `cmd`. */
function decoded(value: string, key: string): string | null {
  if (!ENCODED_KEY.test(key) || !/^[\w+/=-]{8,}$/.test(value)) return null;
  const text = Buffer.from(value, "base64").toString("utf8");
  return /^[\t\n\r\u0020-\u007e\u00a0-\uffef]+$/.test(text) ? text : null;
}

/** Tools that run something, whatever they call the field it is in. */
const RUNS_COMMANDS = new Set("exec execute run shell bash terminal ssh spawn launch process".split(" "));

/** What types a whole line somewhere else than into a page may type it into a terminal. */
function runsOrTypes(tool: string, text: string): boolean {
  const words = wordsOf(tool);
  return (
    words.some((word) => RUNS_COMMANDS.has(word)) || (text.endsWith("\n") && words.some((word) => TYPES.has(word)) && !runsInPage(tool))
  );
}
const TYPES = wordSet("type typewrite keyboard keystrokes");

interface Given {
  readonly value: string;
  readonly key: string;
  readonly where: Where;
}

/** What a text may be. The first row that fits takes it. */
const KINDS: readonly { readonly fits: (given: Given) => boolean; readonly take: (found: ToolInput, given: Given) => void }[] = [
  {
    fits: ({ key, where }) => where.shell && FOLDER_KEY.test(key),
    take: (found, { value }) => {
      found.cwd = value;
    },
  },
  { fits: ({ key, where }) => /^script$/i.test(key) && runsInPage(where.tool), take: () => {} },
  { fits: ({ key }) => COMMAND_KEY.test(key), take: takeCommand },
  { fits: ({ key, value }) => URL_KEY.test(key) && isAddress(value), take: (found, { value }) => found.urls.push(value) },
  {
    fits: ({ key, value }) => URL_KEY.test(key) && value.startsWith("file:"),
    take: (found, { key, value }) => {
      found.mentions.push(value);
      found.paths.push({ key, path: value });
    },
  },
  { fits: ({ key, where }) => GLOB_KEY.test(key) && SEARCHES.test(where.tool), take: (found, { value }) => found.globs.push(value) },
  {
    fits: ({ key, value }) => PATH_KEY.test(key) && !/^https?:\/\//.test(value) && !isProse(key, value),
    take: (found, { key, value, where: { act } }) => found.paths.push({ key, path: value, ...(act === undefined ? {} : { act }) }),
  },
  {
    fits: ({ value, where }) => runsOrTypes(where.tool, value) && DANGEROUS_TEXT.test(value),
    take: (found, { value }) => found.commands.push(value),
  },
  { fits: ({ key }) => CONTENT_KEY.test(key), take: (found, { value }) => found.contents.push(value) },
  {
    fits: ({ value }) => /^(?:~\/|\/[^/\s])\S*$/.test(value) && value.length <= LONGEST_PATH,
    take: (found, { value }) => found.mentions.push(value),
  },
];

function isAddress(value: string): boolean {
  return (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^[\w.-]+:\d{2,5}(?:\/|$)/.test(value)) && !value.startsWith("file:");
}

function takeCommand(found: ToolInput, { value, where: { tool, shell } }: Given): void {
  if (!shell && EDITOR_VERB.test(value) && withProgram(tool, value) === value) found.verb = value;
  else found.commands.push(value);
}

function collectText(value: string, key: string, found: ToolInput, where: Where): void {
  const plain = decoded(value, key);
  if (plain !== null) return collectText(plain, key.replace(ENCODED_KEY, "") || "command", found, where);
  const patch = patchIn(value, key, where.tool);
  if (patch !== null) {
    found.patches.push(...patch);
    return;
  }
  const runs = runTextOf(where.tool, key, value, where.language);
  const given = { value, key, where };
  if (runs !== null) found.runs.push(runs);
  else KINDS.find(({ fits }) => fits(given))?.take(found, given);
}

function patchIn(value: string, key: string, tool: string): readonly PatchedFile[] | null {
  const isPatch = PATCH_KEY.test(key) || /patch|diff/i.test(tool);
  if (!isPatch && !CONTENT_KEY.test(key)) return null;
  return filesOfPatchText(value) ?? (isPatch ? filesOfDiff(value, /^diff --git|^--- a\//m.test(value) ? 1 : 0) : null);
}

/** `source` is also what people call a text, and `to` an address of mail. */
function isProse(key: string, value: string): boolean {
  if (/^(?:from|to)$/i.test(key)) return /@|\n|^\+?\d[\d -]*$/.test(value);
  return /^(?:source|target|document|file|files)$/i.test(key) && /\n/.test(value);
}

/** Written together and in small letters. */
const FOLDERS = wordSet(
  "root dir directory folder path base parent cwd workdir workingdir workingdirectory dest destination target project workspace location",
  "to projectroot projectdir projectpath rootdir rootpath basedir basepath parentdir parentpath workspaceroot workspacepath targetdir",
  "outputdir outdir savedir destdir dirpath folderpath outputpath targetpath destinationpath",
);
const NAMES = wordSet("file name filename basename newname path filepath relativepath relpath relative");
const MAPS = wordSet("file files filemap filecontents paths documents changes edits writes");
/** Fields of one file rather than files. */
const FILE_NAME = /^(?![\w-]{0,40}$)[^\n\uE000]{1,1024}$/;

const plain = (key: string) => key.toLowerCase().replace(/[_-]/g, "");

/** `{project_root: "/home/u/.claude", file: "settings.json"}`. */
function joinedPaths(input: Input): readonly GivenPath[] {
  const given = Object.entries(input).filter((each): each is [string, string] => typeof each[1] === "string" && each[1] !== "");
  const folders = given.filter(([key, value]) => FOLDERS.has(plain(key)) && !value.includes("\n"));
  const names = given.filter(([key, value]) => NAMES.has(plain(key)) && !/^[~/]|^\w+:|\n/.test(value));
  return folders.flatMap(([key, folder]) =>
    names.filter(([name]) => name !== key).map(([, name]) => ({ key, path: `${folder.replace(/\/$/, "")}/${name}` })),
  );
}

/** `{files: {"AGENTS.md": "text"}}`: whoever gives no text for one takes it away. */
function pathsOfMap(key: string, input: Input): readonly (GivenPath & { readonly content: string | undefined })[] {
  if (!MAPS.has(plain(key))) return [];
  return Object.entries(input)
    .filter(([name]) => FILE_NAME.test(name))
    .map(([path, text]) => ({
      key,
      path,
      content: typeof text === "string" ? text : undefined,
      ...(text === null ? { act: "delete" } : {}),
    }));
}
