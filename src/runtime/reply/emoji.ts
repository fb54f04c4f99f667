// Emoji as people see them: one picture, however many code points it is made of (OR-41). Pure.

const PICTURE = String.raw`(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)`;
/** What may hang on to a picture without being one of the combinations that Unicode recommends. */
const TRAIN = String.raw`(?:\uFE0F|\u20E3|\p{EMod}|\u200D(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)?|[\u{E0020}-\u{E007F}])*`;
const EMOJI = new RegExp(PICTURE + TRAIN, "vy");
const KINDS = String.raw`\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}`;
const PART = new RegExp(String.raw`^[${KINDS}\u200D\uFE0F\u20E3\u{E0020}-\u{E007F}]$`, "u");
const KEYCAP_BASE = /^[0-9#*]$/;

/** The emoji that begins exactly here, or null. */
export function emojiAt(text: string, at: number): string | null {
  EMOJI.lastIndex = at;
  return EMOJI.exec(text)?.[0] ?? null;
}

/** How much of the text can be judged while more of it may come: an emoji at the end may still grow. */
export function settledLength(text: string): number {
  let end = text.length;
  const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
  const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
  if (end > 0 && isHigh(text.charCodeAt(end - 1))) end--;
  while (end > 0) {
    const size = end > 1 && isLow(text.charCodeAt(end - 1)) && isHigh(text.charCodeAt(end - 2)) ? 2 : 1;
    if (!PART.test(text.slice(end - size, end))) break;
    end -= size;
  }
  return end > 0 && KEYCAP_BASE.test(text.charAt(end - 1)) ? end - 1 : end;
}

/** Whether there may be an emoji at all: most text has none, and is not looked at character by character. */
export function mayHaveEmoji(text: string): boolean {
  return /[\p{Extended_Pictographic}\p{Emoji_Presentation}\u20E3]/u.test(text);
}
