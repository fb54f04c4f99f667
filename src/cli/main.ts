// The program: find the command, read its options, run it, answer with an exit code.

import { parseArgs } from "node:util";
import { AppError } from "../base/index.ts";
import type { Mind } from "../mind/open.ts";
import type { Call, Terminal } from "./terminal/command.ts";
import type { Command, Option } from "./table/row.ts";
import { commandOf } from "./commandFiles.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "./table/commandTable.ts";
import { openTerminal } from "./terminal/terminal.ts";
import { wordsFor } from "./terminal/translated.ts";
import { VERSION } from "./terminal/version.ts";
import { type Wrong, WrongLine } from "./table/wrongLine.ts";

export async function main(argv: readonly string[]): Promise<number> {
  let next: readonly string[] | null = null;
  const code = await runOnce(argv, (chosen) => (next = chosen));
  return next === null ? code : runAlso(next);
}

/** In a process of its own: a terminal that was read key by key gives the next reader in the same process nothing. */
async function runAlso(words: readonly string[]): Promise<number> {
  const { spawnSync } = await import("node:child_process");
  return spawnSync(process.execPath, [...process.execArgv, process.argv[1] ?? "", ...words], { stdio: "inherit" }).status ?? 1;
}

async function runOnce(argv: readonly string[], follow: Call["follow"]): Promise<number> {
  const terminal = openTerminal(await wordsFor(process.env));
  const json = argv.includes("--json");
  let mind: Promise<Mind> | undefined;
  try {
    const words = argv[0] === "last-word" ? argv.slice(1) : argv;
    const first = words[0];
    if (first === "--version" || first === "-V") {
      terminal.print(`codicil ${VERSION}\n`);
      return 0;
    }
    const help = await helpWithout(words, terminal);
    if (help !== undefined) {
      terminal.tell(help);
      return 0;
    }
    const { command, before, rest } = findCommand(
      first === undefined ? ["overview"] : first === "help" ? [...words.slice(1), "--help"] : words,
    );
    const { values, positionals } =
      command.raw === true
        ? { values: readOptions(command, before).values, positionals: rest }
        : readOptions(command, [...before, ...rest]);
    if (values["help"] === true) {
      terminal.tell((await import("./reference.ts")).helpFor(command, terminal.words));
      return 0;
    }
    if (command.makes === true && /^\w+$/.test(positionals[0] ?? "")) await refuseVerb(command, positionals);
    const call: Call = {
      args: positionals,
      options: values,
      json,
      terminal,
      follow,
      mind: (options) => {
        mind ??= openFor(values, options).then((opened) => {
          for (const alert of opened.alerts) terminal.say(terminal.colour.yellow(alert));
          return opened;
        });
        return mind;
      },
    };
    return await (
      await commandOf(command.run)
    )(call);
  } catch (error) {
    return await report(await explained(error, argv), json, terminal);
  } finally {
    await mind?.then(
      (opened) => opened.close(),
      // An error while opening was reported above.
      () => undefined,
    );
  }
}

/** `backup list` would make a file of that name; `backup ./list` does. */
async function refuseVerb(command: Command, positionals: readonly string[]): Promise<void> {
  const { isVerb } = await import("./meant/heard.ts");
  if (isVerb(positionals[0] ?? "")) throw new WrongLine({ kind: "extra", positionals, command, rest: positionals });
}

const ASKS_HELP: ReadonlySet<string | undefined> = new Set(["--help", "-h", "help"]);

/** Help that belongs to no single command: of the program, all of it, or of a family such as memory. */
async function helpWithout(words: readonly string[], { isInteractive, words: said }: Terminal): Promise<string | undefined> {
  const rest = words.filter((word) => !ASKS_HELP.has(word));
  if (words.length === 0 ? isInteractive : rest.length === words.length) return undefined;
  const { briefly, groupHelp, overview } = await import("./reference.ts");
  if (rest.length === 0) return briefly(said);
  if (rest.length === 1 && rest[0] === "--all") return overview(said);
  return rest.length === 1 ? groupHelp(rest[0] ?? "", said) : undefined;
}

async function openFor(values: Call["options"], options: Parameters<Call["mind"]>[0] = {}): Promise<Mind> {
  const { openMind } = await import("../mind/open.ts");
  const given = (name: string) => (typeof values[name] === "string" ? values[name] : undefined);
  return openMind({ home: given("home"), cwd: given("cwd"), profile: given("profile") as never, ...options });
}

