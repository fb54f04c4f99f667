// Other agent programs: none may be started with its guards off or with other settings, and none of its settings changed. One
// table for all of them: an option that means something else to another agent costs a question.

import { AGENT_PROGRAMS, byName, sameRow, wordSet } from "../../base/index.ts";
import { readOptions, table } from "../run/options.ts";
import { addHazard, type Command, runOther, type Tool } from "../run/record.ts";
import { isDynamic, unknownOutput } from "../run/values.ts";

/** Options that take a guard away by themselves: prompts, hooks, extensions, the sandbox, the person's settings. */
const OFF: ReadonlySet<string> = wordSet(
  "yolo y full-auto force auto allow-all allow-all-tools allow-all-paths trust-all-tools yes-always no-confirm disable-hooks no-hooks",
  "no-sandbox bare safe-mode pure no-extensions ne ignore-user-config ignore-rules",
  "settings setting-sources mcp-config plugin-dir plugin-url extension extensions e remote",
);
/** The same, by how they begin. */
const OFF_BEGINNINGS = ["dangerous", "auto-approve", "autoapprove", "bypass", "skip-permissions", "unsafe"];

/** Options that take one away with some values; a star stands for any. */
const OFF_WITH: Readonly<Record<string, ReadonlySet<string>>> = byName({
  "permission-mode": wordSet("bypasspermissions acceptedits dontask"),
  "approval-mode": wordSet("yolo auto_edit auto"),
  "ask-for-approval": wordSet("never"),
  a: wordSet("never"),
  sandbox: wordSet("danger-full-access false off"),
  s: wordSet("danger-full-access"),
  disable: wordSet("*"),
});

/** Options that allow tools beforehand: a shell, or every tool. */
const ALLOWS_TOOLS: ReadonlySet<string> = wordSet("allowedtools allowed-tools allow-tool");
const ANY_SHELL = /bash|shell|\*/i;

/** `-c features.hooks=false`: keys of settings that guards, hooks and servers hang on. */
const GUARD_KEYS: ReadonlySet<string> = wordSet(
  "approval_policy sandbox_mode sandbox_workspace_write hooks features mcp_servers notify plugins projects permissions",
);

/** A word that changes settings, with the words behind it that do. A star stands for any, where the first is the program's first. */
const SETTINGS: Readonly<Record<string, ReadonlySet<string>>> = byName({
  config: wordSet("set add remove unset"),
  mcp: wordSet("add remove add-json import reset enable disable"),
  features: wordSet("enable disable"),
  auth: wordSet("login logout"),
  plugin: wordSet("install uninstall add remove enable disable update marketplace *"),
  extension: wordSet("install uninstall enable disable link update new"),
  hook: wordSet("enable disable *"),
  skill: wordSet("add install remove"),
  permission: wordSet("*"),
  ...sameRow("configure login logout update upgrade install uninstall remove setup-token allow trust plug migrate", new Set(["", "*"])),
});
const ONLY_SHOWS: ReadonlySet<string> = wordSet("list ls show info status validate help");

interface Option {
  readonly name: string;
  readonly value: string;
}

/** Every option with what may be its value: what is attached to it, else the next word. `--approvalMode` is `--approval-mode`. */
function optionsOf(words: readonly string[]): readonly Option[] {
  return words.flatMap((word, at) => {
    const [, dashes = "", named = "", , attached] = /^(--?)([^=]+)(=(.*))?$/s.exec(word) ?? [];
    if (dashes === "") return [];
    const name = dashes === "--" ? named.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase() : named;
    const value = attached ?? words[at + 1] ?? "";
    // `-cKEY=VALUE`, `-snever`: the value of a short option without a space.
    const short = dashes === "-" && named.length > 1 ? [{ name: named.slice(0, 1), value: `${word.slice(2)}` }] : [];
    return [{ name, value }, ...short];
  });
}

function isUnguarded({ name, value }: Option): boolean {
  if (OFF.has(name) || OFF_BEGINNINGS.some((each) => name.startsWith(each))) return true;
  const values = OFF_WITH[name];
  if (values !== undefined && (values.has("*") || values.has(value.toLowerCase()))) return true;
  if (ALLOWS_TOOLS.has(name.replace(/-(?=tools$)/, "")) || ALLOWS_TOOLS.has(name)) return ANY_SHELL.test(value);
  return (name === "c" || name === "config") && GUARD_KEYS.has(value.replace(/["'\s]/g, "").split(/[.=]/)[0] ?? "");
}

function changesSettings(operands: readonly string[]): boolean {
  return operands.some((word, at) => {
    const group = SETTINGS[word] ?? SETTINGS[word.replace(/s$/, "")] ?? SETTINGS[word.split("-")[0] ?? ""];
    const next = operands[at + 1] ?? "";
    if (group === undefined || ONLY_SHOWS.has(next)) return false;
    return at === 0 ? group.has(next) || (group.has("*") && next !== "") : next !== "" && group.has(next);
  });
}

/** `codex sandbox linux -- COMMAND`: a command, confined. */
function inSandbox(command: Command): ReturnType<Tool> | null {
  const from = command.args.findIndex(({ text }) => !text.startsWith("-"));
  if (command.args[from]?.text !== "sandbox") return null;
  const { operands } = readOptions(command.args.slice(from + 1), table("full-auto log-denials"), { stopAtOperand: true });
  const words = operands.slice(/^(?:linux|macos|windows|landlock|seatbelt)$/.test(operands[0]?.text ?? "") ? 1 : 0);
  return runOther(command, words[0]?.text === "--" ? words.slice(1) : words, "codex sandbox");
}

const agent: Tool = (command) => {
  const { run, index, args, name } = command;
  const words = args.map((each) => each.text);
  const carried = inSandbox(command);
  if (carried !== null) return carried;
  if (optionsOf(words).some(isUnguarded)) addHazard(run, "tampering", "it starts an agent with its guards off", index);
  else if (changesSettings(words.filter((word) => !word.startsWith("-"))))
    addHazard(run, "tampering", "it changes an agent program's settings", index);
  else if (words.some((each) => isDynamic(each) && each.startsWith("\uE000")))
    addHazard(run, "tampering", "it starts an agent with options that are only known when it runs", index);
  return unknownOutput(`cmd:${name}`);
};

export const AGENTS: Readonly<Record<string, Tool>> = byName(sameRow(AGENT_PROGRAMS.join(" "), agent));
