// Every answer passes here on its way to the person, in this order (OR-40…42): fragments are merged, emoji beyond the first are
// cut, secrets are marked. Redaction comes last, because merging and cutting could put a secret together. The log keeps the text
// as the model gave it; what the person saw is kept with it (X31). Arguments of tools never come this way.
//
// One filter for all messages of an answer, so that emoji are counted and fragments merged over rounds of tool calls too. How
// many emoji there may be is what the rules say; without a rule it is one.

import { createRedactor, type Known } from "../../content/index.ts";
import { policySource } from "../../mind/session/decide.ts";
import type { Mind } from "../../mind/open.ts";
import type { Policy } from "../../policy/index.ts";
import type { PostProcessor, TurnView } from "../ports/steps.ts";
import { createShaper, type ShapeOptions } from "./shape.ts";

export async function makePostProcessor(mind: Mind): Promise<PostProcessor> {
  const known: Known = await mind.deps.known();
  let current: { readonly turn: TurnView; readonly filter: ReplyFilter } | null = null;
  return {
    begin: (turn) => {
      if (current?.turn !== turn)
        current = { turn, filter: createReplyFilter(known, { emoji: emojiLimit(policySource(mind).capture(), mind.where.home) }) };
      const { filter } = current;
      let raw = "";
      let text = "";
      return {
        write: (piece) => {
          raw += piece;
          const shown = filter.push(piece);
          text += shown;
          return shown;
        },
        end: () => {
          const rest = filter.next();
          text += rest;
          // Only white space at the ends differs: that is no change worth keeping twice.
          return { rest, text, changes: text.trim() === raw.trim() ? [] : filter.changes() };
        },
      };
    },
  };
}

/** The person's own rule decides; a project's may only make it less. */
function emojiLimit(policy: Pick<Policy, "rules">, home: string): number {
  const limits = policy.rules.flatMap(({ file, matcher }) =>
    matcher.kind === "reply" ? [{ own: file.startsWith(`${home}/`), most: matcher.emojiOver }] : [],
  );
  const least = (all: readonly { most: number }[]) => (all.length === 0 ? undefined : Math.min(...all.map(({ most }) => most)));
  return Math.min(least(limits.filter(({ own }) => own)) ?? 1, least(limits) ?? Number.POSITIVE_INFINITY);
}

interface ReplyFilter {
  /** The next piece of the answer; answers what can be shown by now. */
  push(chunk: string): string;
  /** A message is over: the rest of it. Another one of the same answer may follow, behind a tool call. */
  next(): string;
  /** What was changed in the answer so far, in words. */
  changes(): string[];
}

function createReplyFilter(known: Known, options: ShapeOptions): ReplyFilter {
  const shaper = createShaper(options);
  const redactor = createRedactor(known);
  return {
    push: (chunk) => redactor.push(shaper.push(chunk)),
    next: () => redactor.push(shaper.next()) + redactor.flush(),
    changes: () => {
      const { merged, cut } = shaper.counts();
      const secrets = redactor.found().length;
      const of = (count: number, what: string) => (count === 0 ? [] : [`${what}: ${count}`]);
      return [...of(merged, "fragments merged"), ...of(cut, "emoji cut"), ...of(secrets, "secrets marked")];
    },
  };
}
