// What is said about a command line that cannot be run: what is wrong, and what was probably meant.

import { AppError } from "../../base/index.ts";
import { ANY_HOST } from "../table/options.ts";
import type { Command } from "../table/row.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../table/table.ts";
import type { Wrong } from "../table/wrongLine.ts";
import { meantCommands } from "./commands.ts";
import { suggestOption } from "./options.ts";

/** So many are named where none of them is like what was typed. */
const FEW_OPTIONS = 8;
const ABOUT_AN_ARGUMENT: ReadonlySet<string> = new Set(["BAD_INPUT", "BAD_PATH", "BAD_USAGE", "NOT_FOUND"]);
const NAMES = [...COMMANDS.map(({ name }) => name), "help"];

export function wrongUsage(wrong: Wrong): AppError {
  const say = (message: string, ...hints: readonly string[]) =>
    new AppError("BAD_USAGE", message, { hint: hints.filter((hint) => hint !== "").join(" ") });
  switch (wrong.kind) {
    case "command":
      return unknownCommand(wrong.words);
    case "option":
      return say(`there is no option ${wrong.given}`, optionHint(wrong.given, wrong.command), helpOf(wrong.command));
    case "value":
      return say(
        `${wrong.given} ${wrong.missing ? "needs a value" : "takes no value"}`,
        wrong.missing ? valueHint(wrong.given, wrong.command) : `Did you mean ${wrong.given}?`,
        helpOf(wrong.command),
      );
    case "missing":
      return say(
        `${wrong.command.name} needs ${wrong.command.arguments}`,
        exampleOf(wrong.command),
        wrong.command.arguments === "HOST" ? `HOST is ${ANY_HOST}; codicil shows which are on this machine.` : listedBy(wrong.command),
        helpOf(wrong.command),
      );
    case "extra":
      return say(`unexpected argument ${JSON.stringify(wrong.positionals.at(-1))}`, extraHint(wrong), helpOf(wrong.command));
    case "other":
      return say(wrong.message, exampleOf(wrong.command), helpOf(wrong.command));
  }
}

/** The argument of a right command may name what another command is about: `show rules`. */
export function elsewhere(argv: readonly string[], known: AppError): AppError {
  const end = argv.findIndex((word) => word.startsWith("-"));
  const words = end === -1 ? argv : argv.slice(0, end);
  const row = COMMANDS.filter(({ name }) => `${words.join(" ")} `.startsWith(`${name} `)).at(-1);
  const called = row?.name ?? "";
  // A document that is not there is still a document.
  const given = words.slice(called.split(" ").length).filter((word) => row?.arguments?.includes("DOC") !== true || !word.endsWith(".md"));
  if (!ABOUT_AN_ARGUMENT.has(known.code) || known.hint?.includes("Did you mean") === true) return known;
  const undashed = row === undefined ? undefined : withoutDashes(given, row);
  const other = meantCommands(given, []).length === 0 ? [] : meantCommands(words, []);
  const meant =
    undashed !== undefined
      ? [`${called} ${undashed}`]
      : other.filter((each) => each !== called && known.hint?.includes(`codicil ${each}`) !== true);
  if (meant.length === 0) return known;
  return new AppError(known.code, known.message, {
    file: known.file,
    line: known.line,
    data: known.data,
    cause: known.cause,
    hint: [known.hint, didYouMean(meant)].filter((part) => part !== undefined).join(" "),
  });
}

const helpOf = (command: Command | undefined): string => (command === undefined ? "codicil help" : `codicil ${command.name} --help`);

/** Which command shows what an argument can be, by the command's name or its family's. */
const LISTED_BY: Readonly<Record<string, string>> = {
  accept: "review --list",
  allow: "policy log",
  blame: "docs",
  edit: "docs",
  hooks: "hooks",
  "policy explain": "policy log",
  prompt: "session list",
  reject: "review --list",
  release: "quarantine",
  resolve: "status",
  session: "session list",
  show: "docs",
  trash: "trash list",
  undo: "log",
};

function listedBy({ name, arguments: given = "" }: Command): string {
  const list = /^(?:ID|HASH|NAME|DOC|FILE|A)\b/.test(given) ? (LISTED_BY[name] ?? LISTED_BY[name.split(" ")[0] ?? ""]) : undefined;
  return list === undefined ? "" : `codicil ${list} shows what there is.`;
}