function findCommand(words: readonly string[]): { command: Command; before: readonly string[]; rest: readonly string[] } {
  // Options that are before the command belong to it.
  const at = words.findIndex((word, index) => !word.startsWith("-") && !["--home", "--cwd"].includes(words[index - 1] ?? ""));
  if (at === -1) throw new WrongLine({ kind: "option", given: words[0] ?? "", rest: words.slice(1) });
  const before = words.slice(0, at);
  const [one = "", two = ""] = words.slice(at);
  const pair = COMMANDS.find((command) => command.name === `${one} ${two}`);
  if (pair) return { command: pair, before, rest: words.slice(at + 2) };
  const single = COMMANDS.find((command) => command.name === one);
  if (single) return { command: single, before, rest: words.slice(at + 1) };
  const isAlone = two === "" || two.startsWith("-");
  const alone = isAlone ? COMMANDS.find(({ name, familyAlone }) => familyAlone && name.startsWith(`${one} `)) : undefined;
  if (alone) return { command: alone, before, rest: words.slice(at + 1) };
  // `-p "a question"`: the option says what the text is.
  throw new WrongLine({ kind: "command", words: words.slice(one.includes(" ") ? 0 : at) });
}

function readOptions(command: Command, rest: readonly string[]): { values: Call["options"]; positionals: string[] } {
  const options = { ...GLOBAL_OPTIONS, ...command.options };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, short === undefined ? { type } : { type, short }]),
  );
  try {
    const { values: read, positionals: marked } = parseArgs({
      args: joinValues(rest, options),
      options: config,
      allowPositionals: true,
      strict: true,
    });
    const [values, positionals] = [read as Call["options"], marked.map((word) => word.replace(LIST_LINE, "-"))];
    const wanted = command.arguments !== undefined && !command.arguments.startsWith("[") && command.raw !== true ? 1 : 0;
    if (values["help"] !== true && positionals.length < wanted) throw new WrongLine({ kind: "missing", command });
    if (command.many !== true && positionals.length > (command.arguments === undefined ? 0 : 1))
      throw new WrongLine({ kind: "extra", positionals, command, rest });
    return { values, positionals };
  } catch (cause) {
    throw cause instanceof WrongLine ? cause : new WrongLine(inOurWords((cause as Error).message, command, rest));
  }
}

/** What Node says of a wrong option. */
function inOurWords(message: string, command: Command, rest: readonly string[]): Wrong {
  const unknown = /^Unknown option '(-{1,2}[^']+)'/.exec(message)?.[1];
  if (unknown !== undefined) return { kind: "option", given: unknown, command, rest };
  const named = /^Option '([^']+)'/.exec(message)?.[1]?.split(/[ ,]/) ?? [];
  const given = named.find((word) => word.startsWith("--")) ?? named[0];
  if (given !== undefined) return { kind: "value", given, missing: message.includes("argument missing"), command };
  return { kind: "other", message: message.replace(/\.(?:\n| To specify).*$/s, ""), command };
}

/** In place of the dash of `memory add "- a list"`, which no option begins with: parseArgs would take it for one. */
const LIST_LINE = "\u0000";

/** `--content "- a list"`: a value may begin with a dash, which parseArgs only believes behind an equals sign. */
function joinValues(words: readonly string[], options: Readonly<Record<string, Option>>): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (word === "--") return [...joined, ...words.slice(i)];
    const short = /^-\w$/.test(word) ? Object.keys(options).find((each) => options[each]?.short === word.slice(1)) : undefined;
    const name = short ?? (word.startsWith("--") ? word.slice(2) : "");
    if (options[name]?.type === "string" && i + 1 < words.length) joined.push(`--${name}=${words[++i] ?? ""}`);
    else joined.push(word.replace(/^-(?=\s)/, LIST_LINE));
  }
  return joined;
}

/** Loaded when a line was wrong, since most are right. */
async function explained(error: unknown, argv: readonly string[]): Promise<unknown> {
  if (!(error instanceof WrongLine) && (error as Error)?.name !== "AppError") return error;
  const { elsewhere, wrongUsage } = await import("./meant/usage.ts");
  return error instanceof WrongLine ? wrongUsage(error.wrong) : elsewhere(argv, error as AppError);
}

async function report(error: unknown, json: boolean, terminal: Terminal): Promise<number> {
  // By name: in the release the commands are files of another build, with a copy of the class of their own.
  const known =
    (error as Error)?.name === "AppError"
      ? (error as AppError)
      : new AppError("INTERNAL", (error as Error)?.message ?? String(error), { cause: error });
  if (json) printQuietly(terminal, `${JSON.stringify(known)}\n`);
  const where = known.file === undefined ? "" : `${known.file}${known.line === undefined ? "" : `:${known.line}`}: `;
  const { message, hint } = terminal.words.error(known);
  terminal.say(`${terminal.colour.red(known.code)} ${where}${message}`);
  const { meant, besides } = known.data ?? {};
  if (Array.isArray(meant)) {
    const { meantLines } = await import("./meant/shown.ts");
    terminal.say(meantLines(meant as string[], String(besides), terminal));
  } else if (hint !== undefined) terminal.say(`  ${hint}`);
  if (known.code === "INTERNAL" && error instanceof Error && process.env["CODICIL_DEBUG"]) terminal.say(error.stack ?? "");
  return known.exit;
}

/** It may be stdout itself that failed: then stderr has the only word. */
function printQuietly(terminal: Terminal, text: string): void {
  try {
    terminal.print(text);
  } catch {
    // Said on stderr right behind this.
  }
}
