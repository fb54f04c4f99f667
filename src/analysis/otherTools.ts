// Calls that are no shell: the hosts' read, write and edit tools, patches, MCP tools, tools that nobody knows. Paths,
// commands and addresses are found by the names of the input's fields.

import { either } from "../base/index.ts";
import type { Call } from "./call/call.ts";
import type { PathAccess } from "./call/effects.ts";
import { namesKeys } from "./run/commandTexts.ts";
import { changingRequests, withProgram } from "./hostTools/commandLines.ts";
import { deedOfClick } from "./hostTools/clicks.ts";
import { gitCommand } from "./hostTools/gitTools.ts";
import { asksNobody, deedOfCall, innerCalls } from "./hostTools/given.ts";
import { runTexts } from "./hostTools/running.ts";
import { OF_THE_SESSION } from "./hostTools/things.ts";
import { collectInput, isShellTool, type ToolInput } from "./inputs.ts";
import { absolute, isBelow, windowsPath } from "./run/disk.ts";
import { addOpaque, type Run, touchPath } from "./run/record.ts";
import { openShell } from "./run/state.ts";
import { field } from "./run/values.ts";
import { hostOfUrl, isLoopback, isOwnDaemon } from "./run/addresses.ts";

export interface OtherEffects {
  readonly tools: readonly string[];
  readonly documents: readonly string[];
  readonly reply: string | null;
}

const NONE: OtherEffects = { tools: [], documents: [], reply: null };

export type RunShell = (command: string, cwd?: string) => void;

export function analyseTool(run: Run, call: Call, runShell: RunShell): OtherEffects {
  if ("input" in call) {
    readInput(run, call.tool, call.input, runShell);
    return { ...NONE, tools: [call.tool] };
  }
  switch (call.tool) {
    case "shell":
      runShell(call.command);
      return NONE;
    case "read":
    case "write":
    case "edit":
    case "delete":
      touchFile(run, call.path, { access: call.tool === "edit" ? "write" : call.tool, content: call.content, edits: call.tool === "edit" });
      return { ...NONE, tools: [call.tool] };
    case "load":
      return { ...NONE, tools: ["load"], documents: [call.document] };
    case "fetch":
      noteUrl(run, call.url, false);
      return { ...NONE, tools: ["fetch"] };
    case "reply":
      return { ...NONE, tools: ["reply"], reply: call.content };
    default:
      return { ...NONE, tools: [(call as { tool: string }).tool] };
  }
}

function noteUrl(run: Run, url: string, sends: boolean): void {
  run.network.push({ host: hostOfUrl(url), url, sends, program: null });
  if (isOwnDaemon(url)) run.hazards.push({ kind: "tampering", why: "it talks to Codicil's own daemon", program: null });
}

interface Asked {
  readonly input: Readonly<Record<string, unknown>>;
  readonly urls: readonly string[];
}

function noteUrls(run: Run, tool: string, { input, urls }: Asked, runShell: RunShell): void {
  for (const url of urls) {
    noteUrl(run, url, /post|send|upload|create|submit|put/i.test(tool));
    const request = withVariables(url, input);
    if (request !== null) runShell(request);
  }
}

const VARIABLE = /\$\{?[A-Za-z_]\w*/;

/** A request that names variables of the environment, as curl would be given it; null: it names none. */
function withVariables(url: string, { headers }: Readonly<Record<string, unknown>>): string | null {
  const given = typeof headers === "object" && headers !== null ? Object.entries(headers) : [];
  const texts = given.map(([name, value]) => `${name}: ${String(value)}`).filter((text) => VARIABLE.test(text));
  if (texts.length === 0 && !VARIABLE.test(url)) return null;
  const inQuotes = (text: string) => `"${text.replace(/["`\\]|\$\(/g, "_")}"`;
  return ["curl", ...texts.flatMap((text) => ["-H", inQuotes(text)]), inQuotes(url)].join(" ");
}

const READING_WORDS = either`read, view, cat, open, show, list, ls, glob, grep, search, find, get, stat, tree, fetch, describe, query,
  head, tail, info, diff`;
const READS = new RegExp(`(?:^|[_.-])(?:${READING_WORDS})`, "i");
const PART_WORDS = either`line, symbol, cell, text, import, range, comment, whitespace, section, block, row, entr(?:y|ie)`;
/** Lines and symbols of a file: the file itself stays. */
const PARTS = new RegExp(`(?:${PART_WORDS})s?(?:$|[_.-]|[A-Z])`);
const DELETING_WORDS = either`delete, remove, unlink, rm, rmdir, erase, trash, destroy, drop, purge, wipe, shred, nuke, expunge,
  truncate, empty`;
