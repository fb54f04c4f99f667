// What a question asks for, by its words: a time, a number, how something is, the first or the last of it.

import { either } from "../../base/index.ts";

function anyOf(...forms: readonly string[]): RegExp {
  return new RegExp(forms.join("|"), "i");
}

const WHEN = anyOf(
  String.raw`^\s*when\b`,
  `\\b(?:${either`how long, (?:what|which) (?:year|month|date|day|week|time)`})\\b`,
  either`什么时候, 何时, 哪[年天], 几[月号点], 多久`,
);

const IS = `\\b(?:${either`is, are, am, do, does, has, have`})\\b|['’]s\\b`;
const STATE = anyOf(
  `^\\s*(?:${either`who, what, where, which, how, when`})\\b.*(?:${IS})`,
  `^\\s*(?:${either`who \w+s, is, are, am, do, does, has, have, can, should`})\\b`,
  either`[谁哪几吗], 什么, 多少, 多久, 怎么`,
);
const PAST = anyOf(
  `\\b(?:${either`did, was, were, had, been, happened, first, last(?! \w+s\b), ago, why, (?:19|20)\d\d`})\\b`,
  either`[了曾], 过(?![期滤程敏渡户]), 以前, 之前, 当时, 那时, 小时候, 上次, 为什么`,
);

/** "Her first job" is a thing, "did she first" a time. */
const OF_TIME =
  `\\b(?:${either`did, do, does, have, has, had, was, were, is, are`})\\b[^.?!]{0,40}` +
  `(?<!\\b(?:${either`his, her, its, their, the, my, our, your, a, at, and`})) `;
const FIRST = anyOf(
  `${OF_TIME}first\\b`,
  `\\b(?:${either`the first time, earliest, originally, in the beginning, used to, formerly`})\\b`,
  either`第一次, 最早, 首次, 以前, 从前, 一开始, 原本, 起初, 最初`,
);
const LAST = anyOf(
  `${OF_TIME}last\\b(?! (?:${either`night, week, weekend, month, year, \w+day, for`})\\b)`,
  `\\b(?:${either`the last time, most recent, most recently, latest`})\\b`,
  either`上次, 上一次, 最后一次, 最近一次`,
);

/** What a question asks for beside its words. */
export interface Asked {
  readonly asksWhen: boolean;
  /** "Who has the spare key", "staging URL": how something is, and not what happened. */
  readonly asksState: boolean;
  /** "When did we first …", "the last time": among what answers as well, the oldest or the newest comes first. */
  readonly end: "first" | "last" | null;
}

export function readAsked(text: string): Asked {
  return {
    asksWhen: WHEN.test(text),
    asksState: (STATE.test(text) || isShort(text)) && !PAST.test(text),
    end: FIRST.test(text) ? "first" : LAST.test(text) ? "last" : null,
  };
}

/** Nothing but the name of a thing. */
function isShort(text: string): boolean {
  return text.trim().length <= (/\p{Script=Han}/u.test(text) ? 12 : 40);
}
