// Unicode properties by name. Building such a set takes a millisecond or two, so each is built when it is first asked.

function property(set: string, flags: "u" | "v" = "u"): (char: string) => boolean {
  let pattern: RegExp | undefined;
  return (char) => (pattern ??= new RegExp(`^${set}$`, flags)).test(char);
}

function lazily(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, flags));
}

export const isPicture = property("[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u20e3\\u{e007f}]");
export const isEmoji = property("[\\p{Emoji}\\p{Extended_Pictographic}]");
export const isIdeograph = property("\\p{Script=Han}");
export const isMongolian = property("\\p{Script=Mong}");
export const isKhmer = property("\\p{Script=Khmr}");
export const isJamo = property("[\\u1100-\\u115e\\u1161-\\u11ff]");
export const isLetter = property("\\p{L}");
export const isMark = property("\\p{M}");
export const isPrivate = property("\\p{Co}");
export const isUnassigned = property("\\p{Cn}");
export const isNoncharacter = property("\\p{Noncharacter_Code_Point}");
export const isIgnorable = property("\\p{Default_Ignorable_Code_Point}");
/** Format characters with a glyph of their own, such as the Arabic end of ayah. */
export const isVisibleFormat = property("[\\p{Cf}--\\p{Default_Ignorable_Code_Point}]", "v");
/** Scripts whose letters join, and need joiners to do so or not. */
const JOINING = "Arab Syrc Thaa Nkoo Mand Mong Adlm Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali";
export const isJoining = property(`[${JOINING.replace(/\w+/g, "\\p{scx=$&}").replaceAll(" ", "")}]`);
/** Scripts without spaces between words, where a zero-width space says where a line may break. */
export const isUnspaced = property(
  `[${"Thai Laoo Khmr Mymr Tibt Han Hira Kana Java Bali".replace(/\w+/g, "\\p{scx=$&}").replaceAll(" ", "")}]`,
);
/** What has standardised variants: ideographs, symbols, some scripts; never the letters that sentences here are made of. */
export const isVariable = property("[[\\p{L}\\p{Sm}\\p{So}]--[\\p{Script=Latn}\\p{Script=Grek}\\p{Script=Cyrl}]]", "v");

const suspect = lazily("[[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\u2800]--[\\n\\r\\t]]+", "vy");
const rightToLeft = lazily(
  `[\\p{L}&&[${"Hebr Arab Syrc Thaa Nkoo Adlm Mand Samr".replace(/\w+/g, "\\p{Script=$&}").replaceAll(" ", "")}]]`,
  "v",
);
const markFlood = lazily("\\p{Mn}{9,}", "gu");
const ignorables = lazily("\\p{Default_Ignorable_Code_Point}", "gu");
const marks = lazily("\\p{Mn}+", "gu");

/** The run of characters at this offset that are suspect by a property of theirs. */
export function suspectRunAt(text: string, at: number): string | undefined {
  const pattern = suspect();
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

export function runsRightToLeft(text: string): boolean {
  return rightToLeft().test(text);
}

export function findMarkFloods(text: string): Iterable<RegExpExecArray> {
  return text.matchAll(markFlood());
}

export function findSpaceMixes(text: string): Iterable<RegExpExecArray> {
  return text.matchAll(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]{4,}/g);
}

export function withoutIgnorables(text: string): string {
  return text.replace(ignorables(), "");
}

export function withoutMarks(text: string): string {
  return text.replace(marks(), "");
}
