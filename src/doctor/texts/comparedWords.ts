// Sentences as words that can be compared, English and Chinese. Pure.
//
// What makes two sentences different facts although they look alike is kept apart from the rest: numbers, code, paths and
// names with signs in them ("hard" words), and whether the sentence denies. Chinese is compared by its characters.

import { either, wordSet, remembered } from "../../base/index.ts";

export interface Sentence {
  /** Content words in order, each once, stemmed; single characters for Chinese. */
  readonly words: readonly string[];
  /** Numbers, code, paths: sentences that differ in one of them say different things. */
  readonly hard: readonly string[];
  /** How many negations it has. */
  readonly negations: number;
  /** How much there is to compare: a word counts one and a half Chinese characters. */
  readonly weight: number;
}

const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_./:@#+~\\-]*`;
const PIECE = new RegExp(String.raw`${"`([^`]+)`"}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|${WORD}`, "gu");
const PLAIN_PIECE = /[A-Za-z0-9][A-Za-z0-9./:@#+-]*/g;
const DIGITS = /^[0-9]+$/;
/** "Plan B", and not "I". */
const CAPITAL = /^[A-HJ-Z]$/;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Most lines: nothing in them is written in another way, or marked. */
const PLAIN = /^[A-Za-z0-9 "(),./:;!?=+<>&%@#$-]*$/;

const STOP = wordSet(
  "a an the this that these those is are am be been being to of for in on at by with and or as it its i my me we our us you your he she",
  "they his her their them user users person owner do does did has have had will would should shall must can could may might please",
  "always just also really very so then there here said says told asked wants want likes remember note noted",
);
const NEGATIONS = wordSet(
  "not no never none cannot neither nor don dont doesn doesnt isn isnt aren arent won wont shouldn shouldnt avoid without",
);
/** Characters that carry no fact of their own. */
const STOP_CHARS = new Set("的了着过地得之在和与及把被给对也都很就请会要应该必须总我你他她它们这那个一种吧啊呢吗是将");
const DENYING_CHARS = new Set("不没别勿无非未");
/** Words in which those characters deny nothing. */
const NOT_DENYING = new RegExp(
  either`
  不(?:同|过|仅|错|断|少|足|但|得不|管|论|久|妨|止|禁), 差不多, 要不, 别(?:的|人|处|名), 特别, 分别, 个别, 区别, 类别, 级别, 识别,
  无论, 非常, 除非, 未来, 没准
`,
  "gu",
);

export function readSentence(text: string): Sentence {
  const isPlain = PLAIN.test(text);
  const plain = isPlain ? text : withoutMarks(text);
  const words = new Set<string>();
  const hard: string[] = [];
  let negations = 0;
  let weight = 0;
  const take = (word: string, each = 1.5) => {
    words.add(word);
    weight += each;
  };
  for (const [at, piece] of (plain.match(isPlain ? PLAIN_PIECE : PIECE) ?? []).entries()) {
    const { kind, word } = readPiece(piece);
    if (kind === "denies") negations++;
    else if (kind === "wide") take(word, 1);
    else if (kind === "hard" || (piece.length === 1 && CAPITAL.test(piece) && (at > 0 || !plain.startsWith(piece)))) {
      hard.push(word);
      take(word);
    } else if (kind === "word") take(word);
  }
  return { words: [...words], hard: hard.sort(), negations, weight };
}

function withoutMarks(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}/g, "")
    .replace(/n['’]t\b/gi, " not")
    .replace(NOT_DENYING, " ");
}

interface Piece {
  /** empty: it says nothing. */
  readonly kind: "denies" | "wide" | "hard" | "word" | "empty";
  readonly word: string;
}

/** Of each kind; a long mind has no more words. */
export const MOST_REMEMBERED = 50_000;

/** A word or a character; the same ones come again and again. */
const readPiece = remembered(MOST_REMEMBERED, (piece): Piece => {
  if (DIGITS.test(piece)) return { kind: "hard", word: piece };
  if (piece.startsWith("`")) return { kind: "hard", word: piece.slice(1, -1).trim() };
  if (WIDE.test(piece)) return { kind: DENYING_CHARS.has(piece) ? "denies" : STOP_CHARS.has(piece) ? "empty" : "wide", word: piece };
  const word = piece
    .toLowerCase()
    .replace(/['’]s$/, "")
    .replace(/(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/u, "");
  if (NEGATIONS.has(word)) return { kind: "denies", word };
  if (isHard(word)) return { kind: "hard", word };
  return { kind: STOP.has(word) || word === "" ? "empty" : "word", word: stem(word) };
});

function isHard(word: string): boolean {
  return /\p{N}|[/._@#+\\:~]/u.test(word);
}

/** Light: enough that "prefers tabs" and "prefer tab" meet. */
export const stem = remembered(MOST_REMEMBERED, stemOf);

function stemOf(word: string): string {
  if (word.length <= 3 || !/^[a-z-]+$/.test(word)) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s")) return stem(word.slice(0, -1));
  if (word.endsWith("ing") && word.length > 6) return undouble(word.slice(0, -3));
  if (word.endsWith("ed") && word.length > 5) return undouble(word.slice(0, -2));
  return word.length > 4 ? word.replace(/e$/, "") : word;
}

function undouble(word: string): string {
  return /bb$|dd$|gg$|ll$|mm$|nn$|pp$|rr$|tt$/.test(word) ? word.slice(0, -1) : word.replace(/e$/, "");
}

/** An expression for what ends a text would look at each run of such characters again. */
function withoutStop(text: string): string {
  let end = text.length;
  while (end > 0 && " .;!,".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** For exact comparison: case outside code, width, marks of emphasis and the final stop do not count. */
export function normalise(text: string): string {
  if (PLAIN.test(text) && !text.includes("  ")) return withoutStop(text.toLowerCase()).trim();
  return text
    .normalize("NFKC")
    .split("`")
    .map((piece, index) => (index % 2 === 1 ? piece : piece.toLowerCase().replace(/[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}/g, "")))
    .join("`")
    .replace(/\s+/g, " ")
    .replace(/(?<![\s.。;；!！,，])[\s.。;；!！,，]+$/u, "")
    .trim();
}
