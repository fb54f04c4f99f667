// Brace expansion, on the source text of a word before anything else: `a{b,c}d`, `{1..5}`, nested. The result is source
// text again, to be read as words.

const MOST_WORDS = 256;

/** Every word that the braces of a source text stand for; null when there are too many. */
export function expandBraces(source: string): readonly string[] | null {
  const open = findOpening(source, 0);
  if (open < 0) return [source];
  const group = readGroup(source, open);
  if (group === null) {
    const rest = expandBraces(source.slice(open + 1));
    return rest === null ? null : rest.map((each) => source.slice(0, open + 1) + each);
  }
  const before = source.slice(0, open);
  const tails = expandBraces(source.slice(group.end));
  if (tails === null) return null;
  const result: string[] = [];
  for (const middle of group.items) {
    const inner = group.sequence ? [middle] : expandBraces(middle);
    if (inner === null) return null;
    for (const each of inner) {
      for (const tail of tails) {
        if (result.length >= MOST_WORDS) return null;
        result.push(before + each + tail);
      }
    }
  }
  return result;
}

/** The next `{` that is neither quoted nor part of `${`. */
function findOpening(source: string, from: number): number {
  for (let at = from; at < source.length; at = skip(source, at)) {
    if (source[at] === "{" && source[at - 1] !== "$") return at;
  }
  return -1;
}

/** The offset after the character, quoted stretch or expansion at `at`. */
function skip(source: string, at: number): number {
  const char = source[at];
  if (char === "\\") return at + 2;
  if (char === "'" || char === '"' || char === "`") {
    let end = at + 1;
    while (end < source.length && source[end] !== char) end += char !== "'" && source[end] === "\\" ? 2 : 1;
    return end + 1;
  }
  if (char === "$" && (source[at + 1] === "{" || source[at + 1] === "(")) {
    const close = source[at + 1] === "{" ? "}" : ")";
    let end = at + 2;
    while (end < source.length && source[end] !== close) end = skip(source, end);
    return end + 1;
  }
  return at + 1;
}

interface Group {
  readonly items: readonly string[];
  readonly sequence: boolean;
  readonly end: number;
}

function readGroup(source: string, open: number): Group | null {
  const items: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open + 1; at < source.length;) {
    const char = source[at];
    if (char === "{") depth++;
    else if (char === "}") {
      if (depth === 0) {
        items.push(source.slice(start, at));
        if (items.length > 1) return { items, sequence: false, end: at + 1 };
        const sequence = readSequence(items[0] ?? "");
        return sequence === null ? null : { items: sequence, sequence: true, end: at + 1 };
      }
      depth--;
    } else if (char === "," && depth === 0) {
      items.push(source.slice(start, at));
      start = at + 1;
    }
    at = char === "{" || char === "}" || char === "," ? at + 1 : skip(source, at);
  }
  return null;
}

function readSequence(body: string): readonly string[] | null {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  if (match === null) return null;
  const [, from = "", to = "", by] = match;
  const letters = /[A-Za-z]/.test(from);
  if (letters !== /[A-Za-z]/.test(to)) return null;
  const [a, b] = letters ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)];
  const step = Math.max(1, Math.abs(Number(by ?? 1))) * (a <= b ? 1 : -1);
  const width = /^-?0\d/.test(from) || /^-?0\d/.test(to) ? Math.max(from.length, to.length) : 0;
  const result: string[] = [];
  for (let at = a; step > 0 ? at <= b : at >= b; at += step) {
    if (result.length > MOST_WORDS) return null;
    result.push(letters ? String.fromCharCode(at) : String(at).padStart(width, "0"));
  }
  return result;
}
