// Characters that change how text looks without being seen are named where they are: a person decides about what they
// can see.

const UNSEEN = /[\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0\u2800]/gu;
/** Line breaks and tabs are layout; U+200D joins emoji and letters of several scripts. */
const HARMLESS = new Set(["\n", "\t", "\u200d", "\u00ad"]);

export function visible(text: string): string {
  return text.replace(UNSEEN, (character) =>
    HARMLESS.has(character) ? character : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