const DELETES = new RegExp(`(?:^|[_.-])(?:${DELETING_WORDS})|Delete|Remove|Purge|Wipe`);
const MOVES = /(?:^|[_.-])(?:move|rename|mv)|Move|Rename/;
/** Tools that go through a folder and read what they find. */
const READS_BELOW = /grep|search|copy|sync|archive|zip|backup|upload|index|embed/i;
/** The search of our own turns passes keys over by itself (src/runtime/tools/search.ts). */
const OWN_SEARCH = "search";
const EDITS = /edit|replace|patch|insert|update|modify|append|notebook/i;
const WRITING_WORDS = either`write, edit, create, save, put, touch, mkdir, overwrite, append, replace, insert, update, patch, copy,
  upload, apply, screenshot, screencast, capture, download, export`;
const WRITES = new RegExp(WRITING_WORDS, "i");

function accessOf(tool: string): PathAccess {
  if (DELETES.test(tool)) return PARTS.test(tool) ? "write" : "delete";
  if (MOVES.test(tool)) return "move";
  return READS.test(tool) && !/write|edit|create|replace/i.test(tool) ? "read" : "write";
}

interface Touching {
  readonly access: PathAccess;
  readonly content?: string | undefined;
  readonly edits: boolean;
  /** A folder is read with what lies below it. */
  readonly below?: boolean;
  /** The path is a glob, at any depth below its folder. */
  readonly pattern?: boolean;
}

function touchFile(run: Run, path: string, { access, content, edits, below, pattern }: Touching): void {
  const spelled = windowsPath(path.replace(/^file:(?:\/\/(?:localhost)?)?(?=\/)/i, ""), run);
  if (/[\u0000-\u001f]/.test(spelled)) addOpaque(run, "the path holds control characters");
  for (const each of spellings(spelled))
    touchPath(run, openShell(run.world.cwd), access, pattern === true ? { ...field(each), pattern, deep: true } : field(each), null, {
      content,
      recursive: below === true || access === "delete" || access === "move",
      ...(edits ? { inPlace: true } : {}),
    });
}

/** `%2Fhome%2Fu%2F.ssh`: a server may decode it, or not. */
function spellings(path: string): readonly string[] {
  if (!/%[\da-f]{2}/i.test(path)) return [path];
  try {
    return [path, decodeURIComponent(path)];
  } catch {
    return [path];
  }
}

/** Fields that say that a path is one of another machine. */
const REMOTE_KEYS = "owner repo repository bucket project_id projectId fileId branch host database cluster instance".split(" ");

const isOfTheSession = (tool: string, input: Readonly<Record<string, unknown>>): boolean => OF_THE_SESSION.has(tool) && !asksNobody(input);

/** What the tool does elsewhere, by its name and by what it is told. */
function noteDeed(run: Run, tool: string, given: unknown, found: ToolInput): void {
  // A caller may give anything.
  const input = typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  if (isOfTheSession(tool, input) || (isShellTool(tool) && found.commands.length > 0)) return;
  const deed = deedOfCall(tool, input) ?? deedOfClick(run, tool, input);
  if (deed !== null && !(deed.unlessOnDisk === true && namesFiles(run, tool, input, found)))
    run.hazards.push({ kind: deed.kind, why: `the tool \`${tool}\` ${deed.what}`, program: null });
  if (SENDS.test(tool) && found.paths.some(({ path }) => namesKeys(path)))
    run.hazards.push({ kind: "exfiltration", why: `the tool \`${tool}\` sends a file of keys`, program: null });
  const request = changingRequests(input).find(({ place }) => !(place.includes("://") && isLoopback(hostOfUrl(place))));
  if (request !== undefined)
    run.hazards.push({ kind: "exfiltration", why: `it changes something on another machine (${request.method})`, program: null });
}

