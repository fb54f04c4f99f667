// A command and the same command with something in front of it: `tsc` and `pnpm exec tsc`. Said together by somebody who
// wants something, the longer one is the way to call the shorter, whatever the words between them are.

import { CUE } from "../../lexicon/cues.ts";
import type { Draft } from "../draft.ts";
import { asks, hasCue, permits } from "../phrases/force.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";
import { replacementDraft } from "./replace.ts";

const WANTED = /\b(?:must|always|never|only|should|has to|have to|is (?:off|called|written|spelled|invoked|started|run)|are (?:off|called|written|invoked|started|run)|instead|bare|directly|wrap(?:ped|per)?|prefix(?:ed)?|everything|not)\b|必须|一律|统一|不要|别|勿|不得|禁止|前(?:面)?(?:要|需|必须)?加|都要|务必/;
const STORY = /\b(?:used to|previously|was|were|sometimes|usually|may|might|can|could|equivalent|alias|same as|shorthand|short for|calls|runs|under the hood)\b|[?？]|等价|相当于|别名|以前/;
/** The longer one is the one that must not be used. */
const AGAINST = /\b(?:never|not|no|don't|avoid|than|instead of|replaces?)(?: (?:use|run|call|type|the|bare))*\s*$|(?:不要|别|勿|禁止|而不是|不用)(?:再|直接)?(?:用|使用|跑|执行)?\s*$/;

export function readWrapped(unit: Unit, index: number): Draft[] {
  const here = unit.sentences[index] as Sentence;
  const next = unit.sentences[index + 1];
  if (!hasCue(here, CUE.no | CUE.swap | CUE.only | CUE.limit)) return [];
  for (const worse of here.mentions) {
    const better = wrapperOf(worse, here) ?? (next === undefined ? null : wrapperOf(worse, next));
    const draft = better === null || !isWanted(here, next) ? null : replacementDraft(worse.entity, better.entity, here.row);
    if (draft !== null) return [draft];
  }
  return [];
}

function isWanted(here: Sentence, next: Sentence | undefined): boolean {
  const text = `${here.norm} ${next?.norm ?? ""}`;
  return WANTED.test(text) && !STORY.test(text) && !permits(here) && !asks(here);
}

/** The mention in a sentence that is this command with words in front of it, and that nobody speaks against. */
export function wrapperOf({ entity }: Mention, { norm, mentions }: Sentence): Mention | null {
  if (!entity.code || (entity.type !== "command" && entity.type !== "name")) return null;
  const inner = entity.type === "command" ? entity.words : [entity.text];
  return mentions.find((each) => each.entity.code && each.entity.type === "command" && wraps(each.entity.words, inner) && !AGAINST.test(norm.slice(0, each.at))) ?? null;
}

function wraps(outer: readonly string[], inner: readonly string[]): boolean {
  const front = outer.length - inner.length;
  if (front === 0) return inner.length === 1 && outer[0] !== inner[0] && (outer[0] as string).endsWith(`/${inner[0]}`);
  return front > 0 && front <= 4 && inner.every((word, at) => outer[front + at] === word) && outer[0] !== inner[0];
}
