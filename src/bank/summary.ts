// The context summary: goal, focus, stack and conventions, as the bank states them under headings of that meaning. Nothing
// is concluded: each is a line of a document with its place. Pure.

import { either } from "../base/index.ts";
import type { PackSummary, StatedFact } from "../schema/index.ts";
import type { BankPage, Page } from "./pages.ts";

type Part = keyof PackSummary;

const HEADINGS: Record<Part, RegExp> = {
  goal: new RegExp(
    either`
  ^(?:project )?(?:goals?|purpose|overview|about|mission|what (?:this|it) is)\b, 项目目标, ^目标, 概述, 简介, 项目背景
`,
    "iu",
  ),
  focus: /\bfocus\b|^(?:status|now|in progress|active|current)\b|当前|焦点|进行中|现状|进展/iu,
  stack: /\bstack\b|^technolog|^tech\b|^built with\b|技术栈|^技术$|依赖/iu,
  conventions: /\bconventions?\b|^(?:style|rules|standards|guidelines)\b|约定|规范|惯例/iu,
};
/** The heading of a text about the bank itself. */
export function isAboutTheBank(heading: string): boolean {
  return /drill-?down|write safety|\brout(?:ing|es)\b|下钻|读取协议|写入安全|路由/iu.test(heading);
}

const LONGEST = 200;
const MOST: Record<Part, number> = { goal: 1, focus: 1, stack: 6, conventions: 6 };

export function summarise(pages: readonly BankPage[]): PackSummary {
  const stated = (part: Part) => pages.flatMap((page) => factsUnder(page, HEADINGS[part])).slice(0, MOST[part]);
  const first = pages[0];
  return {
    goal: stated("goal")[0] ?? (first === undefined ? null : openingOf(first)),
    focus: stated("focus")[0] ?? null,
    stack: stated("stack"),
    conventions: stated("conventions"),
  };
}

/** Whether the page says this at this line: as the summary shortens it, or as a piece of the line. */
export function statesAt(page: Page | BankPage, line: number, text: string): boolean {
  if ((page.lines[line - 1] ?? "").includes(text)) return true;
  return "reading" in page && page.reading.units.some((unit) => unit.line === line && shorten(unit.text) === text);
}

function factsUnder(page: BankPage, heading: RegExp): StatedFact[] {
  // A title that says it counts only where there is no other heading.
  const isUnder = (headings: readonly string[]) => headings.slice(headings.length === 1 ? 0 : 1).some((each) => heading.test(each.trim()));
  return page.reading.units
    .filter(({ headings }) => isUnder(headings) && !headings.some(isAboutTheBank))
    .map((unit) => ({ text: shorten(unit.text), path: page.path, line: unit.line }));
}

/** The sentence right under the title of the index. */
function openingOf(page: BankPage): StatedFact | null {
  const unit = page.reading.units[0];
  return unit === undefined || unit.headings.length > 1 || unit.isItem
    ? null
    : { text: shorten(unit.text), path: page.path, line: unit.line };
}

function shorten(text: string): string {
  const chars = [...text];
  return chars.length <= LONGEST ? text : `${chars.slice(0, LONGEST - 1).join("")}…`;
}
