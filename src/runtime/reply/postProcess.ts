// The filter as a step of the turn: one for all messages of an answer, so that emoji are counted and fragments merged over
// rounds of tool calls too. How many emoji there may be is what the rules say; without a rule it is one.

import type { Known } from "../../content/index.ts";
import { policySource } from "../../mind/session/decide.ts";
import type { Mind } from "../../mind/open.ts";
import type { Policy } from "../../policy/index.ts";
import type { PostProcessor, TurnView } from "../ports/steps.ts";
import { createReplyFilter, type ReplyFilter } from "./filter.ts";

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
export function emojiLimit(policy: Pick<Policy, "rules">, home: string): number {
  const limits = policy.rules.flatMap(({ file, matcher }) =>
    matcher.kind === "reply" ? [{ own: file.startsWith(`${home}/`), most: matcher.emojiOver }] : [],
  );
  const least = (all: readonly { most: number }[]) => (all.length === 0 ? undefined : Math.min(...all.map(({ most }) => most)));
  return Math.min(least(limits.filter(({ own }) => own)) ?? 1, least(limits) ?? Number.POSITIVE_INFINITY);
}
