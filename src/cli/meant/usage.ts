// What is said about a command line that cannot be run: what is wrong, and what was probably meant.

import { AppError, mayMean, nearest } from "../../base/index.ts";
import { ANY_HOST, type Command } from "../table/row.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../table/table.ts";
import type { Wrong } from "../table/wrongLine.ts";
import { extraHint, numbered, withoutDashes } from "./arguments.ts";
import { isAct, isCall, meantCommands } from "./commands.ts";
import { didYouMean, exampleOf, listedBy, NAMES, ownOptions } from "./hints.ts";
import { asArgument, bareName, isCount, isPreview, optionAsWords, saysNothing, suggestOption } from "./options.ts";
import { quoted, wholeLine } from "./wholeLine.ts";
import type { Act } from "./words.ts";

const EACH_HOST = `HOST is ${ANY_HOST}; codicil shows which are on this machine.`;
const ABOUT_AN_ARGUMENT: ReadonlySet<string> = new Set(["BAD_INPUT", "BAD_PATH", "BAD_USAGE", "NOT_FOUND"]);

export function wrongUsage(wrong: Wrong): AppError {
  const say = (message: string, ...hints: readonly string[]) =>
    new AppError("BAD_USAGE", message, { hint: hints.filter((hint) => hint !== "").join(" ") });
  switch (wrong.kind) {
    case "command":
      return unknownCommand(wrong.words);
    case "option":
      return say(`there is no option ${wrong.given}`, optionHint(wrong), helpOf(wrong.command));
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
        wrong.command.arguments === "HOST" ? EACH_HOST : listedBy(wrong.command),
        helpOf(wrong.command),
      );
    case "extra":
      return say(`unexpected argument ${JSON.stringify(wrong.positionals.at(-1))}`, extraHint(wrong), helpOf(wrong.command));
    case "other":
      return say(wrong.message, exampleOf(wrong.command), helpOf(wrong.command));
  }
}

/** `show USER.md:3`; explain was told a line already. */
const namesLine = (row: Command | undefined): boolean => row?.arguments?.includes("DOC") === true && row.name !== "explain";

