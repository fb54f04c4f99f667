// What the program says in English, in the page's language: reasons, readings, doubts and errors. What a file says, commands
// and paths stay as they are. A text of which a part is not known is null, and the caller has something else to say.

import type { Language } from "../../src/base/locale.ts";
import { doubtText } from "../../src/rules/doubtText.ts";
import { builtInOf } from "./builtIn.ts";
import { ERROR_SENTENCES, ERRORS_BY_CODE } from "./errors.ts";
import { DOUBTS, READING_PARTS, WHY_ADVICE } from "./readings.ts";
import { PROTECTED, SENTENCES } from "./sentences.ts";
import { STEERING } from "./steering.ts";

interface Template {
  /** Literal pieces; between two of them is a value. */
  readonly pieces: readonly string[];
  readonly kinds: readonly string[];
  readonly chinese: string;
}

type Rows = readonly (readonly [string, string])[];

const SLOT = /\{(\w?)\}/;

export function templatesOf(rows: Rows): readonly Template[] {
  return rows.map(([english, chinese]) => {
    const parts = english.split(SLOT);
    return { pieces: parts.filter((_, at) => at % 2 === 0), kinds: parts.filter((_, at) => at % 2 === 1), chinese };
  });
}

const sentences = templatesOf(SENTENCES);
const doubts = templatesOf([...DOUBTS, ...STEERING]);
const errors = templatesOf(ERROR_SENTENCES);
const parts = Object.keys(READING_PARTS).sort((a, b) => b.length - a.length);

interface Fit {
  readonly said: string;
  /** Where the text goes on. */
  readonly end: number;
}

/** Values are what stands up to the next literal piece: nothing is tried twice. */
function fit({ pieces, kinds, chinese }: Template, text: string, from: number): Fit | null {
  const [first = "", ...others] = pieces;
  if (!text.startsWith(first, from)) return null;
  let at = from + first.length;
  const values: string[] = [];
  for (const [index, piece] of others.entries()) {
    const end = piece === "" ? endOfWord(text, at, kinds[index]) : placeOf(text, piece, at, index === others.length - 1);
    if (end === -1) return null;
    const value = valueOf(text.slice(at, end), kinds[index] ?? "");
    if (value === null) return null;
    values.push(value);
    at = end + piece.length;
  }
  if (at < text.length && text[at] !== " ") return null;
  let next = 0;
  return { said: chinese.replace(/\{(\w?)\}/g, (_, nth) => values[/\d/.test(nth) ? Number(nth) - 1 : next++] ?? ""), end: at };
}

/** The last piece ends a sentence: "AGENTS.md:3." has no end within. */
function placeOf(text: string, piece: string, from: number, isLast: boolean): number {
  let at = text.indexOf(piece, from);
  while (isLast && at !== -1 && at + piece.length < text.length && text[at + piece.length] !== " ") at = text.indexOf(piece, at + 1);
  return at;
}

const endOfWord = (text: string, at: number, kind: string | undefined): number => {
  const space = kind === "w" ? text.indexOf(" ", at) : -1;
  return space === -1 ? text.length : space;
};

function valueOf(value: string, kind: string): string | null {
  if (kind === "r") return readingInChinese(value);
  if (kind === "s") return allInChinese(sentences, value);
  if (kind === "p") return PROTECTED[value] ?? null;
  if (kind === "d")
    return value
      .split("; ")
      .map((each) => allInChinese(doubts, each) ?? each)
      .join("；");
  // A value never reaches over the end of a sentence.
  return value.includes(". ") ? null : value;
}

/** Sentence after sentence. */
export function allInChinese(templates: readonly Template[], text: string): string | null {
  let said = "";
  let at = 0;
  while (at < text.length) {
    const found = first(templates, text, at);
    if (found === null) return null;
    said += found.said;
    at = found.end + 1;
  }
  return said;
}

