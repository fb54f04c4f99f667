// Where the tables, keys and inline values of a TOML text are. Only for text that a TOML parser has accepted: this finds
// places, it does not judge. Pure.

export interface TomlTable {
  readonly path: readonly string[];
  /** From its header to the next one. */
  readonly start: number;
  readonly end: number;
}

/** A list or an inline table, which no header can add to. */
export interface TomlInline {
  readonly kind: "table" | "list";
  readonly path: readonly string[];
  /** At its bracket, and behind the closing one. */
  readonly start: number;
  readonly end: number;
  /** Its members or items, from the key on. */
  readonly parts: readonly { readonly key: readonly string[]; readonly start: number; readonly end: number }[];
}

export interface TomlPlaces {
  readonly tables: readonly TomlTable[];
  readonly inlines: readonly TomlInline[];
  /** Plain values by path, the joined names as JSON. */
  readonly values: ReadonlyMap<string, { readonly start: number; readonly end: number }>;
}

export function scanToml(text: string): TomlPlaces {
  const scan: Scan = { text, inlines: [], values: new Map() };
  const heads: { path: readonly string[]; start: number }[] = [];
  for (let at = skip(text, text.startsWith("\ufeff") ? 1 : 0); at < text.length; at = skip(text, at)) {
    if (text[at] === "[") {
      const open = text.startsWith("[[", at) ? 2 : 1;
      const key = readKey(text, at + open);
      heads.push({ path: key.names, start: at });
      at = blank(text, key.end) + open;
    } else at = readMember(scan, at, heads.at(-1)?.path ?? []).end;
  }
  const tables = heads.map(({ path, start }, index) => ({ path, start, end: heads[index + 1]?.start ?? text.length }));
  return { tables, inlines: scan.inlines, values: scan.values };
}

interface Scan {
  readonly text: string;
  readonly inlines: TomlInline[];
  readonly values: Map<string, { start: number; end: number }>;
}

function readMember(scan: Scan, at: number, below: readonly string[]): { names: readonly string[]; end: number } {
  const key = readKey(scan.text, at);
  const start = blank(scan.text, blank(scan.text, key.end) + 1);
  return { names: key.names, end: readValue(scan, start, [...below, ...key.names]) };
}

const SPACE = /(?:\s|#[^\n]*)*/y;
const BLANK = /[ \t]*/y;
const PLAIN = /[^,\]}#\r\n]*/y;
const BARE = /[\w-]+/y;
/** Long strings first: their quotes begin like short ones. */
const LONG_STRINGS = [String.raw`"""(?:[^"\\]|\\[^]|"{1,2}(?!"))*"{3,5}`, `'''(?:[^']|'{1,2}(?!'))*'{3,5}`];
const STRING = new RegExp([...LONG_STRINGS, String.raw`"(?:[^"\\\n]|\\.)*"`, String.raw`'[^'\n]*'`].join("|"), "y");

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function skip(text: string, at: number): number {
  return at + match(SPACE, text, at).length;
}

function blank(text: string, at: number): number {
  return at + match(BLANK, text, at).length;
}

function readKey(text: string, from: number): { names: readonly string[]; end: number } {
  const names: string[] = [];
  for (let at = blank(text, from); ; at = blank(text, at + 1)) {
    const quoted = match(STRING, text, at);
    const word = quoted === "" ? match(BARE, text, at) : quoted;
    names.push(word.startsWith('"') ? unescaped(word) : word.startsWith("'") ? word.slice(1, -1) : word);
    at = blank(text, at + word.length);
    if (text[at] !== "." || word === "") return { names, end: at };
  }
}

/** TOML knows \UXXXXXXXX and \e besides JSON's escapes; nobody names a server so, and what does not match is only not found. */
function unescaped(word: string): string {
  try {
    return JSON.parse(word) as string;
  } catch {
    return word;
  }
}

function readValue(scan: Scan, start: number, path: readonly string[]): number {
  const { text } = scan;
  const open = text[start];
  if (open === "[" || open === "{") return readInline(scan, start, path);
  const string = match(STRING, text, start);
  const end = start + (string === "" ? match(PLAIN, text, start).trimEnd() : string).length;
  scan.values.set(JSON.stringify(path), { start, end });
  return end;
}

function readInline(scan: Scan, start: number, path: readonly string[]): number {
  const { text } = scan;
  const [kind, close] = text[start] === "[" ? (["list", "]"] as const) : (["table", "}"] as const);
  const parts: TomlInline["parts"][number][] = [];
  let at = skip(text, start + 1);
  while (at < text.length && text[at] !== close) {
    const { names, end } =
      kind === "table" ? readMember(scan, at, path) : { names: [], end: readValue(scan, at, [...path, String(parts.length)]) };
    parts.push({ key: names, start: at, end });
    at = skip(text, end);
    if (text[at] === ",") at = skip(text, at + 1);
  }
  scan.inlines.push({ kind, path, start, end: at + 1, parts });
  return at + 1;
}
