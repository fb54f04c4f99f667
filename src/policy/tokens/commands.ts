// Commands that a sentence names without backticks: "git push --force", "make deploy", "never scancel".

import { wordSet } from "../../base/index.ts";
import { LIBRARIES } from "../kinds/libraries.ts";
import type { Tree } from "../lexicon/tree.ts";
import { AMBIGUOUS, BARE_PROGRAMS, DONE_PROGRAMS, KNOWN_PROGRAMS, NAMED_TARGETS, PAIRED_PROGRAMS, SUBCOMMANDS } from "../match/programs.ts";
import { lookUp, type Phrase } from "./lookUp.ts";
import { type Span, spanOf } from "./spans.ts";
import { classOf, isJoin, type Token } from "./token.ts";
import { HERE, SCRIPT, type Unit } from "./units.ts";

/** What units name, and how many of them. */
export interface Named {
  readonly span: Span;
  readonly length: number;
}

/** Where a name may begin: the tokens before it, and the phrase of the table that begins there. */
export interface Place {
  readonly units: readonly Unit[];
  readonly at: number;
  readonly tokens: readonly Token[];
  readonly found: Phrase | null;
  readonly tree: Tree;
}

export function commandAt(place: Place): Named | null {
  const { units, at, tokens, found, tree } = place;
  const target = runs(tokens) ? namedTarget(units, at, tree) : null;
  if (target !== null || units[at]?.word == null) return target;
  return anotherUse(place) ?? bareCommand(units, at) ?? (found === null || found.length === 1 ? commanded(place) : null) ?? guessed(place);
}

const PRODUCTS: ReadonlySet<string> = new Set(["Prettier", "Biome", "Ruff", "ESLint", "RuboCop", "Rubocop"]);

/** A word that is a library or a command by itself, with and without backticks. */
function namedAlone(name: string): Span | null {
  if (LIBRARIES.has(name)) return { ...spanOf(name, { code: false }), type: "name" };
  if (!name.includes("-")) return null;
  const [program = "", sub = "", more] = name.split("-");
  // "ruff-format"
  const joined = more === undefined && SUBCOMMANDS.has(sub) && KNOWN_PROGRAMS.has(program) && !AMBIGUOUS.has(program);
  return joined && !KNOWN_PROGRAMS.has(name) ? { ...spanOf(`${program} ${sub}`, { code: false }), sure: false } : null;
}

const named = (words: readonly string[]): Named => ({
  span: { ...spanOf(words.join(" "), { code: false }), type: "command", words, sure: true },
  length: 1,
});

const isSubcommand = (text: string): boolean => SUBCOMMANDS.has(text) || SCRIPT.test(text);

/** "terraform apply / destroy", "rails db:drop, db:reset": the same program once more. */
function anotherUse({ units, at, tokens }: Place): Named | null {
  const { word: sub, text } = units[at] as Unit;
  const [before, last] = [tokens.at(-2), tokens.at(-1)];
  const words = before?.span?.type === "command" ? before.span.words : [];
  if (words.length !== 2 || sub === null || sub !== text || !isSubcommand(sub)) return null;
  const [program = "", first = ""] = words;
  const listed = SCRIPT.test(sub) && SCRIPT.test(first) && isJoin(last);
  return listed || last?.text === "/" ? named([program, sub]) : null;
}

/** "Never scancel", "no ssh, scp or rsync to any host": a program that is no word, where only an act or a thing can be. */
function commanded({ units, at, tokens }: Place): Named | null {
  const { word: name, text } = units[at] as Unit;
  if (name === null || name !== text || !DONE_PROGRAMS.has(name) || !endsCommand(units[at + 1])) return null;
  const last = tokens.findLast((each) => !/^(?:filler|who)$/.test(classOf(each) ?? ""));
  const forced = isJoin(last) ? tokens.at(-2)?.span?.type === "command" : /^(?:never|before)$/.test(classOf(last) ?? "");
  return forced ? named([name]) : null;
}

/** Adjectives and plurals: "never run untested code", "do not run long jobs". */
const DESCRIBES = /(?:ed|ing|al|ive|ous|ful|less|able|ible|ic|ary|ent|ant|ern|ly|ong|s|y)$/;
const PLAIN_WORD = /^[a-z][a-z\d_-]{3,}$/;

const mayBeProgram = (word: string): boolean => PLAIN_WORD.test(word) && !DESCRIBES.test(word);

const RUNS = /^(?:run|execute|launch|call)$/i;

