// What a repository shows to be right: commands that its documents, scripts and CI run, its recent commit subjects and
// branches, the files that it tracks. Pure: texts come in as arguments, and every list is bounded.

import { byName, either } from "../../base/index.ts";
import { KNOWN_PROGRAMS } from "../match/programs.ts";

/** A command that the repository shows, and where. */
export interface ShownCommand {
  readonly command: string;
  /** Where it is shown: `README.md:12`, `package.json`. */
  readonly where: string;
  /** Nothing shows which package manager runs the script; npm is the guess. */
  readonly guessed?: true;
  /** By the person's own files or sessions, and not by the repository. */
  readonly own?: true;
}

/** What the repository itself shows to be right. */
export interface Evidence {
  readonly commands: readonly ShownCommand[];
  /** Of recent commits, merges left out. */
  readonly subjects: readonly string[];
  /** Names of branches that exist or existed, without the long-lived ones. */
  readonly branches: readonly string[];
  /** Relative to the root; empty where they are not known. */
  readonly files: readonly string[];
  /** Scripts and targets that can be run, by program; a program that is missing here is not known. */
  readonly targets: Readonly<Record<string, readonly string[]>>;
  /** Readings (`readingKey`) that were enforced before the repository showed this: whatever was added since does not lift them. */
  readonly enforced?: readonly string[];
}

/** Nothing is known of the repository. */
export const NO_EVIDENCE: Evidence = { commands: [], subjects: [], branches: [], files: [], targets: {} };

const MOST_COMMANDS = 400;
const LONGEST_COMMAND = 300;

/** Evidence of several places as one. */
export function joinEvidence(all: readonly Partial<Evidence>[]): Evidence {
  const commands = new Map<string, ShownCommand>();
  for (const { commands: some = [] } of all) {
    for (const each of some) if (!commands.has(each.command) && commands.size < MOST_COMMANDS) commands.set(each.command, each);
  }
  const list = (pick: (each: Partial<Evidence>) => readonly string[] | undefined) => [...new Set(all.flatMap((each) => pick(each) ?? []))];
  const targets: Record<string, readonly string[]> = byName({});
  for (const { targets: some = {} } of all)
    for (const [program, names] of Object.entries(some)) targets[program] = [...(targets[program] ?? []), ...names];
  return {
    commands: [...commands.values()],
    subjects: list(({ subjects }) => subjects),
    branches: list(({ branches }) => branches),
    files: list(({ files }) => files),
    targets,
    enforced: list(({ enforced }) => enforced),
  };
}

/** Words that make what follows, or what is in the same line, an example of what not to do. */
const WRONG_WORDS = either`wrong, bad, never, not, don'?t, doesn'?t, won'?t, cannot, can'?t, avoid, without, instead, rather, except,
  unless, forbidden, prohibited, disallowed, banned, deprecated, violation, anti-?patterns?, incorrect, off-?limits, red lines?,
  danger\w*, restricted, protected, nicht, nie, kein, nunca, jamais, n[ãa]o, evit\w*`;
const WRONG_SIGNS = either`❌, ✗, 🚫, ⛔, [不勿禁别非错误避], 红线, 危险, 保护, しない, 禁止, 금지, 않`;
const WRONG = new RegExp(String.raw`\b(?:${WRONG_WORDS})\b|${WRONG_SIGNS}`, "i");
const RIGHT = /✅|✔|\b(?:good|right|correct|do this|preferred)\b|正确|推荐/i;
const SHELL_BLOCK = /^(?:|sh|bash|shell|zsh|console|terminal|shell-?session|text|cmd|powershell)$/i;

/** Where a reader of Markdown is. */
interface Reading {
  readonly headings: { readonly level: number; readonly wrong: boolean }[];
  fence: { readonly mark: string; readonly shell: boolean; wrong: boolean } | null;
  /** The line before a block or a list. */
  lead: string;
}

/** Commands that a Markdown file shows: lines of shell blocks, and code spans of sentences that forbid nothing. */
export function commandsInMarkdown(text: string, file: string): ShownCommand[] {
  const found: ShownCommand[] = [];
  const reading: Reading = { headings: [], fence: null, lead: "" };
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (found.length >= MOST_COMMANDS) break;
    const where = `${file}:${at + 1}`;
    if (!takeFence(reading, line, where, found) && !takeHeading(reading, line) && line.trim() !== "")
      takeProse(reading, line, where, found);
  }
  return found;
}

const isBelowWrong = ({ headings }: Reading): boolean => headings.some(({ wrong }) => wrong);

