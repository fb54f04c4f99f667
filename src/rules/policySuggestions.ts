// policySuggestions: what a person was asked about again and again and always allowed. Said, never done: only a person
// loosens a rule, in AGENTS.md.

import { keptIn } from "../base/index.ts";
import type { Call } from "../policy/index.ts";
import type { VerdictLine } from "../schema/index.ts";
import type { Mind } from "../mind/open.ts";
import { verdictsSince } from "../calls/verdictLog.ts";

/** A rule that could be added, and why. */
export interface Suggestion {
  /** The kind of call: a program with its subcommand, or a tool. */
  readonly what: string;
  readonly rule: string;
  readonly where: string;
  readonly allowed: number;
}

/** Fewer approvals are no habit. */
const HABIT = 5;

/** What was decided longer ago is a habit no more. */
const DAYS = 90;
const DAY_MS = 86_400_000;

/** Rules that your decisions of the last ninety days suggest, or those since then. */
export async function policySuggestions(mind: Mind, since?: Date): Promise<readonly Suggestion[]> {
  const from = since ?? new Date(mind.deps.clock.now().getTime() - DAYS * DAY_MS);
  const habits = newHabits();
  for (const line of await verdictsSince(mind, from.toISOString(), DECIDED)) habits.add(line);
  return habits.suggestions();
}

/** In the text of a line that says `allow`: a person's key let the call pass. */
export const BY_A_PERSON = '"by":"allow"';
/** What habits are made of: what was asked about, and what a person allowed. */
const DECIDED = ['"verdict":"ask"', BY_A_PERSON];

/** What a person decided, verdict after verdict, in the order of the log. */
export interface Habits {
  add(line: VerdictLine): void;
  suggestions(): readonly Suggestion[];
}

/** A question that no approval of the very same call followed counts as refused. */
export function newHabits(): Habits {
  const groups = new Map<string, { readonly first: VerdictLine; allowed: number; readonly open: Set<string> }>();
  return {
    add(line) {
      if (line.verdict !== "ask" && line.by !== "allow") return;
      const [rule] = line.rules;
      if (rule === undefined) return;
      const key = `${rule.id} ${kindOf(line.call as Call)}`;
      const group = keptIn(groups, key, () => ({ first: line, allowed: 0, open: new Set<string>() }));
      if (line.by === "allow") {
        group.allowed++;
        group.open.delete(line.hash);
      } else group.open.add(line.hash);
    },
    suggestions: () =>
      [...groups.values()]
        .filter(({ allowed, open }) => allowed >= HABIT && open.size === 0)
        .map(({ first, allowed }) => suggestion(first, allowed))
        .sort((a, b) => b.allowed - a.allowed),
  };
}

function suggestion({ rules: [rule], call }: VerdictLine, allowed: number): Suggestion {
  const { id = "", file = "", line = 0 } = rule ?? {};
  return { what: kindOf(call as Call), rule: id, where: line === 0 ? file : `${file}:${line}`, allowed };
}

/** `git push origin main` and `git push` are one habit; never a shell, a wrapper or an interpreter with its text. */
function kindOf(call: Call): string {
  if (!("command" in call) || typeof call.command !== "string") return call.tool;
  const words = call.command.trim().split(/\s+/);
  const sub =
    words[1] !== undefined &&
    /^[a-z][\w:-]*$/.test(words[1]) &&
    !/^(?:ba|z|da)?sh$|^(?:env|sudo|xargs|python\d?|node|perl|ruby)$/.test(words[0] ?? "")
      ? ` ${words[1]}`
      : "";
  return /[;&|`$\n]/.test(call.command) ? call.command.slice(0, 120) : `${words[0] ?? ""}${sub}`;
}
