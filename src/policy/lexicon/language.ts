// What a language's table looks like, and what it stands for. A table lists phrases by class.
// `[x]` may be left out and `(a|b)` stands for each: "without [any] (approval|consent)" is four phrases.

export type WordClass =
  // The force of a sentence. `soft` forces ("avoid", "should not") are weaker; `weak` is a negation that is no force.
  | "never"
  | "soft"
  | "weak"
  | "must"
  | "should"
  | "only"
  | "permit"
  | "ask"
  | "needs"
  // What is done, to what.
  | "act"
  | "noun"
  | "branch"
  | "number"
  | "most"
  | "old"
  // Qualifiers.
  | "consent"
  | "without"
  | "unless"
  | "granted"
  | "who"
  | "auto"
  | "session"
  | "before"
  | "first"
  | "next"
  | "instead"
  | "not"
  | "except"
  | "in"
  | "to"
  | "with"
  | "and"
  | "or"
  | "such"
  // Conditions and pronouns end certainty; a filler means nothing.
  | "if"
  | "it"
  | "filler"
  // A word of its own, so that no shorter word is found inside of it; it counts as unknown.
  | "other";

export interface Sense {
  readonly cls: WordClass;
  /** Which act, noun, branch or session is meant; "" for the other classes. */
  readonly val: string;
  /** Of an act: `base` commands, `ing` and `ed` name it, `s` tells what somebody does, `told` does either. */
  readonly form: "base" | "ing" | "ed" | "s" | "told";
}

export interface Language {
  readonly name: string;
  /** Phrases by class; for acts, nouns, branches and sessions by value. */
  readonly words: Readonly<Partial<Record<WordClass, string | Readonly<Record<string, string>>>>>;
  /** The verb comes last and "before" follows what it governs. */
  readonly verbLast: boolean;
  /** Makes the forms of an act's base word; without it words are as they are. */
  readonly inflect?: (word: string) => readonly (readonly [string, Sense["form"]])[];
}

const UNIT = /[a-z0-9áàâäãåæçéèêëíìîïñóòôöõøœúùûüýÿß'_+#-]+|[^\s]/giu;

/** Words of Latin letters, and single characters of everything else. */
export function unitsOf(text: string): string[] {
  return text.toLowerCase().match(UNIT) ?? [];
}

/** The phrases that a template stands for. Its spaces are single ones. */
function expand(template: string): string[] {
  const open = firstBracket(template);
  if (open === -1) return [template.trim()];
  const close = matching(template, open);
  const inner = between(template.slice(open + 1, close), "|");
  if (template.charAt(open) === "[") inner.push("");
  const rest = expand(template.slice(close + 1));
  const head = template.slice(0, open);
  const gap = template.charAt(close + 1) === " " ? " " : "";
  const found: string[] = [];
  for (const alternative of inner)
    for (const each of expand(alternative))
      for (const tail of rest) found.push(withSingleSpaces(head + each + (tail === "" ? "" : gap + tail)));
  return found;
}

function firstBracket(text: string): number {
  const [square, round] = [text.indexOf("["), text.indexOf("(")];
  return square === -1 || round === -1 ? Math.max(square, round) : Math.min(square, round);
}

/** What was left out between two spaces leaves both. */
function withSingleSpaces(text: string): string {
  return (text.includes("  ") ? text.replaceAll("  ", " ") : text).trim();
}

function matching(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "[" || char === "(") depth++;
    if ((char === "]" || char === ")") && --depth === 0) return at;
  }
  return text.length;
}

/** What is between these signs where they are in no bracket. */
function between(text: string, sign: "|" | " "): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "[" || char === "(") depth++;
    else if (char === "]" || char === ")") depth--;
    else if (char === sign && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** What a template stands for, part by part: one of each part, "" where it may be left out. Spelled out as a whole one makes thousands of phrases. */
export interface Row {
  readonly parts: readonly (readonly string[])[];
  readonly sense: Sense;
}

const tables = new Map<Language, readonly Row[]>();

/** Every template of a table with its sense, in the order in which they win. */
export function rowsOf(language: Language): readonly Row[] {
  const rows = tables.get(language) ?? spelledOut(language);
  tables.set(language, rows);
  return rows;
}

function spelledOut({ words, inflect }: Language): Row[] {
  // "tags" and "tests" are things before they are acts.
  const entries = Object.entries({ noun: words.noun, ...words }) as [WordClass, string | Readonly<Record<string, string>> | undefined][];
  const found: Row[] = [];
  for (const [cls, entry] of entries) {
    for (const [val, text] of typeof entry === "string" ? [["", entry] as const] : Object.entries(entry ?? {})) {
      for (const template of text.replaceAll(/\s+/g, " ").split(",")) {
        if (template.trim() === "") continue;
        if (cls !== "act" || inflect === undefined) found.push({ parts: partsOf(template), sense: { cls, val, form: "base" } });
        else
          for (const phrase of expand(template))
            for (const [word, form] of inflect(phrase)) found.push({ parts: [[word]], sense: { cls, val, form } });
      }
    }
  }
  // Many write without accents: "nao", "aprobacion".
  const accented = found.filter(({ parts }) => parts.some((part) => part.some((each) => ACCENT.test(each))));
  return [...found, ...accented.map(({ parts, sense }) => ({ parts: parts.map((part) => part.map(withoutAccents)), sense }))];
}

const ACCENT = /[à-ÿœ]/;

function withoutAccents(text: string): string {
  return ACCENT.test(text) ? text.normalize("NFD").replace(/\p{M}/gu, "") : text;
}

function partsOf(template: string): string[][] {
  const parts = firstBracket(template) === -1 ? [template.trim()] : between(template, " ");
  return parts.flatMap((part) => (part === "" ? [] : [expand(part)]));
}

/** Single words that a table knows. */
export function wordsOfTable(language: Language): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { parts } of rowsOf(language))
    for (const part of parts) for (const each of part) for (const word of each.toLowerCase().split(" ")) words.add(word);
  return words;
}