/** Whether the line is one of a block, or opens one. */
function takeFence(reading: Reading, line: string, where: string, found: ShownCommand[]): boolean {
  const { fence, lead } = reading;
  const [, mark, language = ""] = /^\s*(`{3,}|~{3,})\s*([\w-]*)/.exec(line) ?? [];
  if (fence === null) {
    if (mark !== undefined) reading.fence = { mark, shell: SHELL_BLOCK.test(language), wrong: WRONG.test(lead) || isBelowWrong(reading) };
    return mark !== undefined;
  }
  if (mark?.startsWith(fence.mark) === true && language === "") {
    reading.fence = null;
    reading.lead = "";
  } else if (fence.shell) fence.wrong = takeBlockLine(line, where, fence.wrong, found);
  return true;
}

function takeHeading(reading: Reading, line: string): boolean {
  const [, marks, title = ""] = /^(#{1,6})\s+(.*)/.exec(line) ?? [];
  if (marks === undefined) return false;
  while ((reading.headings.at(-1)?.level ?? 0) >= marks.length) reading.headings.pop();
  reading.headings.push({ level: marks.length, wrong: WRONG.test(title) });
  reading.lead = "";
  return true;
}

function takeProse(reading: Reading, line: string, where: string, found: ShownCommand[]): void {
  // A list item below "Never:" is a part of what its lead says.
  if (!/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) reading.lead = line;
  if (!line.includes("`") || isBelowWrong(reading) || WRONG.test(line) || WRONG.test(reading.lead)) return;
  for (const [, span = ""] of line.matchAll(/`([^`]{3,200})`/g)) if (/\s/.test(span.trim())) add(found, span, where);
}

/** Answers whether the lines that follow in the block are examples of what not to do. */
function takeBlockLine(line: string, where: string, wrong: boolean, found: ShownCommand[]): boolean {
  const comment = /^\s*(?:#|\/\/|REM\b|::)\s*(.*)/.exec(line);
  if (comment !== null) {
    const said = comment[1] ?? "";
    return RIGHT.test(said) ? false : WRONG.test(said) ? true : wrong;
  }
  const [command = "", said = ""] = line.split(/\s#\s?/, 2);
  if (!wrong && !WRONG.test(said)) add(found, command, where);
  return wrong;
}

function add(found: ShownCommand[], text: string, where: string): void {
  const command = asCommand(text);
  if (command !== null) found.push({ command, where });
}

/** A command line with its prompt and placeholders taken off; null where its program is not a known one. */
export function asCommand(text: string): string | null {
  const command = text
    .trim()
    .replace(/^[$%>]\s+/, "")
    .replace(/<[\w .:/|-]{1,60}>/g, "example")
    .replace(/\s\[[\w .:/|=-]{1,60}\]/g, "")
    .replace(/\.\.\.|…/g, "")
    .trim();
  if (command === "" || command.length > LONGEST_COMMAND || command.endsWith("\\")) return null;
  const program = /^(?:[A-Z_][A-Z0-9_]*=\S*\s+)*(\S+)/.exec(command)?.[1] ?? "";
  return KNOWN_PROGRAMS.has(program) || /^\.{1,2}\/[\w./-]+$|^(?:scripts?|bin|tools)\/[\w./-]+$/.test(program) ? command : null;
}

/** The scripts of a package.json as commands of its package manager. */
/** `manager` null: nothing shows which one is used. */
export function commandsInManifest(text: string, manager: string | null): Partial<Evidence> {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    if (typeof scripts !== "object" || scripts === null) return {};
    const names = Object.keys(scripts).slice(0, 100);
    const bodies = Object.values(scripts)
      .filter((each) => typeof each === "string")
      .flatMap((each) => asCommand(each) ?? []);
    const run = names.map((name) => `${manager ?? "npm"} ${/^(?:test|start)$/.test(name) ? name : `run ${name}`}`);
    const guessed = manager === null ? { guessed: true as const } : {};
    const where = "package.json";
    return {
      commands: [...run.map((command) => ({ command, where, ...guessed })), ...bodies.map((command) => ({ command, where }))],
      targets: { scripts: names },
    };
  } catch {
    // A broken manifest shows nothing.
    return {};
  }
}

/** The package manager that a manifest names, or else the one that most of the commands shown elsewhere begin with. */
export function managerShown(manifest: string, commands: readonly ShownCommand[]): string | null {
  const named = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(manifest)?.[1];
  if (named !== undefined) return named;
  const counts = MANAGERS.map((name) => ({ name, count: commands.filter(({ command }) => command.startsWith(`${name} `)).length }));
  const most = counts.reduce((best, each) => (each.count > best.count ? each : best));
  return most.count === 0 ? null : most.name;
}

const MANAGERS = ["npm", "pnpm", "yarn", "bun"];

/** The targets of a Makefile or a justfile. */
export function targetsIn(text: string, program: "make" | "just"): Partial<Evidence> {
  const pattern = program === "make" ? /^([A-Za-z][\w.-]{0,60})\s*:(?![=:])/gm : /^@?([A-Za-z][\w-]{0,60})(?:\s+[^:\n]{0,80})?:(?!=)/gm;
  const names = [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].slice(0, 100);
  return {
    commands: names.map((name) => ({ command: `${program} ${name}`, where: program === "make" ? "Makefile" : "justfile" })),
    targets: { [program]: names },
  };
}

/** The `run:` lines of a CI workflow. */
export function commandsInWorkflow(text: string, file: string): ShownCommand[] {
  const found: ShownCommand[] = [];
  let block: number | null = null;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const indent = /^\s*/.exec(line)?.[0].length ?? 0;
    if (block !== null && line.trim() !== "" && indent <= block) block = null;
    const run = /^(?:- )?run:(.*)$/.exec(line.trim());
    if (run !== null) {
      if (/^[|>][+-]?$/.test((run[1] ?? "").trim())) block = indent;
      else add(found, run[1] ?? "", `${file}:${at + 1}`);
    } else if (block !== null && !line.trim().startsWith("#") && !line.includes("${{")) add(found, line, `${file}:${at + 1}`);
    if (found.length >= MOST_COMMANDS) break;
  }
  return found;
}
