// Letters that pretend to be others: Cyrillic, Greek and Armenian look-alikes, small capitals, styled and squared letters.

import { withoutMarks } from "./properties.ts";

const PAIRS =
  "аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwкkгrАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSαaοoνvρpιiκkυuτtεeηnχxγyΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX" +
  "օoոnսuհhզqıiɡgɑaᴀaʙbᴄcᴅdᴇeɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrᴛtᴜuᴠvᴡwʏyᴢz";

const fold = new Map<string, string>();
for (let i = 0; i < PAIRS.length; i += 2) fold.set(PAIRS[i] ?? "", PAIRS[i + 1] ?? "");

/** Letters that read as others. Global: set `lastIndex` before use. */
export const FOLDABLE = new RegExp(
  String.raw`[\u0131\u0251-\u029f\u0370-\u058f\u1d00-\u1d7f\u2100-\u218f\u2460-\u24ff\ufb00-\ufb06\uff10-\uffef]|` +
    String.raw`[\u0300-\u036f]|\ud835|\ud83c[\udd50-\uddff]`,
  "g",
);
const SQUARED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

/** The text as a hurried reader sees it: styled letters plain, accents gone, look-alikes Latin. Line breaks stay. */
export function foldLetters(text: string): string {
  const normal = withoutMarks(text.replace(SQUARED, plainSquare).normalize("NFKD"));
  return normal.replace(/[\u0131\u0251-\u029f\u0370-\u058f\u1d00-\u1d7f]/g, (char) => fold.get(char) ?? char);
}

/** Mixes Latin letters with another script and folds to one plain Latin word: "аdmin", but not "Δt" or "µs". */
export function isLookAlikeWord(word: string): boolean {
  return word.length >= 3 && /[A-Za-z]/.test(word) && /[^A-Za-z]/.test(word) && /^[A-Za-z]+$/.test(foldLetters(word));
}

/** Regional indicators and negative squared letters, which compatibility normalisation leaves alone. */
function plainSquare(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const from = code >= 0x1f1e6 ? 0x1f1e6 : code >= 0x1f170 ? 0x1f170 : 0x1f150;
  return String.fromCharCode(97 + code - from);
}
