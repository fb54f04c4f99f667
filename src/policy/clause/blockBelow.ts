// What is below a clause: a list that it opens, or a block of commands that it tells to run.

import type { Clause } from "../grammar/clauses.ts";
import { pointsDown } from "../grammar/leads.ts";
import type { Slots } from "../grammar/slots.ts";
import { spanOf } from "../tokens/spans.ts";
import type { Draft } from "../forms/around.ts";

/** "Run:", "always run these commands before committing." */
export function opensBlock(text: string): boolean {
  return /[:：]$/.test(text) || /\b(?:these|the following) commands?\b|(?:以下|下列)命令/i.test(text);
}

/** "Never stage:", "before making changes, read:" and a list: what is meant are the items. */
export function opensList({ force, branches, parts: { main, means, before } }: Slots, { items, text }: Clause): boolean {
  const ordered = force !== "ask" && before.acts.length > 0;
  // "these dependencies:"
  const down = /\b(?:these|the following)\b[^`]{0,40}$/i.test(text);
  const named = main.targets.filter((each) => !(ordered ? each.kind === "it" : pointsDown(each) || (down && each.kind === "noun")));
  return items.length > 0 && (ordered || force === "never") && named.length + means.targets.length + branches.length === 0;
}

/** "Before you commit run:" and a block of commands. */
export function withCode(slots: Slots, code: readonly string[]): Slots {
  const lines = code
    .map((line) => (line.split(" #")[0] as string).trim().replace(/^cd [\w./-]+ && /, ""))
    .filter((line) => line !== "" && !/^(?:#|cd |source |export |\. )/.test(line));
  const spans = lines.map((line) => spanOf(line, { code: true }));
  if (
    spans.length === 0 ||
    spans.length > 8 ||
    spans.some((span) => span.type !== "command") ||
    slots.parts.main.targets.some((each) => each.kind === "span")
  )
    return slots;
  slots.parts.main.targets.splice(0, slots.parts.main.targets.length, ...spans.map((span) => ({ kind: "span", span }) as const));
  return slots;
}

/** "Run the tests before committing:" and a block of commands: where the words name a kind of check, one of them may be enough. */
export function fromBlock(draft: Draft, { checks, own }: { readonly checks: boolean; readonly own: boolean }, { code }: Clause): Draft {
  if (draft.order === undefined || code.length === 0) return draft;
  return {
    ...draft,
    order: { ...draft.order, of: checks ? "any" : draft.order.of },
    doubts: checks || !own || !isPlain(code) ? [...draft.doubts, "its commands come from the block below"] : draft.doubts,
  };
}

const OPEN = /[<>{}[\]$]|\.\.\.|path\/to|\bmy[_-]/;
const SETS_UP = /\b(?:install|init|add|setup)\b/i;

/** A few commands as they are run, each time: none that sets something up, and no name that stands for another. */
function isPlain(code: readonly string[]): boolean {
  return code.length < 6 && !code.some((each) => OPEN.test(each) || SETS_UP.test(each));
}

export function namesChecks({ parts: { main } }: Slots): boolean {
  return main.acts.some(({ verb }) => verb === "test") || main.targets.some((each) => each.kind === "noun");
}
