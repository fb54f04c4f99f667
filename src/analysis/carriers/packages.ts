// Package managers: what they would add, install, run or publish. Installing what a manifest or a known registry says is
// ordinary; from an address, another registry or a stranger's package run on the spot is not.

import { byName, wordSet } from "../../base/index.ts";
import type { PackageEffect } from "../call/effects.ts";
import { readOptions, table } from "../run/options.ts";
import { addOpaque, type Command, runOther, type Tool } from "../run/record.ts";
import { type Field, field, isDynamic, type Output, quotedWord, said, textAt, unknownOutput, withoutHoles } from "../run/values.ts";
import { noteForeignFolder } from "./builds.ts";
import { absolute } from "../run/disk.ts";
import { aroundScript, runPackageScripts, runWorkspaceScripts, scriptsWith } from "../scripts/runRecipes.ts";
import { type Action, MANAGERS, type PackageManager, SYSTEM_MANAGERS, verbsOf } from "./packageManagers.ts";
import { type Request, runInside, runPackage } from "./packageRuns.ts";
import { noteSources } from "./packageSources.ts";

export const packages: Tool = (command) => {
  const manager = MANAGERS[command.name] ?? SYSTEM_MANAGERS[command.name];
  if (manager === undefined) return undefined;
  const { args, run, index, name } = command;
  const parsed = readOptions(args, table(manager.options), { stopAtOperand: false });
  const option = (...names: readonly string[]) => names.map((each) => parsed.options.get(each)?.at(-1)).find((each) => each !== undefined);
  const code = name === "bun" ? option("eval", "print") : undefined;
  if (code !== undefined) return runOther(command, [{ ...code, text: "node" }, { ...code, text: "-e" }, code], "bun");
  noteForeignFolder(command, command.shell.cwd);
  if (name === "uv" && textAt(parsed.operands, 0) === "pip")
    return packages({ ...command, name: "pip", args: args.slice(args.findIndex((each) => each.text === "pip") + 1) });
  const words = behindPrefix(name, parsed.operands);
  if (isDynamic(textAt(words, 0))) addOpaque(run, "the package manager's command is only known when it runs", index);
  const request = requestOf(name, manager, words);
  const isGlobal = isYarnGlobal(name, parsed.operands) || GLOBAL_WORDS[name]?.test(textAt(parsed.operands, 0)) === true;
  run.packages.push(effectOf(command, request, { isGlobal, group: option("group")?.text ?? "" }));
  noteSources(command, request.action, request.operands);
  if (RUNS_SCRIPTS.has(name)) runScripts(command, request, option("prefix", "cwd"));
  return goFolder(command) ?? runInside(command, request) ?? unknownOutput(`cmd:${name}`);
};

const NAMES_PACKAGES: ReadonlySet<Action> = new Set<Action>(["add", "remove", "update", "exec"]);
const DEV_FLAGS = ["-D", "--dev", "--save-dev", "-d"];
const ALWAYS_GLOBAL = wordSet("brew pipx apt apt-get dnf yum snap apk pacman gem");
const RUNS_SCRIPTS = wordSet("npm pnpm yarn bun deno composer");
/** `npm install left-pad` adds a package. */
const ADDS_BY_INSTALL = wordSet("npm pnpm bun");
/** `pip install` with no name takes what the manifest says. */
const INSTALLS_BY_ADD = wordSet("pip pipenv go");

const TOOL_VERBS = wordSet("install uninstall upgrade");
/** Subcommands that install for the whole account. */
const GLOBAL_WORDS: Readonly<Record<string, RegExp>> = byName({ uv: /^tool$/, cargo: /^install$/, go: /^install$/ });

function effectOf(
  { args, name, index }: Command,
  { action, operands, script }: Request,
  { isGlobal, group }: { readonly isGlobal: boolean; readonly group: string },
): PackageEffect {
  const flags = new Set(args.map((each) => each.text));
  return {
    manager: name,
    action,
    packages: NAMES_PACKAGES.has(action) ? operands.map((each) => withoutHoles(each.text)) : [],
    script: script === null ? null : withoutHoles(script),
    dev: DEV_FLAGS.some((flag) => flags.has(flag)) || /^(?:dev|test)$/.test(group),
    global: isGlobal || flags.has("-g") || flags.has("--global") || ALWAYS_GLOBAL.has(name),
    program: index,
  };
}

