// Characters that show nothing and would hide a secret from the matchers: terminal colours and zero-width
// characters, plain or as escapes in JSON. Matching runs on the text without them; they are put back around.

/** No piece of noise is longer, so a stream need never hold back more. */
const LONGEST_NOISE = 40;

const ESC = "\u001b";
const CSI = "\u009b";
const SEQUENCE = String.raw`[0-9:;<=>?]{0,24}[\x20-\/]{0,2}[@-~]`;
/** Whatever a renderer shows nothing for, by property and not by list: lists are never complete. */
const HIDDEN = String.raw`\p{Default_Ignorable_Code_Point}`;
const NOISE = new RegExp(
  [
    String.raw`(?:${ESC}|\\u001[bB]|\\x1[bB]|\\0?33|\\e)\[${SEQUENCE}`,
    `${CSI}${SEQUENCE}`,
    HIDDEN,
    String.raw`\\u(?:200[b-fB-F]|2060|feff|FEFF|00ad|00AD)`,
  ].join("|"),
  "gu",
);
const SUSPECT = new RegExp(String.raw`[${ESC}${CSI}${HIDDEN}]|\\[ux0e]`, "u");
/** What noise may begin with; the first half of a character beyond the basic plane only at the very end. */
const BEGINS = new RegExp(String.raw`[${ESC}${CSI}\\]|[\ud800-\udbff]$`, "g");

/** A piece of noise and where in the clean text it is: before the character at `at`. */
export interface Noise {
  readonly at: number;
  readonly raw: string;
}

interface Clean {
  readonly text: string;
  readonly noise: readonly Noise[];
  /** The end of the raw text that may be the beginning of noise; give it again with what follows. */
  readonly rest: string;
}

/** Takes the noise out. With `final` there is nothing to follow and nothing is held back. */
export function clean(raw: string, options: { readonly final: boolean }): Clean {
  const keep = options.final ? raw.length : unfinished(raw);
  const rest = raw.slice(keep);
  const whole = keep === raw.length ? raw : raw.slice(0, keep);
  if (!SUSPECT.test(whole)) return { text: whole, noise: [], rest };
  const noise: Noise[] = [];
  let text = "";
  let from = 0;
  for (const found of whole.matchAll(NOISE)) {
    text += whole.slice(from, found.index);
    noise.push({ at: text.length, raw: found[0] });
    from = found.index + found[0].length;
  }
  return { text: text + whole.slice(from), noise, rest };
}

/** Where the part begins that might still become noise. */
function unfinished(raw: string): number {
  let from = Math.max(0, raw.length - LONGEST_NOISE);
  BEGINS.lastIndex = from;
  if (!BEGINS.test(raw)) return raw.length;
  for (const found of raw.matchAll(NOISE)) {
    const end = found.index + found[0].length;
    if (end > from) from = end;
  }
  BEGINS.lastIndex = from;
  return BEGINS.exec(raw)?.index ?? raw.length;
}

/** Colours survive a redaction, so that what follows is not painted; hidden characters do not. */
export function isColour(noise: Noise): boolean {
  return noise.raw.includes("[") || noise.raw.startsWith(CSI);
}
