// The words of a text as two texts are compared by them: case, accents, look-alike letters, hidden characters, endings and
// words that carry nothing are taken away. Scripts without spaces give one character each.

import { simplified, wordSet } from "../../base/index.ts";
import { foldLetters } from "../characters/lookalikes.ts";
import { withoutIgnorables } from "../characters/properties.ts";

export interface Words {
  /** Spaced words, stemmed, in order. */
  readonly spaced: readonly string[];
  /** Characters of scripts without spaces, in runs that nothing else interrupts. */
  readonly runs: readonly string[];
}

const EMPTY = wordSet(
  "a an the of to in on at for and or but is are was were be been being it its this that these those with by as from will",
  "would shall can could should may might must do does did has have had if then than so such there their they them we our",
  "us you your he she his her i my me also just very really please https http www com",
);

/** Characters that glue Chinese sentences together: dropped or added without changing what they say. */
const GLUE = new Set("的了是在和与及或就都也把被将会要请其之而且还");

export function readWords(text: string): Words {
  const spaced: string[] = [];
  const runs: string[] = [];
  let run = "";
  let word = "";
  const endWord = (): void => {
    if (word !== "" && !EMPTY.has(word)) spaced.push(stem(word));
    word = "";
  };
  const endRun = (): void => {
    if (run !== "") runs.push(run);
    run = "";
  };
  for (const char of simplified(foldLetters(withoutIgnorables(text)).toLowerCase())) {
    const code = char.codePointAt(0) ?? 0;
    if (isUnspacedCode(code)) {
      endWord();
      if (!GLUE.has(char)) run += char;
    } else if (isWordCode(code)) {
      endRun();
      word += char;
    } else if (code !== APOSTROPHE && code !== CURLY) {
      endWord();
      if (!isLooseSpace(code)) endRun();
    }
  }
  endWord();
  endRun();
  return { spaced, runs };
}

const APOSTROPHE = 39;
const CURLY = 0x2019;

function isUnspacedCode(code: number): boolean {
  return (code >= 0x3400 && code <= 0x9fff) || (code >= 0x3040 && code <= 0x30ff) || (code >= 0x20000 && code <= 0x3ffff);
}

function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return code >= 0xc0 && code < 0x2000 ? true : code >= 0xa000 && code < 0xe000;
}

/** Spaces and commas inside a Chinese sentence do not part it. */
function isLooseSpace(code: number): boolean {
  return code === 32 || code === 0x3000 || code === 44 || code === 0xff0c || code === 0x3001;
}

/** Longest first. */
const ENDINGS: readonly (readonly [ending: string, instead: string])[] = [
  ["ies", "y"],
  ["ing", ""],
  ["ed", ""],
  ["es", ""],
  ["ly", ""],
  ["s", ""],
];

/** So that "deploys", "deployed" and "deploying" are one word. Not a stemmer: both sides are cut alike, and that is enough. */
function stem(word: string): string {
  if (word.length < 5) return word.endsWith("s") && word.length === 4 && !word.endsWith("ss") ? word.slice(0, -1) : word;
  const found = ENDINGS.find(([ending]) => word.endsWith(ending) && !(ending === "s" && word.endsWith("ss")));
  const cut = found === undefined ? word : word.slice(0, -found[0].length) + found[1];
  const bare = cut.length > 3 && cut.endsWith("e") ? cut.slice(0, -1) : cut;
  return bare.length > 3 && bare.at(-1) === bare.at(-2) ? bare.slice(0, -1) : bare;
}
