// Words of other languages than English and Chinese: stemmers know few of their forms and none of their compounds, and most
// languages have no stemmer here (Turkish, Arabic, Greek, Hebrew, Polish, Thai). So a word is also found by its pieces, runs
// of a few characters that words of one root have in common. Scripts without spaces are found by nothing else.

/** Of a script that is not Latin: what it is tells itself, as the languages in Latin letters have to be told by their words. */
const OF_A_SCRIPT = /^(?:(?!\p{Script=Latin})[\p{L}\p{M}])+$/u;
/** A character is a syllable: three say as much as four letters. */
const SYLLABLES = /^[\p{Script=Ethiopic}\p{Script=Cherokee}]/u;
/** Vowels are characters of their own: five say as much. */
const VOWEL_SIGNS = new RegExp(
  `^[${"Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala"
    .split(" ")
    .map((script) => `\\p{Script=${script}}`)
    .join("")}]`,
  "u",
);
const LETTERS = 4;

export function isOfAScript(word: string): boolean {
  return OF_A_SCRIPT.test(word);
}

/** The runs of characters in a word that is folded; none in a shorter one. `mark`: of the language, where the script does not tell. */
export function piecesOf(word: string, mark = ""): string[] {
  const characters = [...word];
  const length = mark !== "" ? LETTERS : SYLLABLES.test(word) ? 3 : VOWEL_SIGNS.test(word) ? 5 : LETTERS;
  return characters.slice(length - 1).map((_, at) => `+${mark}${characters.slice(at, at + length).join("")}`);
}

/** The term of every unit that has pieces: how rare a piece is, is reckoned among these, or it would count as rare wherever most texts are English. */
export const HAS_PIECES = "+";

export function isPiece(term: string): boolean {
  return term.startsWith("+");
}

/** The characters of a piece, as a text has them where its script tells the language; any other term as it is. */
export function barePiece(term: string): string {
  return isPiece(term) ? term.slice(1) : term;
}

/** Marks that are left out in writing, or move when a word is bent. Vowel signs of other scripts are letters. */
const MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;
/** One letter in several shapes, which Unicode keeps apart; the stretching sign of Arabic is none. */
const SHAPES: ReadonlyMap<string, string> = new Map([
  ["ς", "σ"],
  ["ı", "i"],
  ["đ", "d"],
  ["ł", "l"],
  ["ø", "o"],
  ["ى", "ي"],
  ["ی", "ي"],
  ["ک", "ك"],
  ["ة", "ه"],
  ["ـ", ""],
]);
const SHAPED = new RegExp(`[${[...SHAPES.keys()].join("")}]`, "g");

/** Without the marks and shapes by which two spellings of a word differ. */
export function folded(word: string): string {
  return word
    .normalize("NFKD")
    .replace(MARKS, "")
    .normalize("NFC")
    .replace(SHAPED, (letter) => SHAPES.get(letter) ?? letter);
}
