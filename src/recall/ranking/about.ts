// What a note that tells of a change is about, and the values that it gives: "raised the rent to 1,520" is about the rent, and
// 例会挪到周四 about the 例会. Two notes on the same thing with other values of one kind follow each other; where the newer one is about
// something else besides (大宝的老师, 小宝的老师; "the refresh token"), it says nothing of the older one.

import { either } from "../../base/index.ts";
import { HAN_STOP_CHARACTERS } from "../reading/stopWords.ts";
import { CHANGE_OF, type Note, tokensOf } from "./note.ts";

/** Behind what is changed: what it is changed to. */
const BEHIND = new RegExp(`\\b(?:${either`to, from, into, by, until, is, are, because, since, instead`})\\b|[:：]|[到成为至]`, "u");
/** What is said of a thing begins with it. */
const SAID_OF = new RegExp(
  `\\b(?:${either`is, are, has, have, costs?, uses?, runs?, lives?, weighs?, goes, go, closes, opens, should, takes?, expires?, ends,
    starts?, begins?, meets?, leaves, arrives`})\\b|${either`
    [:：]\s, [是在归由叫]|用(?!户)|[放发写存跑住](?=[在到给])
  `}`,
  "iu",
);
/** They name a kind of value, or a system as such: nobody says them each time. */
const GENERIC = new Set(
  either`number, addres, name, time, date, day, place, versio, price, fee, size, limit, length, lifeti, hour, openin, got, get, all`.split(
    "|",
  ),
);

const HAN_NUMBER = "[\\d一二三四五六七八九十百千万两半]{1,6}";
const NUMBER = `(?:\\d(?:[\\d.,]{0,12}\\d)?|\\b(?:${either`two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, twenty,
  thirty, fifty`})\\b)`;
const MONTHS = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,7}";
const PREPOSITIONS = either`to, at, of, in, by, is, the, for, on, and, until, from, about, are, takes?, only, ended, with`;
const UNITS = either`
  %, percent, kg, g, km, m, cm, [kmgt]b, m?bit, euros?, eur, dollars?, usd, requests?, people, times
`;
/** What is read by one is not read by those behind it. The first group names the kind more closely: the unit, or what is numbered. */
const VALUES: readonly (readonly [kind: string, form: RegExp])[] = (
  [
    ["clock", `\\b\\d{1,2}:\\d{2}\\b|\\b\\d{1,2} ?(?:am|pm)\\b|(?:[上下中]午|[早晚]上|凌晨)?${HAN_NUMBER}点[半一二三]?`],
    ["weekday", "\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|(?:周|星期|礼拜)[一二三四五六日天]"],
    ["day", `\\b\\d{1,2} ${MONTHS}(?: \\d{4})?|\\b${MONTHS} \\d{1,4}|${HAN_NUMBER} ?月(?: ?${HAN_NUMBER} ?[日号]|[底初中]旬?)?`],
    ["address", "\\S{1,40}@\\S{1,40}\\w|https?:\\S{1,80}\\w"],
    ["long number", "\\b\\d{2,4}(?:[ -]\\d{3,9}){1,4}\\b"],
    ["code", "\\b(?=[\\w.-]{0,30}\\d)[a-z][\\w.]{0,20}-[\\w.-]{1,20}|\\bv?\\d{1,9}(?:\\.\\d{1,9}){1,4}\\b"],
    ["measure", `${NUMBER} ?(${UNITS})(?![a-z])`],
    [
      "duration",
      `(?:${NUMBER}|${HAN_NUMBER}) ?(?:ms|s|sec[a-z]{0,4}|min[a-z]{0,4}|hours?|days?|weeks?|months?|years?|秒|分钟|个?小时|天|周|个月|年)(?![a-z])`,
    ],
    ["count", `${NUMBER} ([a-z]{3,20}s)\\b`],
    ["named", `\\b(?!(?:${PREPOSITIONS})\\b)([a-z]{2,12}) \\d{1,9}\\b`],
    ["name", "(?<=\\p{Script=Han} ?)[a-z][\\w.@+-]{0,30}"],
    // 二期 and 三班 are one of several such things; in 3500 了 nothing is counted.
    ["amount", `${NUMBER}|${HAN_NUMBER}(?![期班组队部级])(\\p{Script=Han})?`],
  ] as const
).map(([kind, form]) => [kind, new RegExp(form, "giu")]);

/** In English a number may be part of a name; behind one of these words it is a value. */
const BEHIND_PREPOSITION = new RegExp(`(?<=\\b(?:${PREPOSITIONS}) )\\d`, "i");

type Values = ReadonlyMap<string, ReadonlySet<string>>;