export function first(templates: readonly Template[], text: string, at: number): Fit | null {
  for (const template of templates) {
    const found = fit(template, text, at);
    if (found !== null) return found;
  }
  return null;
}

const HAN_AT_END = /[\p{Script=Han}，。、：；（）] ?$/u;
const HAN_AT_START = /^ ?[\p{Script=Han}，。、：；（）]/u;

/** A space is between Chinese and a code span, none between Chinese and Chinese. */
function joined(said: string, next: string): string {
  return HAN_AT_END.test(said) && HAN_AT_START.test(next) ? said.trimEnd() + next.trimStart() : said + next;
}

/** Code spans, quotations and numbers stay; the words between them are known or the whole is not. */
function readingInChinese(text: string): string | null {
  let said = "";
  let at = 0;
  while (at < text.length) {
    const kept = keptAt(text, at);
    const part = kept === "" ? parts.find((each) => text.startsWith(each, at)) : undefined;
    if (kept === "" && part === undefined) return null;
    const next = part === undefined ? kept : (READING_PARTS[part] ?? "");
    said = joined(said, next);
    at += (part ?? kept).length;
  }
  return said;
}

/** A code span whose end was cut off goes to the end of the text. */
function keptAt(text: string, at: number): string {
  if (text[at] !== "`") return /^\d+/.exec(text.slice(at, at + 12))?.[0] ?? "";
  const end = text.indexOf("`", at + 1);
  return text.slice(at, end === -1 ? undefined : end + 1);
}

/** Sentences that tell an agent, or somebody at a terminal, what to do: the page has buttons for it. */
const FOR_OTHERS: readonly (readonly [RegExp, string])[] = [
  [/ Ask, and wait for the answer\./, ""],
  [/ If the line does not mean that, a person can run: (codicil policy dismiss \S+)/, "如果这一行不是这个意思：$1"],
  [/ A person may allow it once with: (codicil allow \S+)/, "只放行这一次：$1"],
  [/ This was refused \d+ times now: stop trying and ask the person\./, ""],
];

const forPeople = (text: string): string => FOR_OTHERS.reduce((left, [each]) => left.replace(each, ""), text);

/** `rules` names the built-in rule that is told where the sentence itself is not known. */
export function reasonIn(language: Language, given: string, rules: readonly { readonly id: string }[] = []): string {
  const text = forPeople(given);
  if (language === "en" || text === "") return text;
  const known = allInChinese(sentences, text);
  if (known !== null) return known;
  const rule = rules.map(({ id }) => builtInOf(id, language)).find((each) => each !== null);
  return rule === undefined ? (firstSentence(text) ?? text) : `内置规则“${rule.name}”：${rule.stops}。`;
}

/** With what a person can do about it there, where the page has buttons. */
export function reasonAtTerminal(text: string, rules: readonly { readonly id: string }[] = []): string {
  const ways = FOR_OTHERS.map(([each, said]) => each.exec(text)?.[0].replace(each, said) ?? "");
  return reasonIn("zh", text, rules) + ways.filter((each) => each !== "").join("；");
}

/** Of a text whose end is not known, the beginning that is. */
function firstSentence(text: string): string | null {
  return first(sentences, text, 0)?.said ?? null;
}

/** How a line was read, or why it is not enforced. */
export function readingIn(language: Language, told: string): string {
  const text = doubtText(told);
  if (language === "en") return WHY_ADVICE[text] ?? text;
  return allInChinese(doubts, text) ?? readingInChinese(text) ?? text;
}

export function errorIn(
  language: Language,
  error: { readonly message: string; readonly code?: string; readonly hint?: string | undefined },
): string {
  const text = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  if (language === "en") return text;
  const [said, hint] = [error.message, error.hint ?? ""].map((each) => allInChinese(errors, each));
  if (said !== null && hint !== null) return hint === "" ? `${said}。` : `${said}。${hint}`;
  return ERRORS_BY_CODE[(error.code ?? "UNKNOWN") as "UNKNOWN"] ?? text;
}