function isYarnGlobal(name: string, operands: readonly Field[]): boolean {
  return name === "yarn" && textAt(operands, 0) === "global";
}

/** Without what is in front of the verb: the toolchain of `cargo +nightly publish`, the package of `yarn workspace web add`. */
function behindPrefix(name: string, words: readonly Field[]): readonly Field[] {
  const verb = textAt(words, 0);
  // `uv tool install ruff`, and not `uv tool run`.
  if (name === "uv" && verb === "tool" && TOOL_VERBS.has(textAt(words, 1))) return words.slice(1);
  if ((name === "cargo" && verb.startsWith("+")) || isYarnGlobal(name, words)) return words.slice(1);
  return name === "yarn" && verb === "workspace" && words.length > 2 ? words.slice(2) : words;
}

function requestOf(name: string, manager: PackageManager, words: readonly Field[]): Request {
  const sub = textAt(words, 0);
  const operands = words.slice(1);
  const action = actionOf(name, manager, sub, operands);
  return { action, sub, operands, script: action === "run" ? scriptOf(sub, operands) : null };
}

function actionOf(name: string, manager: PackageManager, sub: string, operands: readonly Field[]): Action {
  const other = manager.scripts === true ? "run" : "other";
  const action = sub === "" ? (manager.bare ?? "other") : (verbsOf(manager).get(sub) ?? other);
  if (action === "install" && operands.length > 0 && ADDS_BY_INSTALL.has(name)) return "add";
  return action === "add" && operands.length === 0 && INSTALLS_BY_ADD.has(name) ? "install" : action;
}

function scriptOf(sub: string, operands: readonly Field[]): string | null {
  if (/^(?:run|run-script|rum|urn|task)$/.test(sub)) return operands[0]?.text ?? null;
  return /^(?:t|tst)$/.test(sub) ? "test" : sub;
}

/** Options that run a script in other packages of the project. */
const IN_PACKAGES = wordSet("-r --recursive -ws --workspaces -w --workspace -F --filter workspaces workspace foreach");

function runScripts(command: Command, { action, sub, operands, script }: Request, prefix: Field | undefined): void {
  const { args, run, shell } = command;
  const folder = prefix === undefined ? shell.cwd : (absolute(run.disk, shell.cwd, prefix.text)?.path ?? null);
  // A script with the name of a command counts too: which of the two runs differs from manager to manager.
  runPackageScripts(command, aroundScript(script ?? sub), { folder, args: argsOfScript(args, operands) });
  if (args.some(({ text }) => IN_PACKAGES.has(text.split("=")[0] ?? ""))) runWorkspaceScripts(command, [script ?? sub]);
  if (args.some(({ text }) => text === "--ignore-scripts")) return;
  for (const names of scriptsWith(action, sub)) runPackageScripts(command, names, { folder });
}

/** What `go env GOPATH` prints. */
function goFolder({ name, args, run }: Command): Output | undefined {
  const asked = name === "go" && args.length === 2 ? /^GO(PATH|BIN)$/.exec(textAt(args, 1)) : null;
  return asked === null ? undefined : said(`${run.world.userHome}/go${asked[1] === "BIN" ? "/bin" : ""}\n`);
}

/** What is behind `--`, or behind the script's name, is added to it. */
function argsOfScript(args: readonly Field[], operands: readonly Field[]): string {
  const marker = args.findIndex(({ text }) => text === "--");
  const words = marker >= 0 ? args.slice(marker + 1) : operands.slice(1);
  return words.some(({ text }) => isDynamic(text)) ? "" : words.map(({ text }) => quotedWord(text)).join(" ");
}

export const PACKAGES: Readonly<Record<string, Tool>> = byName({
  ...Object.fromEntries([...Object.keys(MANAGERS), ...Object.keys(SYSTEM_MANAGERS)].map((name): [string, Tool] => [name, packages])),
  // `corepack pnpm@9 test`
  corepack: (command) => {
    const [manager, ...rest] = command.args;
    const name = /^(?:npm|npx|pnpm|pnpx|yarn)(?=@|$)/.exec(manager?.text ?? "")?.[0];
    return name === undefined ? undefined : runOther(command, [field(name), ...rest], "corepack");
  },
  npx: (command) => runPackage(command, "npx"),
  bunx: (command) => runPackage(command, "npx"),
  pnpx: (command) => runPackage(command, "npx"),
  uvx: (command) => runPackage(command, "uvx"),
});
