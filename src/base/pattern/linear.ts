// Regular expressions that come from a file, or from a command, in time that grows only with the text. All ways through
// the expression are followed at once (Thompson's construction), so none is ever tried again.

import { parsePattern, type Tree, Unsupported } from "./parse.ts";

export interface LinearPattern {
  test(text: string): boolean;
}

/** A step of the program: consume a character, go two ways, look at the place, or be done. */
type Step =
  | { readonly does: "consume"; readonly accepts: (char: string) => boolean; next: number }
  | { readonly does: "fork"; next: number; other: number }
  | { readonly does: "assert"; readonly what: "start" | "end" | "boundary" | "inside"; next: number }
  | { readonly does: "match" };

const LONGEST_SOURCE = 2000;
/** Counted repetition is written out: `(?:a{100}){100}` would be ten thousand steps for each character of the text. */
const MOST_STEPS = 4000;

export type Compiled = { readonly kind: "pattern"; readonly pattern: LinearPattern } | { readonly kind: "refused"; readonly why: string };

/** `(?i)`, `(?m)`, `(?s)` or `(?-i)` in front, as other engines write flags. */
const FLAGS_IN_FRONT = /^\(\?([ims]*)(-i)?\)/;

/** Signs that mean nothing by themselves: quotes, colons, blanks, … */
const NEEDS_NONE = /[^A-Za-z0-9^$\\.*+?()[\]{}|/\u0080-\uffff]/;

/** `flags` besides u: i and s. Flags in front of the expression add to them; `(?-i)` takes i away. */
export function linearPattern(given: string, flags: "" | "i" | "s" | "is" = ""): Compiled {
  if (given.length > LONGEST_SOURCE) return { kind: "refused", why: `it has ${given.length} characters; the limit is ${LONGEST_SOURCE}` };
  const [front = "", more = "", less] = FLAGS_IN_FRONT.exec(given) ?? [];
  const source = withoutNeedlessEscapes(given.slice(front.length));
  const all = `u${flags}${more}`;
  const used = [...new Set(less === undefined ? all : all.replaceAll("i", ""))].filter((flag) => flag !== "m").join("");
  try {
    void new RegExp(source, used);
    const steps = program(parsePattern(source), used);
    const isWord = memo(new RegExp("\\w", used));
    const lines = more.includes("m");
    return { kind: "pattern", pattern: { test: (text) => run(steps, text, { isWord, lines }) } };
  } catch (error) {
    if (error instanceof Unsupported || error instanceof SyntaxError) return { kind: "refused", why: error.message };
    throw error;
  }
}

/** Other engines let any sign be escaped (`\\"`, `\\:`); here only those that mean something may be. */
function withoutNeedlessEscapes(source: string): string {
  let inClass = false;
  return source.replace(/\\([^])|[[\]]/g, (found, sign: string | undefined) => {
    if (sign === undefined) inClass = found === "[";
    return sign !== undefined && NEEDS_NONE.test(sign) && !(inClass && sign === "-") ? sign : found;
  });
}

function program(tree: Tree, flags: string): Step[] {
  const steps: Step[] = [];
  const add = (step: Step): number => {
    if (steps.length >= MOST_STEPS) throw new Unsupported("it repeats too much: write smaller numbers in braces");
    return steps.push(step) - 1;
  };
  // Built from the end: `next` is where to go after the part.
  const build = (part: Tree, next: number): number => {
    switch (part.kind) {
      case "one":
        return add({ does: "consume", accepts: single(part.source, flags), next });
      case "assert":
        return add({ does: "assert", what: part.what, next });
      case "all":
        return part.of.reduceRight((after, each) => build(each, after), next);
      case "either":
        return part.of.map((each) => build(each, next)).reduceRight((other, first) => add({ does: "fork", next: first, other }));
      case "repeat":
        return repeat(part, next);
    }
  };
  const repeat = ({ of, min, max }: Extract<Tree, { kind: "repeat" }>, next: number): number => {
    let after = next;
    if (max === Infinity) {
      const loop: Step = { does: "fork", next: 0, other: next };
      after = add(loop);
      loop.next = build(of, after);
    } else {
      for (let count = min; count < max; count++) after = add({ does: "fork", next: build(of, after), other: next });
    }
    for (let count = 0; count < min; count++) after = build(of, after);
    return after;
  };
  const done = add({ does: "match" });
  const start = build(tree, done);
  // The program begins at its last step.
  add({ does: "fork", next: start, other: start });
  return steps;
}

function single(source: string, flags: string): (char: string) => boolean {
  return memo(new RegExp(`^${source === "/" ? "\\/" : source}$`, flags));
}

function memo(pattern: RegExp): (char: string) => boolean {
  const known = new Map<string, boolean>();
  return (char) => {
    const found = known.get(char) ?? pattern.test(char);
    if (known.size < 1000) known.set(char, found);
    return found;
  };
}

interface Places {
  readonly isWord: (char: string) => boolean;
  /** A line begins and ends like the text. */
  readonly lines: boolean;
}

function run(steps: readonly Step[], text: string, places: Places): boolean {
  // In which round a step was last entered: each step is entered once for each character.
  const entered = new Int32Array(steps.length).fill(-1);
  let now: number[] = [];
  let round = 0;
  let before = "";
  let matched = false;
  const enter = (list: number[], first: number, after: string): void => {
    const open = [first];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (entered[at] === round) continue;
      entered[at] = round;
      const step = steps[at] as Step;
      if (step.does === "match") matched = true;
      else if (step.does === "consume") list.push(at);
      else if (step.does === "fork") open.push(step.other, step.next);
      else if (holds(step.what, before, after, places)) open.push(step.next);
    }
  };
  const chars = [...text];
  for (const [index, char] of [...chars, ""].entries()) {
    round = index;
    const entering: number[] = [];
    const previous = now;
    now = entering;
    for (const at of previous) {
      const step = steps[at] as Extract<Step, { does: "consume" }>;
      if (step.accepts(before)) enter(entering, step.next, char);
    }
    enter(entering, steps.length - 1, char);
    if (matched) return true;
    before = char;
  }
  return false;
}

function holds(what: Extract<Step, { does: "assert" }>["what"], before: string, after: string, { isWord, lines }: Places): boolean {
  if (what === "start") return before === "" || (lines && before === "\n");
  if (what === "end") return after === "" || (lines && after === "\n");
  return (isWord(before) !== isWord(after)) === (what === "boundary");
}
