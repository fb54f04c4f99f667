// Secrets that only their surroundings betray: a name that promises one, something between, and the value.

import { either } from "../../base/index.ts";
import { type Name, nameAt } from "../secretShapes/keyNames.ts";
import { endOf, valueMatch } from "./valueReader.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";
import { calledAt } from "./spoken.ts";
import type { Standing } from "../secretShapes/values.ts";

/** Set on a line that begins as an entry of .netrc does. */
export const NETRC = 64;

// Between name and value. All bounded: together with the value they stay below the detectors' reach.
const TYPED = /[?!]?: ?[A-Za-z_&*][\w<>[\]|&*. ]{0,40}? ?:?= ?(?=[bfru]?["'`])/y;
const ASSIGNS = either`:=, =>, ->, →, ⇒, ={1,3}, :(?!//|:), [：＝]`;
const ASSIGNED = new RegExp(
  String.raw`[?!]?\\?["'${"`"}’”]?[\])]{0,2}\*{0,2}(?:</[a-z]{1,10}>)?[ \t]{0,16}(?:${ASSIGNS})\*{0,2}[ \t]{0,24}`,
  "y",
);
const NEXT_LINE = /(?:[|>][-+]?)?[ \t]{0,8}(?:(?:\r?\n){1,2}|\\n)(?:```\w{0,10}\r?\n)?[ \t]{0,24}/y;
const OTHERWISE = /["'`]?[\])]{0,2} ?(?:\?\?|\|\||or|:-) ?(?=["'`])/y;
const CELL = /[`*]{0,2}[ \t]{0,40}\|[ \t]{0,8}/y;
const ARGUMENT = /\]?["'`]\)?(?:,[ \t]{0,4}|\.\w{1,20}\()(?=["'`])|\((?=["'`])/y;
const PAIR = /[ \t]{0,4}=?[ \t]{0,4}\([ \t]{0,4}["'][^"'\s]{1,64}["'],[ \t]{0,4}(?=["'])/y;
const QUOTE = String.raw`\\?["']?`;
const NAMED_VALUE = new RegExp(String.raw`${QUOTE}[ \t]{0,8},?[ \t\r\n]{0,40}${QUOTE}value${QUOTE}[ \t]{0,8}[:=][ \t]{0,8}`, "iy");
const ELEMENT = /["']?>/y;
const IN_BRACKETS = String.raw` ?[（(][^()（）["'${"`"}\n]{1,40}[)）]`;
const OF_WHAT = String.raw` (?:for|of|on|to|at|in|from) [^\s:=]{1,40}(?: [^\s:=.!?]{1,24}){0,4}?`;
const IS = either`is, was, are, will be, should be, has been, equals, to, =, being, reads, ist, lautet, es, est, è`;
const IS_IN_CHINESE = either`是, 为, 就是, 改成, 改为, 设为, 设成, 设置为, 设置成`;
const NOW = either`now, still, currently, just, simply, set, changed, reset, updated, to, this, the following`;
const SAID = new RegExp(
  String.raw`(?:${IN_BRACKETS})?(?:${OF_WHAT})?(?:(?:(?:,? which)? (?:${IS})(?![A-Za-z])|['’]s|\s?(?:${IS_IN_CHINESE}))` +
    String.raw`(?: (?:${NOW})){0,3}[:：]?[ \t]{0,3}(?:\r?\n)?[ \t]{0,3}|[ \t]{0,3}[:：][ \t]{0,3})`,
  "y",
);
const EXPLAINED = /(?: [a-z']{1,12}){1,5}[:：][ \t]{0,3}/y;
const BARE = /[ \t]{1,4}(?:<<<[ \t]?)?/y;

interface Link {
  readonly pattern: RegExp;
  readonly standing: Standing;
  /** What the pattern can begin with: spares most names most of the patterns. */
  readonly begins: string;
}

const LINKS: readonly Link[] = [
  { pattern: SAID, standing: "said", begins: " \t（(,'’:：是为就改设" },
  { pattern: CELL, standing: "bare", begins: "`* \t|" },
  { pattern: NAMED_VALUE, standing: "quoted", begins: "\\\"' \t,\r\nvV" },
  { pattern: ARGUMENT, standing: "bare", begins: "]\"'`(" },
  { pattern: OTHERWISE, standing: "bare", begins: "\"'`]) ?|o:" },
  { pattern: EXPLAINED, standing: "bare", begins: " " },
  { pattern: BARE, standing: "bare", begins: " \t" },
];

/** A value before or after the name whose stem is at `at`. */
export function keyedAt(sight: Sight, at: number): Match | undefined {
  const name = nameAt(sight, at);
  return name === undefined ? undefined : (calledAt(sight, at, name.promise) ?? valueAfter(sight, name));
}

function valueAfter(sight: Sight, name: Name): Match | undefined {
  const { text } = sight;
  const lead = text.slice(Math.max(sight.floor, name.start - 80), name.start);
  if (lead.endsWith(":") && /arn:[\w:/-]{0,60}:$/.test(lead)) return undefined;
  const typed = "?!:".includes(text[name.end] ?? "") ? tryAfter(sight, TYPED, name, "quoted") : undefined;
  if (typed !== undefined) return typed;
  const assigned = endOf(ASSIGNED, text, name.end);
  // `?key=…` in an address is a token.
  if (assigned >= 0)
    return assignedAt(sight, assigned, name.promise === "key" && /[?&]$/.test(lead) ? { ...name, promise: "token" } : name);
  if (lead.endsWith("-")) return tryAfter(sight, BARE, name, "quoted");
  if (name.verb && (sight.line & NETRC) === 0 && !POSSESSED.test(lead)) return undefined;
  return linkedAt(sight, name, lead) ?? elementAt(sight, name, lead);
}

/** "pass" is a verb unless one of these is before it. */
const POSSESSED = /\b(?:the|my|our|your|wifi|root|admin|new|old|temp|db) $/i;

function linkedAt(sight: Sight, name: Name, lead: string): Match | undefined {
  const first = sight.text[name.end] ?? "";
  for (const { pattern, standing, begins } of LINKS) {
    if (!begins.includes(first) || (pattern === CELL && !/\|[ \t`*]{0,8}$/.test(lead))) continue;
    const found = tryAfter(sight, pattern, name, standing);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `<password>…`, `<entry name="password">…` */
function elementAt(sight: Sight, name: Name, lead: string): Match | undefined {
  if (!"\"'>".includes(sight.text[name.end] ?? "")) return undefined;
  return /<[\w.-]{0,20}(?:[ \t][\w.-]{1,20}=["'][\w.-]{0,30})?$/.test(lead) ? tryAfter(sight, ELEMENT, name, "quoted") : undefined;
}

function assignedAt(sight: Sight, from: number, name: Name): Match | undefined {
  const direct = valueMatch(sight, from, name, "assigned");
  if (direct !== undefined) return direct;
  const below = endOf(NEXT_LINE, sight.text, from);
  if (below >= 0) return valueMatch(sight, below, name, "bare");
  // `credentials: bob / secret`
  const second = name.type === "secret" ? endOf(SECOND, sight.text, from) : -1;
  return second < 0 ? undefined : valueMatch(sight, second, { ...name, promise: "password", type: "password" }, "bare");
}

const SECOND = /["'`]?[\w.@-]{2,40}["'`]?(?: ?[/|] ?|, ?| and )/y;

const PASSWORD = { promise: "password", type: "password", shouted: false } as const;

/** `login("bob", "secret")`, `auth=("bob", "secret")`; `at` is where `login`, `auth` or the like starts. */
export function pairAt(sight: Sight, at: number): Match | undefined {
  const end = endOf(/\w{1,40}/y, sight.text, at);
  const from = end < 0 ? -1 : endOf(PAIR, sight.text, end);
  return from < 0 ? undefined : valueMatch(sight, from, PASSWORD, "bare");
}

const BEFORE_PAIR = /\w{1,40}[ \t]{0,4}=?[ \t]{0,4}/y;

/** Whether a bracket may still open behind the word. */
export function mayBePair(sight: Sight, at: number): boolean | undefined {
  const end = endOf(BEFORE_PAIR, sight.text, at);
  return end >= sight.end ? undefined : end >= 0 && sight.text[end] === "(";
}

const IN_WITH = /["'`]?[\w.@-]{2,40}["'`]?(?: ?[/|] ?| and (?:password )?)/y;

/** "log in with bob / secret"; `at` is where `in with ` starts. */
export function logInAt(sight: Sight, at: number): Match | undefined {
  if (!/(?:log|sign|logged|signed)[ -]?$/i.test(sight.text.slice(Math.max(sight.floor, at - 8), at))) return undefined;
  const from = endOf(IN_WITH, sight.text, at + "in with ".length);
  return from < 0 ? undefined : valueMatch(sight, from, PASSWORD, "bare");
}

function tryAfter(sight: Sight, pattern: RegExp, name: Name, standing: Standing): Match | undefined {
  const from = endOf(pattern, sight.text, name.end);
  return from < 0 ? undefined : valueMatch(sight, from, name, standing);
}
