// The block rules of markdown-it with a guard beside them (watch.ts): without one they are what they were.

import type { StateBlock } from "markdown-it";
import { FENCE_LINE, LONG_HTML, MARKER_LINE, type Watch, watchOf } from "./watch.ts";

export type Rule = (state: StateBlock, line: number, end: number, silent: boolean) => boolean;

/** Not a rule that ever matches: it is first in the chain to see each item of a top-level list being entered. */
export const watchContainers: Rule = (state) => {
  const watch = watchOf(state);
  if (watch?.container === "list" && state.level === 2) watch.itemIndent = state.blkIndent;
  return false;
};

export function inContainer(kind: "list" | "quote", rule: Rule): Rule {
  return (state, line, end, silent) => {
    const watch = watchOf(state);
    if (watch?.escaped.has(line)) return false;
    if (watch === undefined || silent || state.level > 0) return rule(state, line, end, silent);
    watch.container = kind;
    const matched = rule(state, line, end, silent);
    watch.container = "none";
    return matched;
  };
}

export function notEscaped(rule: Rule): Rule {
  return (state, line, end, silent) => !watchOf(state)?.escaped.has(line) && rule(state, line, end, silent);
}

/** A rule that steps aside where `violates` says so and the line may be escaped. */
function guarded(rule: Rule, violates: (watch: Watch, line: number) => boolean): Rule {
  return (state, line, end, silent) => {
    const watch = watchOf(state);
    if (watch !== undefined) {
      watch.count();
      if (watch.escaped.has(line)) return false;
      if (silent && watch.spared.has(line)) return rule(state, line, end, silent);
      if (watch.atTop(state, line) && violates(watch, line) && watch.escape(line)) return false;
    }
    return rule(state, line, end, silent);
  };
}

export function guardedHeading(rule: Rule): Rule {
  return guarded(rule, (watch, line) => {
    const hashes = /^(#{1,6})(?:[ \t]|$)/.exec(watch.line(line))?.[1];
    return hashes !== undefined && hashes.length <= watch.level;
  });
}

export function guardedFence(rule: Rule): Rule {
  return guarded(rule, (watch, line) => {
    const fence = FENCE_LINE.exec(watch.line(line));
    return fence !== null && !watch.isClosedFence(line, fence[1] ?? fence[2] ?? "");
  });
}

export function guardedHtml(rule: Rule): Rule {
  return guarded(rule, (watch, line) => {
    const text = watch.line(line);
    if (!text.startsWith("<")) return false;
    if (MARKER_LINE.test(text)) return true;
    const kind = LONG_HTML.find(({ opens }) => opens.test(text));
    return kind !== undefined && !watch.isClosedHtml(line, kind.closes);
  });
}