function namesFiles(run: Run, tool: string, input: Readonly<Record<string, unknown>>, { paths }: ToolInput): boolean {
  if (STORE.test(tool) || REMOTE_KEYS.some((key) => key in input) || paths.some(({ path }) => /^(?!file:)\w[\w+.-]*:\/\//i.test(path)))
    return false;
  return paths.some((each) => isOnDisk(run, tool, each));
}

const SENDS = /upload|send|share|attach|post/i;

/** Their paths lead into documents. */
const STORE = /redis|valkey|mongo|firestore|firebase|etcd|consul|zookeeper/i;

const OF_FILES = /file|path|dir|folder|fs\b|notebook|cell|line|text|symbol|code|edit/i;

/** `to`, `target` and `folder` are also accounts, environments and mailboxes. */
function isOnDisk(run: Run, tool: string, { key, path }: { readonly key: string; readonly path: string }): boolean {
  // A place in the registry of Windows.
  if (/^HK(?:CU|LM|CR|U|CC|EY_)/.test(path)) return false;
  if (!/^(?:to|from|target|source|src|dest|dst|destination|document|folder|uri)$/i.test(key) && OF_FILES.test(tool)) return true;
  // A network, a mail address, a page or a backup of a server: none lies here.
  const there = absolute(run.disk, run.world.cwd, path)?.path;
  return there !== undefined && run.world.kind(there) !== null;
}

/** As `mv` out of the project is. */
function noteMovedOut(run: Run, { paths }: ToolInput): void {
  const inside = (path: string) => isBelow(absolute(run.disk, run.world.cwd, path)?.path ?? "", run.world.project);
  const from = paths.filter(({ key }) => !TARGET_KEY.test(key));
  const to = paths.filter(({ key }) => TARGET_KEY.test(key));
  if (from.some(({ path }) => inside(path)) && to.some(({ path }) => !inside(path)))
    run.hazards.push({ kind: "destructive", why: "it moves files out of the project", program: null });
}

const TARGET_KEY = /^(?:dest|dst|to$|new|output|save|target)/i;

/** A tool of another shell: its text as that shell would be given it. */
function asText(tool: string, command: string): string {
  const shell = OTHER_SHELLS.find(([name]) => name.test(tool.replace(/^.*(?:__|[./:])/, "")))?.[1];
  return shell === undefined ? withProgram(tool, command) : `${shell} '${command.replaceAll("'", "'\\''")}'`;
}

const OTHER_SHELLS: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:run_?)?(?:windows_?)?powershell|pwsh)(?:_?(?:command|script|tool))?$/i, "pwsh -Command"],
  [/^cmd(?:_?exe)?$/i, "cmd /c"],
];

const MOST_INNER_CALLS = 50;

function readInput(run: Run, tool: string, input: Readonly<Record<string, unknown>>, runShell: RunShell, isInner = false): void {
  const inner = isInner ? [] : innerCalls(input);
  for (const each of inner.slice(0, MOST_INNER_CALLS)) readInput(run, each.tool, each.input, runShell, true);
  if (inner.length > MOST_INNER_CALLS) addOpaque(run, "it holds more calls than can be looked at");
  const found = collectInput(tool, input);
  if (found.tooDeep === true) addOpaque(run, "its input is nested too deeply to be looked at");
  for (const command of found.commands) runShell(asText(tool, command), found.cwd);
  const git = gitCommand(tool, input);
  if (git !== null) runShell(git, found.cwd);
  runTexts(run, tool, found.runs, {
    input,
    runShell: (text) => runShell(asText(tool, text), found.cwd),
    typedIn: (given) => collectInput(tool, given).runs.flatMap(({ kind, text }) => (kind === "typed" ? [text] : [])),
  });
  // The server's name says nothing: `mcp__dropbox__list`.
  const verb = found.verb ?? tool.split("__").at(-1) ?? tool;
  noteDeed(run, tool, input, found);
  noteUrls(run, tool, { input, urls: found.urls }, runShell);
  for (const file of found.patches) touchFile(run, file.path, { access: file.access, content: file.content, edits: true });
  // Gemini CLI's own tool; its file is an instruction to every later session.
  if (tool === "save_memory")
    touchFile(run, `${run.world.userHome}/.gemini/GEMINI.md`, { access: "write", content: JSON.stringify(input), edits: true });
  touchGlobs(run, found);
  for (const path of found.mentions) touchFile(run, path, { access: "read", edits: false, below: true });
  if (!isShellTool(tool)) touchPaths(run, tool, verb, found);
}

function touchGlobs(run: Run, { globs, paths }: ToolInput): void {
  const folder = paths.find(({ path }) => path !== "")?.path ?? run.world.cwd;
  for (const glob of globs)
    touchFile(run, /^[/~]/.test(glob) ? glob : `${folder}/${glob}`, { access: "read", edits: false, below: true, pattern: true });
}

function touchPaths(run: Run, tool: string, verb: string, found: ToolInput): void {
  const content = found.contents.length > 0 ? found.contents.join("\n") : undefined;
  const access = accessOf(verb);
  if (access === "move") noteMovedOut(run, found);
  for (const { key, path, act } of found.paths) {
    const isTarget = TARGET.test(key);
    const deed = act ?? verb;
    const own = accessTo(key, deed, act === undefined ? access : accessOf(act));
    // A tool of unknown kind that is given only a path and no new text is taken to read it.
    // A page is shown, or drawn to another file.
    const passive = own === "write" && content === undefined && (path.startsWith("file:") || !WRITES.test(deed)) && !isTarget;
    touchFile(run, path, {
      ...(passive ? { access: "read" as const, edits: false } : { access: own, content, edits: EDITS.test(deed) }),
      below: READS_BELOW.test(verb) && tool !== OWN_SEARCH,
    });
  }
}

const TARGET = /^(?:dest|dst|to$|new|output|save)/i;
const SOURCE = /^(?:source|src|from|old)/i;

/** The two ends of a move or copy are not touched alike. */
function accessTo(key: string, verb: string, access: PathAccess): PathAccess {
  if (TARGET.test(key)) return "write";
  return access !== "move" && /copy/i.test(verb) && SOURCE.test(key) ? "read" : access;
}
