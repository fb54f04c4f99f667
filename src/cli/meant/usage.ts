// What is said about a command line that cannot be run: what is wrong, and what was probably meant.

import { AppError, mayMean, nearest } from "../../base/index.ts";
import { ANY_HOST, type Command } from "../table/row.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../table/commandTable.ts";
import type { Wrong } from "../table/wrongLine.ts";
import { extraHint, ownLine } from "./arguments.ts";
import { isAct, isProgram } from "./heard.ts";
import { asCommand, didYouMean, exampleOf, type Hint, listedBy, NAMES, ownOptions } from "./hints.ts";
import { asArgument, bareName, isCount, isPreview, optionAsWords, saysNothing, suggestOption } from "./options.ts";
import { isSentence, ranked } from "./ranked.ts";
import { isShellRm } from "./sentences.ts";
import { quoted, wholeLine } from "./wholeLine.ts";
import type { Act } from "./vocabulary.ts";

const EACH_HOST = `HOST is ${ANY_HOST}; codicil shows which are on this machine.`;
const OTHER_RESTORES = "codicil undo undoes a change, codicil trash restore ID restores a deleted file.";
const ABOUT_AN_ARGUMENT: ReadonlySet<string> = new Set(["BAD_INPUT", "BAD_PATH", "BAD_USAGE", "NOT_FOUND"]);

export function wrongUsage(wrong: Wrong): AppError {
  switch (wrong.kind) {
    case "command":
      return unknownCommand(wrong.words);
    case "option":
      return badUsage(`there is no option ${wrong.given}`, optionHint(wrong), aboutOption(wrong.given), helpOf(wrong.command));
    case "value":
      return badUsage(
        `${wrong.given} ${wrong.missing ? "needs a value" : "takes no value"}`,
        wrong.missing ? valueHint(wrong.given, wrong.command) : `Did you mean ${wrong.given}?`,
        helpOf(wrong.command),
      );
    case "missing":
      return badUsage(
        `${wrong.command.name} needs ${wrong.command.arguments}`,
        exampleOf(wrong.command),
        wrong.command.arguments === "HOST" ? EACH_HOST : listedBy(wrong.command),
        wrong.command.name === "restore" ? OTHER_RESTORES : "",
        helpOf(wrong.command),
      );
    case "extra":
      return badUsage(`unexpected argument ${JSON.stringify(wrong.positionals.at(-1))}`, extraHint(wrong), helpOf(wrong.command));
    case "other":
      return badUsage(wrong.message, exampleOf(wrong.command), helpOf(wrong.command));
  }
}

function badUsage(message: string, first: Hint | string, ...more: readonly string[]): AppError {
  const { hint, meant, besides } = typeof first === "string" ? { hint: first, meant: undefined, besides: "" } : first;
  const said = (start: string) => [start, ...more].filter((part) => part !== "").join(" ");
  return new AppError("BAD_USAGE", message, {
    hint: said(hint),
    data: meant === undefined ? undefined : { meant, besides: said(besides ?? "") },
  });
}

/** `show USER.md:3`; explain was told a line already. */
const namesLine = (row: Command | undefined): boolean => row?.arguments?.includes("DOC") === true && row.name !== "explain";

