// Size, nesting and repetition: text that is made to choke a parser or to fill a context. Checked before anything that is
// not a plain loop, so the later checks can rely on bounded nesting.

export interface Limits {
  readonly chars: number;
  readonly depth: number;
  readonly blankLines: number;
  /** Repeated units make a flood; a person may write one (a ruler, a table), up to the size limit. */
  readonly repetition: number | null;
}

export const PERSON_LIMITS: Limits = { chars: 1_000_000, depth: 400, blankLines: 2000, repetition: null };
export const OTHER_LIMITS: Limits = { chars: 65_536, depth: 64, blankLines: 100, repetition: 256 };
/** Whole documents grow large line by line; only what chokes a parser counts. */
export const DOCUMENT_LIMITS: Limits = { chars: 16_000_000, depth: 2000, blankLines: 100_000, repetition: null };

const RULERS = "-=_*#~.─━═ \t";
const SAMPLE = 24;
const SHINGLE = 6;
const OLDEST = 31 ** SHINGLE;

/** The first limit that the text breaks, in words, or null. */
export function findExcess(text: string, limits: Limits): string | null {
  if (text.length > limits.chars) return `is longer than ${limits.chars} characters`;
  return findDepth(text, limits) ?? (limits.repetition === null ? null : findFlood(text, limits.repetition));
}

/** Characters that can nest or flood: brackets and line breaks. All others are passed over with one look. */
const COUNTS = new Uint8Array(128);
for (const char of "([{)]}\n") COUNTS[char.charCodeAt(0)] = 1;

function findDepth(text: string, limits: Limits): string | null {
  let depth = 0;
  let blank = 0;
  if (countMarkers(text, 0) > limits.depth) return TOO_DEEP;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || COUNTS[code] === 0) continue;
    if (code === 10) {
      const next = skipBlank(text, i + 1);
      if (text.charCodeAt(next) === 10) {
        blank++;
        if (blank > limits.blankLines) return "is a flood of blank lines";
      } else {
        blank = 0;
        if (countMarkers(text, next) > limits.depth) return TOO_DEEP;
      }
      i = next - 1;
    } else if (code === 40 || code === 91 || code === 123) {
      depth++;
      if (depth > limits.depth) return "nests brackets too deeply";
    } else if (depth > 0) depth--;
  }
  return null;
}

const TOO_DEEP = "nests lists or quotes too deeply";

function skipBlank(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9 || text.charCodeAt(at) === 13) at++;
  return at;
}

/** How many lists and quotes a line opens at once. A ruler of dashes opens none: a space or another quote must follow. */
function countMarkers(text: string, from: number): number {
  let at = skipBlank(text, from);
  let count = 0;
  for (;;) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    const numbered = code >= 48 && code <= 57 && (next === 46 || next === 41);
    if (!numbered && code !== 62 && code !== 45 && code !== 43 && code !== 42) return count;
    if (!numbered && next !== 32 && next !== 9 && next !== 62) return count;
    count++;
    at = skipBlank(text, at + (numbered ? 2 : 1));
  }
}

/** A short unit repeated hundreds of times, or a long text that says the same few things over and over. */
function findFlood(text: string, longest: number): string | null {
  // A run of `longest` covers one of these samples whole, so only where a sample repeats is its length measured.
  const step = longest >> 1;
  for (let at = 0; at + SAMPLE + 4 < text.length; at += step) {
    for (let period = 1; period <= 4; period++) {
      if (!repeatsAt(text, at, period)) continue;
      const end = endOfRun(text, at, period);
      const ruler = period === 1 && RULERS.includes(text[at] ?? "");
      const length = end - startOfRun(text, at, period);
      if (length >= longest * (ruler ? 8 : period === 1 ? 1 : 2)) return "repeats the same characters";
      // the samples inside this run would say the same again
      at = Math.max(at, end - step - SAMPLE - 4);
      break;
    }
  }
  if (text.length < 4096) return null;
  const seen = new Uint8Array(65_536);
  let distinct = 0;
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    // the hash of the last SHINGLE characters, kept up by adding one and taking one away
    const gone = i >= SHINGLE ? Math.imul(text.charCodeAt(i - SHINGLE), OLDEST) : 0;
    hash = (Math.imul(hash, 31) + text.charCodeAt(i) - gone) | 0;
    const slot = (hash ^ (hash >>> 16)) & 0xffff;
    if (seen[slot] === 0) {
      seen[slot] = 1;
      distinct++;
    }
  }
  return distinct * 50 < text.length ? "repeats the same text" : null;
}

function repeatsAt(text: string, at: number, period: number): boolean {
  for (let k = 0; k < SAMPLE; k++) if (text.charCodeAt(at + k) !== text.charCodeAt(at + k + period)) return false;
  return true;
}

function endOfRun(text: string, at: number, period: number): number {
  let end = at + period;
  while (end < text.length && text.charCodeAt(end) === text.charCodeAt(end - period)) end++;
  return end;
}

function startOfRun(text: string, at: number, period: number): number {
  let start = at;
  while (start > 0 && text.charCodeAt(start - 1) === text.charCodeAt(start - 1 + period)) start--;
  return start;
}
