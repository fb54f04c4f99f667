// Lines of an agent's text that grant, wait, send or redirect. They are no attack by themselves, which is why they are asked
// about at the moment they are written and not each time they are loaded.

import type { Finding } from "../judging/poison.ts";
import { type Classes, classesNamed, readSentences } from "./read.ts";
import { RULES, RULES_AFTER_READING, type DirectiveRule, WHY } from "./rules.ts";

interface Step {
  readonly classes: Classes;
  /** How many words may be between this one and the one before. */
  readonly gap: number;
}

interface Ready {
  readonly rule: DirectiveRule;
  /** All of them must be met. */
  readonly shapes: readonly (readonly Step[])[];
  readonly odd: Classes;
  readonly unless: Classes;
}

let ready: { readonly always: readonly Ready[]; readonly afterReading: readonly Ready[] } | undefined;

export function findDirectives(text: string, options: { readonly isTainted: boolean }): Finding[] {
  ready ??= { always: RULES.map(prepare), afterReading: RULES_AFTER_READING.map(prepare) };
  const rules = options.isTainted ? [...ready.always, ...ready.afterReading] : ready.always;
  const found = new Map<number, Finding>();
  for (const { words, line } of readSentences(text)) {
    if (found.has(line)) continue;
    const met = rules.find((each) => matches(words, each));
    if (met !== undefined) found.set(line, { kind: met.rule.kind, line, why: WHY[met.rule.kind] });
  }
  return [...found.values()];
}

function prepare(rule: DirectiveRule): Ready {
  const named = (names: string | undefined) => classesNamed((names ?? "").split(" ").filter((name) => name !== ""));
  return { rule, shapes: rule.shape.split(" & ").map(stepsOf), odd: named(rule.odd), unless: named(rule.unless) };
}

function stepsOf(shape: string): Step[] {
  const steps: Step[] = [];
  let gap = 0;
  for (const part of shape.split(" ")) {
    if (part.startsWith("~")) gap = Number(part.slice(1));
    else {
      steps.push({ classes: classesNamed(part.split("|")), gap });
      gap = 0;
    }
  }
  return steps;
}

function matches(words: readonly Classes[], { shapes, odd, unless }: Ready): boolean {
  // Most sentences lack a word of most rules.
  const all = words.reduce((set, word) => set | word, 0n);
  if (shapes.some((steps) => steps.some(({ classes }) => (classes & all) === 0n))) return false;
  const ends = shapes.map((steps) => endsOf(words, steps));
  if (ends.some((each) => each.length === 0)) return false;
  // Of shapes that are anywhere the whole sentence counts.
  const last = shapes.length === 1 ? (ends[0] ?? []) : [words.length - 1];
  return last.some((end) => {
    const before = words.slice(0, end + 1);
    if (unless !== 0n && before.some((word) => (word & unless) !== 0n)) return false;
    return odd === 0n || before.filter((word) => (word & odd) !== 0n).length % 2 === 1;
  });
}

/** The words at which a match can end: step by step, at each word whether the steps so far can end there. */
function endsOf(words: readonly Classes[], steps: readonly Step[]): readonly number[] {
  let ends: readonly number[] | null = null;
  for (const { classes, gap } of steps) {
    const here: number[] = [];
    for (const [at, word] of words.entries()) {
      if ((word & classes) !== 0n && (ends === null || ends.some((end) => end < at && at - end - 1 <= gap))) here.push(at);
    }
    ends = here;
  }
  return ends ?? [];
}
