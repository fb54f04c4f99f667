// Sets of characters as bit masks, so that a matcher can walk a string without a regular expression.

const DIGIT = 1;
const LOWER_HEX = 2;
const LOWER_REST = 4;
const UPPER_HEX = 8;
const UPPER_REST = 16;
const UNDERSCORE = 32;
const DASH = 64;
const DOT = 128;
const PLUS_SLASH = 256;
const EQUALS = 512;
const TILDE = 1024;
const PERCENT = 2048;
const MARK = 4096;
/** White space, for what is swallowed over line ends. */
export const SPACE = 8192;

export const LOWER = LOWER_HEX | LOWER_REST;
export const UPPER = UPPER_HEX | UPPER_REST;
const LETTER = LOWER | UPPER;
export const DIGITS = DIGIT;
export const HEX = DIGIT | LOWER_HEX;
export const HEX_ANY = HEX | UPPER_HEX;
export const ALNUM = DIGIT | LETTER;
export const UPPER_ALNUM = DIGIT | UPPER;
export const WORD = ALNUM | UNDERSCORE;
export const URL_SAFE = WORD | DASH;
export const DOTTED = URL_SAFE | DOT;
export const BASE64 = ALNUM | PLUS_SLASH;
export const BASE64_PADDED = BASE64 | EQUALS;
export const BASE64_ANY = BASE64_PADDED | UNDERSCORE | DASH;
export const OPAQUE = DOTTED | PLUS_SLASH | EQUALS | TILDE;
/** What the scanner takes as one unbroken run: everything that an encoded or opaque value is made of. */
export const RUN = DOTTED | PLUS_SLASH | TILDE | PERCENT;
export const PASSWORD = OPAQUE | PERCENT | MARK;

const BITS = new Uint16Array(128);

function mark(chars: string, bit: number): void {
  for (let i = 0; i < chars.length; i++) BITS[chars.charCodeAt(i)] = bit;
}

mark("0123456789", DIGIT);
mark("abcdef", LOWER_HEX);
mark("ghijklmnopqrstuvwxyz", LOWER_REST);
mark("ABCDEF", UPPER_HEX);
mark("GHIJKLMNOPQRSTUVWXYZ", UPPER_REST);
mark("_", UNDERSCORE);
mark("-", DASH);
mark(".", DOT);
mark("+/", PLUS_SLASH);
mark("=", EQUALS);
mark("~", TILDE);
mark("%", PERCENT);
mark("!@#$^&*?:", MARK);
mark(" \t\r\n", SPACE);

/** The bits of a code unit; 0 for spaces, quotes, brackets, controls and everything beyond ASCII. */
export function bitsOf(unit: number): number {
  return unit < 128 ? (BITS[unit] as number) : 0;
}

export function isIn(unit: number, set: number): boolean {
  return unit < 128 && ((BITS[unit] as number) & set) !== 0;
}

/** Where the run of `set` that starts at `from` ends, looking no further than `end`. */
export function runEnd(text: string, from: number, limits: { readonly set: number; readonly end: number }): number {
  let at = from;
  while (at < limits.end && isIn(text.charCodeAt(at), limits.set)) at++;
  return at;
}

/** Where the run of `set` that stops just before `to` starts, looking no further back than `floor`. */
export function runStart(text: string, to: number, limits: { readonly set: number; readonly floor: number }): number {
  let at = to;
  while (at > limits.floor && isIn(text.charCodeAt(at - 1), limits.set)) at--;
  return at;
}
