// A snippet: at most 200 characters of a unit, around the place where most of the query is.

import { countChars, simplified } from "../../base/index.ts";
import { type Language, languageOf } from "../reading/languages.ts";
import { barePiece, isPiece } from "../reading/wordPieces.ts";
import { readWords } from "../reading/tokeniser.ts";

const LONGEST = 200;

/** The part of a text around what was found. */
export function snippetOf(text: string, terms: ReadonlySet<string>): string {
  const flat = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const characters = [...flat];
  if (characters.length <= LONGEST) return flat;
  const hits = placesOf(characters, terms, languageOf(flat));
  // The window that holds most different terms; the first of them where several do.
  const room = LONGEST - 2;
  let best = { start: 0, worth: -1 };
  for (const { at } of hits.length === 0 ? [{ at: 0 }] : hits) {
    const start = Math.max(0, Math.min(at - 30, characters.length - room));
    const inside = hits.filter((hit) => hit.at >= start && hit.at < start + room);
    const worth = new Set(inside.map(({ term }) => term)).size;
    if (worth > best.worth) best = { start, worth };
  }
  const end = Math.min(characters.length, best.start + room);
  return `${best.start > 0 ? "…" : ""}${characters.slice(best.start, end).join("").trim()}${end < characters.length ? "…" : ""}`;
}

/** The words of a text that stand for one of the terms, each once, as they are written. */
export function matchedWords(text: string, terms: ReadonlySet<string>): string[] {
  const language = languageOf(text);
  const words = text.split(/[\s\p{Cc}]+/u).flatMap((chunk) => {
    const bare = chunk.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, "");
    if (!WITHOUT_SPACES.test(bare)) return isMatched(readWords(bare, language).terms, terms) ? [bare] : [];
    // A run without spaces is no word: what was looked for is in it.
    const plain = simplified(bare);
    return [...terms]
      .map(barePiece)
      .flatMap((term) =>
        term.length > 1 && plain.includes(term) ? [bare.slice(plain.indexOf(term), plain.indexOf(term) + term.length)] : [],
      );
  });
  return [...new Set(words)].filter((word) => word !== "").slice(0, MOST_MATCHED);
}

const MOST_MATCHED = 12;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Of the pieces of a word, one in so many: words grow by endings. */
const MATCHED = 4;

/** A word with one of the terms, or with enough of its pieces among them: one piece is in many words. */
function isMatched(own: readonly string[], terms: ReadonlySet<string>): boolean {
  const pieces = own.filter(isPiece);
  return (
    own.some((term) => !isPiece(term) && terms.has(term)) ||
    (pieces.length > 0 && pieces.filter((piece) => terms.has(piece)).length * MATCHED >= pieces.length)
  );
}

/** Only as many as a long text needs: a query term that is everywhere adds nothing. */
const MOST_PLACES = 200;

function placesOf(characters: readonly string[], terms: ReadonlySet<string>, language: Language | null): { at: number; term: string }[] {
  const places: { at: number; term: string }[] = [];
  let word = "";
  let start = 0;
  const close = (end: number) => {
    if (word === "") return;
    const known = readWords(word, language).terms.filter((term) => terms.has(term));
    for (const term of known) {
      // In a run without spaces, look for the term itself.
      const within = simplified(word).indexOf(barePiece(term));
      places.push({ at: within > 0 ? start + countChars(word.slice(0, within)) : start, term });
    }
    word = "";
    start = end;
  };
  for (let at = 0; at <= characters.length && places.length < MOST_PLACES; at++) {
    const each = characters[at] ?? " ";
    if (each === " ") close(at + 1);
    else {
      if (word === "") start = at;
      word += each;
    }
  }
  return places;
}