/** `undo lsat`, `session show newest`; what is named `last` is known, and not there. */
function isLast([word = "", ...more]: readonly string[], row: Command | undefined): boolean {
  const isMeant = isAct(word, "newest") || /^(?:prev|head)$/i.test(word) || mayMean(word.toLowerCase(), "last");
  return isMeant && word !== "last" && more.length === 0 && /^\[?ID/.test(row?.arguments ?? "");
}

/** `undo lsat`, `log 20`, `policy log everywhere`. */
function ofArgument(given: readonly string[], row: Command): string | undefined {
  if (isLast(given, row)) return didYouMean([`${row.name} last`]);
  const undashed = withoutDashes(given, row);
  return numbered({ positionals: given, command: row }) ?? (undashed === undefined ? undefined : didYouMean([`${row.name} ${undashed}`]));
}

/** The argument of a right command may name what another command is about: `show rules`. */
export function elsewhere(argv: readonly string[], known: AppError): AppError {
  const end = argv.findIndex((word) => word.startsWith("-"));
  const words = end === -1 ? argv : argv.slice(0, end);
  const row = COMMANDS.filter(({ name }) => `${words.join(" ")} `.startsWith(`${name} `)).at(-1);
  const called = row?.name ?? "";
  // A document that is not there is still a document, and a path says nothing about what is to be done with it.
  const isPath = (word: string) => (word.endsWith(".md") ? row?.arguments?.includes("DOC") === true : /[./]/.test(word));
  const given = words.slice(called.split(" ").length).filter((word) => !isPath(word));
  if (!ABOUT_AN_ARGUMENT.has(known.code) || /Did you mean|For example/.test(known.hint ?? "")) return known;
  const only = row === undefined ? undefined : ofArgument(given, row);
  if (only !== undefined) return withHint(known, only);
  const line = namesLine(row) ? words.find((word) => /\.md:\d+$/.test(word)) : undefined;
  const other = meantCommands(given, []).length === 0 ? [] : meantCommands(words, []);
  const isNew = (each: string) => each !== called && each !== argv.join(" ") && known.hint?.includes(`codicil ${each}`) !== true;
  const meant = line !== undefined ? [`explain ${line}`] : other.filter(isNew);
  if (meant.length === 0) return known;
  return withHint(known, [known.hint, didYouMean(meant)].filter((part) => part !== undefined).join(" "));
}

const withHint = ({ code, message, file, line, data, cause }: AppError, hint: string): AppError =>
  new AppError(code, message, { file, line, data, cause, hint });

const helpOf = (command: Command | undefined): string => (command === undefined ? "codicil help" : `codicil ${command.name} --help`);

function unknownCommand(typed: readonly string[]): AppError {
  const isFlag = (word: string) => word.startsWith("-");
  const [words, flags] = [typed.filter((word) => !isFlag(word)), typed.filter(isFlag)];
  const [one = "", two = ""] = words;
  const family = NAMES.filter((name) => name.startsWith(`${one} `));
  if (family.length > 0 && two === "")
    return new AppError("BAD_USAGE", `${one} needs a subcommand`, {
      hint: `One of ${family.join(", ")}. codicil ${one} --help says more.`,
    });
  const newest = flags.map(bareName).filter((word) => isAct(word, "newest"));
  const meant = meantCommands([...words, ...newest], NAMES, flags);
  const inChat = /^\/[a-z]+$/.test(one) ? ["Lines that begin with / are commands of codicil chat."] : [];
  const hint =
    meant.length + inChat.length > 0
      ? didYouMean([...meant, ...inChat], typed)
      : family.length > 0
        ? `One of ${family.join(", ")}.`
        : "codicil help shows the everyday commands, codicil help --all lists the commands.";
  return new AppError("BAD_USAGE", `there is no command ${JSON.stringify(`${one} ${two}`.trim())}`, { hint });
}

type WrongOption = Extract<Wrong, { kind: "option" }>;

function optionHint({ given, command, rest = [] }: WrongOption): string {
  if (command === undefined || given === "-?") return optionAlone(given);
  const inFamily = ofFamily(given, command, rest);
  if (inFamily !== undefined) return inFamily;
  const meant = suggestOption(given, { ...GLOBAL_OPTIONS, ...command.options });
  const argument = asArgument(given, command);
  const act = meant === undefined && argument === undefined ? decided(given, rest, command) : [];
  if (act.length > 0) return didYouMean(act, rest);
  const whole = ofCall(command, rest) ?? (meant === undefined && isPreview(given) ? undefined : wholeLine(rest, command));
  if (whole !== undefined) return `Did you mean codicil ${whole}?`;
  if (argument !== undefined) return `Did you mean codicil ${argument}? ${exampleOf(command)}`.trim();
  return meant === undefined ? unknownOption(given, command) : `Did you mean ${meant}?`;
}

/** `trash --empty`; `memory -s Facts "a text"`, since what a family alone does takes no text. */
function ofFamily(given: string, { name, familyAlone }: Command, rest: readonly string[]): string | undefined {
  const [family = ""] = name.split(" ");
  const member = `${family} ${bareName(given)}`;
  if (NAMES.includes(member)) return didYouMean([member]);
  const isText = familyAlone === true && typedWords(rest).some((word) => word.includes(" "));
  return isText ? didYouMean(meantCommands([family, "add"], NAMES), ["add", ...rest]) : undefined;
}

/** `policy check git push --force`, `policy test rm -rf build`: the option is the call's. */
function ofCall({ name, arguments: wanted = "" }: Command, rest: readonly string[]): string | undefined {
  const judged = name.startsWith("policy ") && isCall(rest);
  if (!judged && (!wanted.startsWith("[-- ") || typedWords(rest).length === 0)) return undefined;
  return `${judged ? "policy check" : name} -- ${rest
    .filter((word) => word !== "--")
    .map(quoted)
    .join(" ")}`;
}

/** Whoever asks what would happen is not told to do it. */
function unknownOption(given: string, command: Command): string {
  const own = ownOptions(command);
  if (/^\[?ID/.test(command.arguments ?? "") && isCount(given)) return `One at a time. ${exampleOf(command)} ${listedBy(command)}`;
  if (command.arguments === "HOST" && isAct(bareName(given), "list")) return `One host at a time. ${EACH_HOST}`;
  if (isPreview(given)) return `There is no trial run of ${command.name}. ${own}`.trim();
  const runsAlone = command.arguments === undefined || command.arguments.startsWith("[");
  const bare = runsAlone && saysNothing(given) && !own.startsWith("Did") ? `Did you mean codicil ${command.name}?` : "";
  return [bare, own, exampleOf(command)].filter((part) => part !== "").join(" ");
}

const DECIDES: readonly Act[] = ["accept", "reject", "undo", "forget", "connect", "disconnect"];

/** `review 2 --approve`: what to do with it is a command of its own. */
function decided(given: string, rest: readonly string[], command: Command): string[] {
  const word = bareName(given);
  const typed = typedWords(rest);
  return ((typed.length > 0 && !saysNothing(given)) || command.name === "review") && DECIDES.some((act) => isAct(word, act))
    ? meantCommands([word, ...typed], NAMES).slice(0, 1)
    : [];
}

const typedWords = (words: readonly string[]) => words.filter((word) => !word.startsWith("-"));

/** Before any command: a slip of an option that may be there, or the name of a command with dashes. */
function optionAlone(given: string): string {
  const options = { ...GLOBAL_OPTIONS, version: {} };
  if (given === "-?") return "";
  const [slip] = nearest(bareName(given), Object.keys(options));
  if (slip !== undefined) return `Did you mean --${slip}?`;
  const meant = meantCommands(optionAsWords(given), NAMES);
  if (meant.length > 0) return didYouMean(meant);
  const option = suggestOption(given, options);
  return option === undefined ? "" : `Did you mean ${option}?`;
}

function valueHint(given: string, command: Command): string {
  const option = { ...GLOBAL_OPTIONS, ...command.options }[given.replace(/^--?/, "")];
  return option === undefined ? "" : `${option.value ?? "A value"}: ${option.help}.`;
}