/** "Never run fastlane release": words that nobody listed, where only a command can be. */
function guessed({ units, at, tokens, found, tree }: Place): Named | null {
  const name = units[at]?.text ?? "";
  if (found !== null || !RUNS.test(tokens.at(-1)?.text ?? "") || !tokens.some((each) => classOf(each) === "never")) return null;
  if (!mayBeProgram(name)) return null;
  const words = hasVerb(units, at + 1, tree) ? [name, units[at + 1]?.text ?? ""] : [name];
  if (words.length === 1 && !endsCommand(units[at + 1])) return null;
  return { span: { ...spanOf(words.join(" "), { code: false }), type: "command", words, sure: false }, length: words.length };
}

/** What the program does, with nothing behind it. */
function hasVerb(units: readonly Unit[], at: number, tree: Tree): boolean {
  const { word = null, text = "" } = units[at] ?? {};
  if (word === null || !/^[a-z][a-z\d:-]+$/.test(text) || AFTER_COMMAND.has(word) || !endsCommand(units[at + 1])) return false;
  return /^(?:act|other)$/.test(lookUp(units, at, tree)?.sense.cls ?? "other");
}

function endsCommand(next: Unit | undefined): boolean {
  if (next === undefined || next.wide) return true;
  return next.word === null ? next.span === null : AFTER_COMMAND.has(next.word);
}

const AFTER_COMMAND = wordSet("or and to into on from against anything any stuff without unless before in with at here");

/** `git push --force`, `npm install` without backticks: a program and the words that follow it. */
function bareCommand(units: readonly Unit[], at: number): Named | null {
  const { word: name, text } = units[at] as Unit;
  if (name === null) return null;
  const alone = namedAlone(name);
  if (alone !== null) return { span: alone, length: 1 };
  if (!isProgram(units, at, name)) return null;
  const words = wordsFrom(units, at, name);
  if (words.length === 1 && (name === "git" || name === "docker" || name === "ssh")) return null;
  // "Run Prettier" may mean a script that runs it.
  const sure = !(words.length === 1 && PRODUCTS.has(text));
  return { span: { ...spanOf(words.join(" "), { code: false }), type: "command", words, sure }, length: words.length };
}

function isProgram(units: readonly Unit[], at: number, name: string): boolean {
  if (BARE_PROGRAMS.has(name)) return true;
  const [next, before, first] = [units[at + 1], units[at - 1], units[at - 2]];
  if (PAIRED_PROGRAMS.has(name)) return units[at]?.text === name && isSubcommand(next?.word ?? "");
  // "sed/cat": what a stroke joins to a program is one.
  return before?.text === "/" && BARE_PROGRAMS.has(first?.word ?? "") && KNOWN_PROGRAMS.has(name);
}

const SCRIPT_RUNNERS = wordSet("npm pnpm yarn bun");

/** "npm run typecheck": whatever the script is called. */
const isScriptOf = ([name = "", run, more]: readonly string[], text: string | null): boolean =>
  run === "run" &&
  more === undefined &&
  SCRIPT_RUNNERS.has(name) &&
  text !== null &&
  /^[a-z][a-z\d:_-]*$/.test(text) &&
  !AFTER_COMMAND.has(text);

function wordsFrom(units: readonly Unit[], at: number, name: string): string[] {
  const words = [name];
  for (let next = at + 1; next < units.length && words.length < 5; next++) {
    const { word: text, text: shown, span } = units[next] as Unit;
    const given =
      span !== null && !span.code && (span.type === "flag" || (words.length > 1 && (span.text === HERE || span.text.startsWith("./"))));
    if (given) words.push(span.text);
    else if (isScriptOf(words, text)) words.push(shown);
    // "Docker Build Readiness" is a title.
    else if (text !== null && words.length < 3 && isSubcommand(text) && !/^[A-Z][a-z]/.test(shown)) words.push(text);
    else break;
  }
  return words;
}

/** "Run make deploy", "never run aws s3 rm": the words behind such a program, up to one that the sentence needs. */
function namedTarget(units: readonly Unit[], at: number, tree: Tree): Named | null {
  const name = units[at]?.text ?? "";
  const most = NAMED_TARGETS[name] ?? 0;
  let end = at + 1;
  while (end <= at + most && isTarget(units, end, tree)) end++;
  const words = units.slice(at, end).map(({ text }) => text);
  return words.length < 2 || isTarget(units, end, tree)
    ? null
    : { span: { ...spanOf(words.join(" "), { code: false }), type: "command", words, sure: true }, length: words.length };
}

function isTarget(units: readonly Unit[], at: number, tree: Tree): boolean {
  const unit = units[at];
  if (unit?.word == null || !/^[a-z][\w-]*$/.test(unit.text)) return false;
  const cls = lookUp(units, at, tree)?.sense.cls ?? "other";
  return cls === "other" || cls === "act" || cls === "noun";
}

/** "Run", and "run `make lint` and". */
function runs(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (isJoin(last)) return tokens.at(-2)?.span?.type === "command";
  return classOf(last) === "act" && last?.sense?.val === "run";
}
