// English stems: Snowball's English stemmer ("Porter2"), written from its published description. On LoCoMo it finds a
// little more than Porter's first one (docs/benchmarks.md), and it leaves words like "news" and "only" alone.
//
// A word is lower-case ASCII letters. A `Y` inside of one marks a y that counts as a consonant.

const VOWEL = "[aeiouy]";
const WHOLE: Readonly<Record<string, string>> = {
  skis: "ski",
  skies: "sky",
  dying: "die",
  lying: "lie",
  tying: "tie",
  idly: "idl",
  gently: "gentl",
  ugly: "ugli",
  early: "earli",
  only: "onli",
  singly: "singl",
  sky: "sky",
  news: "news",
  howe: "howe",
  atlas: "atlas",
  cosmos: "cosmos",
  bias: "bias",
  andes: "andes",
};
const KEPT = new Set(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]);

const REGION = new RegExp(`^.*?${VOWEL}[^aeiouy]`);
const HAS_VOWEL = new RegExp(VOWEL);
const SHORT_END = /(?:^|[^aeiouy])[aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$/;
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;

/** Longest first: the first that fits decides. */
const STEP_2: readonly (readonly [string, string])[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["li", ""],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ative", ""],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP_4 = "ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic".split(" ");

export function stemEnglish(given: string): string {
  if (given.length <= 2) return given;
  if (Object.hasOwn(WHOLE, given)) return WHOLE[given] as string;
  let word = given.replace(/^y|([aeiouy])y/g, "$1Y");
  // Where the two regions begin is fixed before anything is cut off.
  const r1 = firstRegion(word);
  const r2 = r1 + regionOf(word.slice(r1));

  word = withoutPlural(word);
  if (KEPT.has(word)) return word;
  word = withoutPast(word, r1);
  word = word.replace(/(?<=.[^aeiouy])[yY]$/, "i");
  word = replaceEnding(word, r1, STEP_2, (ending, before) =>
    ending === "li" ? /[cdeghkmnrt]$/.test(before) : ending === "ogi" ? before.endsWith("l") : true,
  );
  word = replaceEnding(word, r1, STEP_3, (ending, before) => ending !== "ative" || before.length >= r2);
  const ending = STEP_4.find((each) => word.endsWith(each));
  if (ending !== undefined) {
    const before = word.slice(0, -ending.length);
    if (before.length >= r2 && (ending !== "ion" || /[st]$/.test(before))) word = before;
  }
  const before = word.slice(0, -1);
  if (word.endsWith("e") && (before.length >= r2 || (before.length >= r1 && !SHORT_END.test(before)))) word = before;
  else if (word.endsWith("ll") && before.length >= r2) word = before;
  return word.toLowerCase();
}

/** What is behind the first consonant that follows a vowel. */
function regionOf(word: string): number {
  return REGION.exec(word)?.[0].length ?? word.length;
}

function firstRegion(word: string): number {
  return /^(?:gener|commun|arsen)/.exec(word)?.[0].length ?? regionOf(word);
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (/(?:us|ss)$/.test(word) || !word.endsWith("s")) return word;
  return HAS_VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function withoutPast(word: string, r1: number): string {
  const ending = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word)?.[0];
  if (ending === undefined) return word;
  const before = word.slice(0, -ending.length);
  if (ending.startsWith("eed")) return before.length >= r1 ? `${before}ee` : word;
  if (!HAS_VOWEL.test(before)) return word;
  if (/(?:at|bl|iz)$/.test(before)) return `${before}e`;
  if (DOUBLE.test(before)) return before.slice(0, -1);
  return r1 >= before.length && SHORT_END.test(before) ? `${before}e` : before;
}

function replaceEnding(
  word: string,
  region: number,
  endings: readonly (readonly [string, string])[],
  may: (ending: string, before: string) => boolean,
): string {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const before = word.slice(0, -found[0].length);
  return before.length >= region && may(found[0], before) ? before + found[1] : word;
}