/** `undo lsat`, `session show newest`; what is named `last` is known, and not there. */
function isLast([word = "", ...more]: readonly string[], row: Command | undefined): boolean {
  const isMeant = /^(?:prev|previous|head|newest|latest|recent)$/i.test(word) || mayMean(word.toLowerCase(), "last");
  return isMeant && word !== "last" && more.length === 0 && /^\[?ID/.test(row?.arguments ?? "");
}

/** `undo lsat`, `log 20`, `policy log everywhere`. */
function ofArgument(given: readonly string[], row: Command): string | undefined {
  if (isLast(given, row)) return `${row.name} last`;
  const line = ownLine(given, row);
  return line === [row.name, ...given].join(" ") || line === row.name ? undefined : line;
}

/** The argument of a right command may name what another command is about: `show rules`. */
export function elsewhere(argv: readonly string[], known: AppError): AppError {
  const end = argv.findIndex((word) => word.startsWith("-"));
  const words = end === -1 ? argv : argv.slice(0, end);
  const row = COMMANDS.filter(({ name }) => `${words.join(" ")} `.startsWith(`${name} `)).at(-1);
  if (!ABOUT_AN_ARGUMENT.has(known.code) || /Did you mean|For example/.test(known.hint ?? "") || row === undefined) return known;
  // A document that is not there is still a document, and a path says nothing about what is to be done with it.
  const isPath = (word: string) => (word.endsWith(".md") ? row.arguments?.includes("DOC") === true : /[./]/.test(word));
  const given = words.slice(row.name.split(" ").length);
  const only = ofArgument(given, row);
  if (only !== undefined) return withHint(known, { hint: `Did you mean codicil ${only}?` });
  const line = namesLine(row) ? words.find((word) => /\.md:\d+$/.test(word)) : undefined;
  // `accept all`: nothing else is meant by the word.
  if (row.arguments === "ID" && given.every((word) => isAct(word, "list"))) return known;
  const isNew = (each: string) => each !== argv.join(" ") && known.hint?.includes(`codicil ${each}`) !== true;
  const said = given.filter((word) => !isPath(word));
  const other = said.length === 0 || ranked(said).length === 0 ? [] : ranked(words, row.name).filter((each) => isNew(each.line));
  const meant = line !== undefined ? [asCommand("explain", [line])] : other;
  return meant.length === 0 ? known : withHint(known, didYouMean(meant), known.hint);
}

const withHint = ({ code, message, file, line, data, cause }: AppError, { hint, ...rest }: Hint, before?: string): AppError =>
  new AppError(code, message, {
    file,
    line,
    data: rest.meant === undefined ? data : { ...data, meant: rest.meant, besides: [before, rest.besides].filter(Boolean).join(" ") },
    cause,
    hint: [before, hint].filter((part) => part !== undefined).join(" "),
  });

const helpOf = (command: Command | undefined): string => (command === undefined ? "codicil help" : `codicil ${command.name} --help`);
const isFlag = (word: string) => word.startsWith("-");

function unknownCommand(typed: readonly string[]): AppError {
  const words = typed.filter((word) => !isFlag(word));
  const [one = "", two = ""] = words;
  const family = NAMES.filter((name) => name.startsWith(`${one} `));
  if (family.length > 0 && two === "")
    return badUsage(`${one} needs a subcommand`, `One of ${family.join(", ")}. codicil ${one} --help says more.`);
  const wrong = `there is no command ${JSON.stringify(`${one} ${two}`.trim())}`;
  const inChat = /^\/[a-z]+$/.test(one) ? "Lines that begin with / are commands of codicil chat." : "";
  const meant = asMessage(typed) ?? ranked(asMember(words, family) ?? typed);
  // `trash frobnicate`: whoever names the family sees all of it.
  const isVague = family.length > 0 && meant.every(({ text, score }) => family.includes(text) && score < LIKELY);
  if (meant.length > 0 && !isVague) return badUsage(wrong, didYouMean(meant, inChat));
  return badUsage(
    wrong,
    inChat,
    family.length > 0 ? `One of ${family.join(", ")}.` : "codicil help shows the everyday commands, codicil help --all lists the commands.",
  );
}

/** `-p "a question"`, as other agents' programs take it. */
const asMessage = ([option = "", text = ""]: readonly string[]) =>
  /^--?(?:p|print|prompt|m|message)$/.test(option) && text.includes(" ") ? [asCommand("chat"), asCommand("recall", [text])] : undefined;

/** `memory "a text"`. */
const asMember = ([one = "", two = "", ...more]: readonly string[], family: readonly string[]) =>
  two.includes(" ") && family.includes(`${one} add`) ? [one, "add", two, ...more] : undefined;

/** More than a family that is only named tells. */
const LIKELY = 6;

type WrongOption = Extract<Wrong, { kind: "option" }>;

function optionHint({ given, command, rest = [] }: WrongOption): Hint | string {
  if (command === undefined || given === "-?") return optionAlone(given, rest);
  const meant = suggestOption(given, { ...GLOBAL_OPTIONS, ...command.options });
  const argument = asArgument(given, command);
  const isUnknown = meant === undefined && argument === undefined;
  const other = ofFamily(given, command, rest) ?? (isUnknown ? decided(given, rest, command) : undefined);
  if (other !== undefined) return other;
  const isTrial = meant === undefined && isPreview(given);
  const whole = ofCall(command, rest) ?? wordsBefore(given, command, rest) ?? (isTrial ? undefined : wholeLine(rest, command));
  if (whole !== undefined) return asHint(whole);
  if (argument !== undefined) return `${asHint(argument)} ${exampleOf(command)}`.trim();
  return meant === undefined ? unknownOption(given, command, rest) : `Did you mean ${meant}?`;
}

const asHint = (line: Hint | string): Hint | string => (typeof line === "string" ? `Did you mean codicil ${line}?` : line);

/** `review approve 12 --body ok`, `mcp add codicil --scope user`: the command takes no words, so another is meant. */
function wordsBefore(given: string, command: Command, rest: readonly string[]): Hint | undefined {
  const at = rest.findIndex((word) => word.startsWith(given));
  const before = rest.slice(0, at);
  if (command.arguments !== undefined || before.length === 0 || before.some(isFlag)) return undefined;
  return extraHint({ positionals: before, command, rest: before });
}

/** `--lang=zh serve`: what there is no option for, and a sentence. */
const aboutOption = (given: string): string =>
  ranked([bareName(given)])
    .filter(({ text }) => isSentence(text))
    .map(({ text }) => text)
    .join(" ");

/** `trash --empty`; `memory -s Facts "a text"`, since what a family alone does takes no text. */
function ofFamily(given: string, { name, familyAlone }: Command, rest: readonly string[]): Hint | undefined {
  const [family = ""] = name.split(" ");
  const member = `${family} ${bareName(given)}`;
  if (NAMES.includes(member)) return didYouMean([asCommand(member)]);
  const isText = familyAlone === true && typedWords(rest).some((word) => word.includes(" "));
  return isText ? didYouMean(ranked([family, "add", ...rest]).slice(0, 1)) : undefined;
}

/** `policy check git push --force`, `policy test rm -rf build`: the option is the call's. */
function ofCall({ name, arguments: wanted = "" }: Command, rest: readonly string[]): string | undefined {
  const judged = name.startsWith("policy ") && (isProgram(rest[0] ?? "") || isShellRm(rest));
  if (!judged && (!wanted.startsWith("[-- ") || typedWords(rest).length === 0)) return undefined;
  return `${judged ? "policy check" : name} -- ${rest
    .filter((word) => word !== "--")
    .map(quoted)
    .join(" ")}`;
}

/** Whoever asks what would happen is not told to do it. */
function unknownOption(given: string, command: Command, rest: readonly string[]): string {
  if (aboutOption(given) !== "") return `Did you mean codicil ${[command.name, ...typedWords(rest)].join(" ")}?`;
  const own = ownOptions(command);
  const isAll = isAct(bareName(given), "list");
  if (/^\[?ID/.test(command.arguments ?? "") && (isCount(given) || isAll))
    return `One at a time. ${exampleOf(command)} ${listedBy(command)}`;
  if (command.arguments === "HOST" && isAll) return `One host at a time. ${EACH_HOST}`;
  if (isPreview(given)) return `There is no trial run of ${command.name}. ${own}`.trim();
  const runsAlone = command.arguments === undefined || command.arguments.startsWith("[");
  const bare = runsAlone && saysNothing(given) && !own.startsWith("Did") ? `Did you mean codicil ${command.name}?` : "";
  return [bare, own, exampleOf(command)].filter((part) => part !== "").join(" ");
}

const DECIDES: readonly Act[] = ["accept", "reject", "undo", "forget", "connect", "disconnect"];

/** `review 2 --approve`: what to do with it is a command of its own. */
function decided(given: string, rest: readonly string[], command: Command): Hint | undefined {
  const word = bareName(given);
  const typed = typedWords(rest);
  return ((typed.length > 0 && !saysNothing(given)) || command.name === "review") && DECIDES.some((act) => isAct(word, act))
    ? didYouMean(ranked([word, ...typed], command.name).slice(0, 1))
    : undefined;
}

const typedWords = (words: readonly string[]) => words.filter((word) => !isFlag(word));

/** Before any command: a slip of an option that may be there, or the name of a command with dashes. */
function optionAlone(given: string, rest: readonly string[]): Hint | string {
  const options = { ...GLOBAL_OPTIONS, version: { type: "boolean", help: "" } as const };
  if (given === "-?") return "";
  const [slip] = nearest(bareName(given), Object.keys(options));
  if (slip !== undefined) return `Did you mean --${slip}?`;
  const meant = ranked([...optionAsWords(given), ...rest]);
  if (meant.length > 0) return didYouMean(meant);
  const option = suggestOption(given, options);
  return option === undefined ? "" : `Did you mean ${option}?`;
}

function valueHint(given: string, command: Command): string {
  const option = { ...GLOBAL_OPTIONS, ...command.options }[given.replace(/^--?/, "")];
  return option === undefined ? "" : `${option.value ?? "A value"}: ${option.help}.`;
}
