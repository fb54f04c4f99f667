// A draft becomes a rule: an id that stays, a message that says what a person may do, and two examples.

import { sha256 } from "../../base/index.ts";
import { inWords } from "../explain/inWords.ts";
import type { ReadingSource, Rule, Tier } from "../match/rule.ts";
import type { Draft } from "../forms/around.ts";
import { examplesFor } from "./examples.ts";
import { messageOf } from "./messages.ts";

export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** Place among the rules of the clause. */
  readonly at: number;
  /** `clauseHash` of the clause. */
  readonly clause: string;
  readonly tier: Tier;
  readonly source: ReadingSource;
  readonly doubts?: readonly string[];
}

export function makeRule(draft: Draft, origin: Origin): Rule {
  const { file, line, text, at } = origin;
  const made = {
    id: `r_${sha256(`${file}\n${text}\n${at}`).slice(0, 12)}`,
    clause: origin.clause,
    tier: origin.tier,
    doubts: origin.doubts ?? [],
    source: origin.source,
    file,
    line,
    text,
    effect: draft.effect,
    matcher: draft.matcher,
    ...(draft.exception === undefined ? {} : { exception: draft.exception }),
    ...(draft.order === undefined ? {} : { order: draft.order }),
    ...(draft.replacement === undefined ? {} : { replacement: draft.replacement }),
    ...(draft.atMost === undefined ? {} : { atMost: draft.atMost }),
    ...(draft.session === undefined ? {} : { session: draft.session }),
    ...(draft.instead === undefined ? {} : { alternative: draft.instead }),
    message: messageOf({ effect: draft.effect, text, alternative: draft.instead }),
    examples: examplesFor(draft),
  };
  return { ...made, reading: draft.reading ?? inWords(made) };
}