const exampleOf = ({ example }: Command): string => (example === undefined ? "" : `For example: codicil ${example}.`);

function unknownCommand(words: readonly string[]): AppError {
  const [one = "", two = ""] = words;
  const family = NAMES.filter((name) => name.startsWith(`${one} `));
  if (family.length > 0 && two === "")
    return new AppError("BAD_USAGE", `${one} needs a subcommand`, {
      hint: `One of ${family.join(", ")}. codicil ${one} --help says more.`,
    });
  const meant = meantCommands(words, NAMES);
  const hint =
    meant.length > 0
      ? didYouMean(meant)
      : family.length > 0
        ? `One of ${family.join(", ")}.`
        : "codicil help shows the everyday commands, codicil help --all lists the commands.";
  return new AppError("BAD_USAGE", `there is no command ${JSON.stringify(`${one} ${two}`.trim())}`, { hint });
}

/** Commands as a question, sentences behind them, and how the only one is written. */
function didYouMean(meant: readonly string[]): string {
  const [sentences, names] = [meant.filter((each) => /^(?:[A-Z]|npm )/.test(each)), meant.filter((each) => !/^(?:[A-Z]|npm )/.test(each))];
  const question = names.length === 0 ? "" : `Did you mean ${names.map((name) => `codicil ${name}`).join(" or ")}?`;
  const [row] = COMMANDS.filter(({ name }) => name === names[0]);
  const example = names.length === 1 && row !== undefined ? exampleOf(row) : "";
  return [question, example, ...sentences].filter((part) => part !== "").join(" ");
}

function optionHint(given: string, command: Command | undefined): string {
  const options = { ...GLOBAL_OPTIONS, ...(command === undefined ? { version: {} } : command.options) };
  const meant = suggestOption(given, options);
  if (meant !== undefined) return `Did you mean ${meant}?`;
  return command === undefined ? "" : `${ownOptions(command)} ${exampleOf(command)}`.trim();
}

function ownOptions({ name, options = {} }: Command): string {
  const own = Object.keys(options);
  if (own.length === 0) return `Did you mean codicil ${name}?`;
  return own.length > FEW_OPTIONS ? "" : `It has ${own.map((each) => `--${each}`).join(", ")}.`;
}

function valueHint(given: string, command: Command): string {
  const option = { ...GLOBAL_OPTIONS, ...command.options }[given.replace(/^--?/, "")];
  return option === undefined ? "" : `${option.value ?? "A value"}: ${option.help}.`;
}

/** `report json`, `confirm AGENTS.md:3 as ask`: an option of the command whose dashes are missing, with its value. */
function withoutDashes(words: readonly string[], { options }: Command): string | undefined {
  const known = { ...GLOBAL_OPTIONS, ...options };
  const at = words.findIndex((word) => Object.hasOwn(known, word));
  const [name = "", value] = words.slice(at);
  return at === -1 ? undefined : `--${name}${known[name]?.type === "string" && value !== undefined ? ` ${value}` : ""}`;
}

/** A subcommand, another command, the words as one argument, or the command without the word that it does not take. */
function extraHint({ positionals, command }: { readonly positionals: readonly string[]; readonly command: Command }): string {
  const extra = positionals.at(-1) ?? "";
  const family = NAMES.filter((name) => name.startsWith(`${command.name} `));
  const near = family.length === 0 ? [] : meantCommands([command.name, extra], family).filter((name) => family.includes(name));
  if (near.length > 0) return didYouMean(near);
  const undashed = withoutDashes(positionals, command);
  if (undashed !== undefined) return `Did you mean codicil ${command.name} ${undashed}?`;
  if (command.arguments?.startsWith("TEXT") === true) return `Did you mean codicil ${command.name} "${positionals.join(" ")}"?`;
  const named = meantCommands(positionals, []).length > 0;
  const other = named ? meantCommands([...positionals, ...command.name.split(" ")], []).filter((each) => each !== command.name) : [];
  if (other.length > 0) return didYouMean(other);
  return exampleOf(command) || `Did you mean codicil ${command.name}? ${command.options === undefined ? "" : ownOptions(command)}`.trim();
}