function valuesIn(text: string): Values {
  const found = new Map<string, Set<string>>();
  let left = text.toLowerCase();
  for (const [kind, form] of VALUES)
    left = left.replace(form, (value, of: unknown) => {
      if (kind === "named") found.set("name", new Set([...(found.get("name") ?? []), String(of)]));
      const name = typeof of === "string" && !HAN_STOP_CHARACTERS.has(of) ? `${kind} ${of.replace(/(?<=...)s$/, "")}` : kind;
      found.set(name, new Set([...(found.get(name) ?? []), /^.*\p{N}/u.exec(value)?.[0] ?? value]));
      return " · ";
    });
  return found;
}

/** Of one kind both have values, and the newer one has another. */
export function hasOtherValue(newer: Note, older: Note): boolean {
  const [was, is] = [valuesIn(older.text), valuesIn(newer.text)];
  return [...was].some(([kind, values]) => {
    const now = is.get(kind) ?? (/^(?:amount|clock|measure|duration|count)/.test(kind) ? is.get("amount") : undefined) ?? [];
    return [...now].some((value) => !values.has(value));
  });
}

/** Nothing of what they say has a number, a day or a name by which it could be told apart. */
export function haveNoValues(newer: Note, older: Note): boolean {
  return valuesIn(newer.text).size === 0 && valuesIn(older.text).size === 0;
}

/** Up to what is said of it, and up to its value: what a text is about. Without either, nothing is known. */
function headIn(text: string, isHan: boolean, isObject = false): readonly string[] {
  const plain = text.replace(/\bnew\b|新/giu, "");
  const values = VALUES.flatMap(([kind, form]) => (!isHan && /^(?:named|amount|measure|duration|count)/.test(kind) ? [] : [form]));
  const ends = [SAID_OF, ...(isHan ? [CHANGE_OF] : []), BEHIND_PREPOSITION, ...values]
    .map((each) => plain.search(each))
    .filter((at) => at > 0);
  if (ends.length === 0 && !isObject) return [];
  return tokensOf(plain.slice(0, ends.length === 0 ? undefined : Math.min(...ends)), isHan).filter((token) => !GENERIC.has(token));
}

/** Of the newer note's clauses the one on what the older one is about; null: none. */
function aboutIn(newer: Note, subject: readonly string[]): readonly string[] | null {
  const known = (about: readonly string[]) => about.filter((token) => subject.includes(token)).length;
  const read = newer.clauses.flatMap(({ text }) => {
    const change = CHANGE_OF.exec(text);
    if (change === null) return [headIn(text, newer.isHan)];
    const [front, behind = ""] = [text.slice(0, change.index), text.slice(change.index + change[0].length).split(BEHIND)[0]];
    const [who, object] = [headIn(front, newer.isHan, true), headIn(behind, newer.isHan, true)];
    // "Anna's sister changed doctors": whose it is counts too.
    if (!newer.isHan) return known(object) > 0 && known(who) > 0 ? [[...who, ...object]] : [object, who];
    return [who, object];
  });
  const most = Math.max(0, ...read.map(known));
  return most > 0 ? (read.find((about) => known(about) === most) ?? null) : null;
}

/** "Sprint 12" and "Sprint 13", 一期 and 二期: one of several. */
const NUMBERED = /^(\D{1,30}?)(\d{1,6}|[一二三四五六七八九十]{1,3})(?=[期班组队部级号 ])/u;

function isOtherNumber(newer: Note, older: Note): boolean {
  const [[, name, number] = [], [, now, other] = []] = [older, newer].map(({ text }) => [...(NUMBERED.exec(text) ?? [])]) as [
    string[],
    string[],
  ];
  return name !== undefined && name !== "" && !SAID_OF.test(name) && name === now && number !== other;
}

/** Whether the newer note is about the same thing, or about something that the older one does not name; null: it does not say. */
export function isOnSame(newer: Note, older: Note): boolean | null {
  if (isOtherNumber(newer, older)) return false;
  const head = headIn(older.text, older.isHan);
  const subject = head.length > 0 || !older.isHan ? head : older.tokens;
  const about = aboutIn(newer, subject);
  if (about === null) return null;
  const more = about.filter((token) => !older.tokens.includes(token) && !newer.renewed.has(token)).length;
  // 王医生, 王医生的门诊: something of it.
  const isOfIt = older.isHan && subject.every((token, at) => token === about[at]);
  if (more > 0 && !(isOfIt && more === 1)) return isOfIt || (older.isRole && !older.isHan) ? null : false;
  const missing = subject.filter((token) => !newer.tokens.includes(token)).length;
  return (older.isHan ? missing <= 2 && about.length >= 2 : missing <= 0.5 * subject.length) ? true : null;
}
