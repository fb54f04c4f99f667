// What a language's table looks like, and how it becomes a tree of words for lookup. A table lists phrases by class.
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

export interface Tree {
  readonly next: Map<string, Tree>;
  sense: Sense | null;
}

const UNIT = /[a-z0-9áàâäãåæçéèêëíìîïñóòôöõøœúùûüýÿß'_+#-]+|[^\s]/giu;

/** Words of Latin letters, and single characters of everything else. */
export function unitsOf(text: string): string[] {
  return text.toLowerCase().match(UNIT) ?? [];
}

/** The phrases that a template stands for. */
export function expand(template: string): string[] {
  const open = template.search(/[[(]/);
  if (open === -1) return [template.replace(/\s+/g, " ").trim()];
  const close = matching(template, open);
  const inner = alternatives(template.slice(open + 1, close));
  if (template.charAt(open) === "[") inner.push("");
  const rest = expand(template.slice(close + 1));
  const head = template.slice(0, open);
  return inner
    .flatMap((each) => expand(each))
    .flatMap((each) =>
      rest.map((tail) =>
        `${head}${each}${tail === "" ? "" : `${/\s/.test(template.charAt(close + 1)) ? " " : ""}${tail}`}`.replace(/\s+/g, " ").trim(),
      ),
    );
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

function alternatives(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "[" || char === "(") depth++;
    else if (char === "]" || char === ")") depth--;
    else if (char === "|" && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

function put(tree: Tree, phrase: string, sense: Sense): void {
  let at = tree;
  for (const unit of unitsOf(phrase)) {
    let next = at.next.get(unit);
    if (next === undefined) at.next.set(unit, (next = { next: new Map(), sense: null }));
    at = next;
  }
  at.sense ??= sense;
}

type Phrases = readonly (readonly [string, Sense])[];

/** Which language a text has is asked right before it is read: the table is spelled out once for both. */
let spelled: { readonly language: Language; readonly phrases: Phrases } | undefined;

function phrasesOf(language: Language): Phrases {
  if (spelled?.language !== language) spelled = { language, phrases: spelledOut(language) };
  return spelled.phrases;
}

/** Every phrase of a table with its sense, in the order in which they win. */
function spelledOut({ words, inflect }: Language): Phrases {
  // "tags" and "tests" are things before they are acts.
  const entries = Object.entries({ noun: words.noun, ...words }) as [WordClass, string | Readonly<Record<string, string>> | undefined][];
  const found: (readonly [string, Sense])[] = [];
  for (const [cls, entry] of entries) {
    for (const [val, text] of typeof entry === "string" ? [["", entry] as const] : Object.entries(entry ?? {})) {
      for (const template of text.split(",")) {
        for (const phrase of template.trim() === "" ? [] : expand(template)) {
          if (cls === "act" && inflect !== undefined) for (const [word, form] of inflect(phrase)) found.push([word, { cls, val, form }]);
          else found.push([phrase, { cls, val, form: "base" }]);
        }
      }
    }
  }
  // Many write without accents: "nao", "aprobacion".
  return [
    ...found,
    ...found.flatMap(([phrase, sense]) => (ACCENT.test(phrase) ? [[phrase.normalize("NFD").replace(/\p{M}/gu, ""), sense] as const] : [])),
  ];
}

const ACCENT = /[à-ÿœ]/;

/** Single words that a table knows. */
export function wordsOfTable(language: Language): ReadonlySet<string> {
  return new Set(phrasesOf(language).flatMap(([phrase]) => phrase.toLowerCase().split(" ")));
}

/** One tree for several tables; where two know the same phrase the first one wins. */
export function treeOf(languages: readonly Language[]): Tree {
  const tree: Tree = { next: new Map(), sense: null };
  for (const language of languages) for (const [phrase, sense] of phrasesOf(language)) put(tree, phrase, sense);
  return tree;
}
