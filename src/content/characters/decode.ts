// Encodings that carry text past a reader. Runs are found by plain loops, so nothing backtracks.

export interface Decoded {
  readonly how: string;
  readonly text: string;
  /** Offset of the run in the text. */
  readonly at: number;
}

const BASE64 = alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-");
const HEX = alphabet("0123456789abcdefABCDEF :");
const HEX_DIGIT = "[0-9A-Fa-f]";
const SEVERAL_ESCAPES = new RegExp(
  String.raw`(?:\\x${HEX_DIGIT}{2}|\\u${HEX_DIGIT}{4}|%${HEX_DIGIT}{2}|&#[0-9]{2,5};|&#x${HEX_DIGIT}{2,4};){4}`,
);
const ESCAPED = new RegExp(
  String.raw`\\x(${HEX_DIGIT}{2})|\\u(${HEX_DIGIT}{4})|%(${HEX_DIGIT}{2})|&#x(${HEX_DIGIT}{2,4});|&#([0-9]{2,5});`,
  "g",
);

export function decodeRuns(text: string): Decoded[] {
  const found: Decoded[] = [];
  const keep = (how: string, decoded: string, at: number): void => {
    if (isReadable(decoded)) found.push({ how, text: decoded, at });
  };
  eachRun(text, BASE64, 16, (run, at) => {
    if (looksEncoded(run)) keep("base64", decodeBase64(run), at);
  });
  eachRun(text, HEX, 22, (run, at) => {
    if (/[0-9A-Fa-f]{2}/.test(run)) keep("hexadecimal", decodeNumbers(run, 16), at);
    if (run.length >= 62 && !/[^01 ]/.test(run)) keep("binary", decodeNumbers(run, 2), at);
  });
  return found;
}

function alphabet(chars: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}

/** Runs of one alphabet, found by looking at every `least`-th character first. */
function eachRun(text: string, table: Uint8Array, least: number, visit: (run: string, at: number) => void): void {
  const holds = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return code < 128 && table[code] === 1;
  };
  for (let at = least - 1; at < text.length; at += least) {
    if (!holds(at)) continue;
    let start = at;
    while (start > 0 && at - start < least && holds(start - 1)) start--;
    let end = at + 1;
    while (end < text.length && holds(end)) end++;
    if (end - start >= least) visit(text.slice(start, end), start);
    // the character at `end` holds nothing; the next run begins behind it
    at = Math.max(at, end);
  }
}

/** The whole text with its escapes resolved, line breaks as before; null where there are no escapes in a row. */
export function resolveEscapes(text: string): string | null {
  if (!text.includes("\\x") && !text.includes("\\u") && !text.includes("%") && !text.includes("&#")) return null;
  if (!SEVERAL_ESCAPES.test(text)) return null;
  return text.replace(ESCAPED, (_, x?: string, u?: string, percent?: string, hex?: string, decimal?: string) => {
    const code = decimal === undefined ? Number.parseInt(x ?? u ?? percent ?? hex ?? "20", 16) : Number.parseInt(decimal, 10);
    return code < 32 ? " " : String.fromCharCode(code);
  });
}

/** Words of one case, paths and identifiers are no base64; encoded prose mixes cases or digits everywhere. */
function looksEncoded(token: string): boolean {
  const sample = token.slice(0, 64);
  return /[A-Z]/.test(sample) && /[a-z]/.test(sample);
}

function isReadable(text: string): boolean {
  if (text.length < 6) return false;
  let odd = 0;
  const length = Math.min(text.length, 200);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 32 && code !== 10 && code !== 9 && code !== 13) || (code >= 127 && code < 160) || code === 0xfffd) odd++;
  }
  return odd * 10 < length;
}

function decodeBase64(token: string): string {
  const normal = token.replaceAll("-", "+").replaceAll("_", "/");
  // four characters are three bytes; a lone last character carries no byte
  const whole = normal.length % 4 === 1 ? normal.slice(0, -1) : normal;
  // most runs are identifiers: look at the head before decoding the rest
  const head = bytesToText(atob(whole.slice(0, 32)));
  return whole.length > 32 && isReadable(head) ? bytesToText(atob(whole)) : head;
}

function decodeNumbers(run: string, radix: 2 | 16): string {
  const width = radix === 16 ? 2 : 8;
  // a neighbouring word may lend a letter to the run: only whole groups count
  const digits = run
    .split(/[ :]+/)
    .filter((group) => group.length % width === 0)
    .join("");
  let bytes = "";
  for (let i = 0; i + width <= digits.length; i += width) bytes += String.fromCharCode(Number.parseInt(digits.slice(i, i + width), radix));
  return bytesToText(bytes);
}

function bytesToText(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}
