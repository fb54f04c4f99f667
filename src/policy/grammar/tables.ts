// A row of a table is read only where the header says what it means: a column of things to use and one of things not to,
// or a column whose title forbids or asks.

import { wholeAnyCase, wordSet } from "../../base/index.ts";
import type { Clause } from "./clauses.ts";
import { pointsDown } from "./leads.ts";
import { readSlots } from "./readSlots.ts";
import { readTokens } from "../tokens/sentenceTokens.ts";

const USE = wholeAnyCase`use, do, prefer(?:red)?, instead, use instead, replacement, alternative, 替代, 替代方案, 改用, 使用, 推荐, 应使用, 请用`;
const INSTEAD_OF = wholeAnyCase`instead of, rather than, not, don't use, do not use, don't, avoid, never, never use, 不要用, 不用, 禁用, 禁止`;
/** Titles of a column that says what is done, or to what. */
const WHAT = wordSet(
  "action actions behavior behaviour operation command commands file files path paths folder item what rule pattern",
  "行为 操作 命令 文件 路径 目录 事项 规则 内容 禁止项 动作 做法",
);
/** "| Commit messages | English |" */
const TOPICS = wordSet("commit commits commitmessage commitmessages 提交信息 提交说明 コミット コミットメッセージ 커밋 커밋메시지");
const isTopic = (cell: string): boolean => TOPICS.has(cell.replace(/[*_ ]/g, "").toLowerCase());
const POLICY = /^(?:policy|rule|permission|allowed\??|权限|策略|规则|是否允许\??)$/i;
/** "| Path | Agents may edit? |" */
const MAY = /^(?:\w+ )?(?:may|can) (edit|modify|change|run|delete|read)\??$/i;
const NO = wordSet("no never n ❌");
const ASKED = wordSet("ask ask-first with-approval needs-approval");

/** Below "Read these before you change anything:", "Never edit:": a table whose first column names files or commands. */
const NAMES = wholeAnyCase`files?, paths?, documents?, docs?, folders?, director(?:y|ies), commands?, scripts?, 文件, 路径, 目录, 文档, 命令`;
const ONE_NAME = /^(?:`[^`]+`|\[[^\]]+\]\([^)]+\))$/;

export function tableText(clause: Clause): string | null {
  const { cells, header } = clause;
  const titles = header.map((each) => each.replace(/[*_`❌✅🚫]/gu, "").trim());
  const not = titles.findIndex((each) => INSTEAD_OF.test(each));
  const use = titles.findIndex((each, at) => at !== not && USE.test(each));
  if (not !== -1 && use !== -1) return `use ${cells[use] ?? ""} instead of ${cells[not] ?? ""}`;
  const policy = titles.findIndex((each) => POLICY.test(each));
  if (policy > 0 && isLead(cells[policy] ?? "")) return `${cells[policy]}: ${cells[0] ?? ""}`;
  const may = titles.findIndex((each) => MAY.test(each));
  return may > 0 ? permitted(cells, titles[may] ?? "", cells[may] ?? "") : byTitle(clause, titles);
}

/** What is told of its topic, below a title that forbids or asks, or by its first cell. */
function byTitle(clause: Clause, titles: readonly string[]): string | null {
  const { cells } = clause;
  if (cells.length === 2 && isTopic(cells[0] ?? "")) return `${cells[0]}: ${cells[1]}`;
  const led = titles.findIndex((title, at) => (cells[at] ?? "") !== "" && isLead(title));
  return led === -1 ? firstCell(clause, titles[0] ?? "") : `${titles[led]}: ${cells[led]}`;
}

/** A cell that says no, or that one is asked. */
function permitted([name = ""]: readonly string[], title: string, said: string): string | null {
  const [, act = ""] = MAY.exec(title) ?? [];
  const word = said.replace(/[*_.]/g, "").trim().toLowerCase().replaceAll(" ", "-");
  return NO.has(word) ? `never ${act} ${name}` : ASKED.has(word) ? `ask first: ${act} ${name}` : null;
}

/** The name that a row is about, where what is above the table says what to do with it. */
function firstCell(clause: Clause, title: string): string | null {
  const [first = ""] = clause.cells;
  return clause.leads.length > 0 && NAMES.test(title) && ONE_NAME.test(first) ? first : forbiddenAbove(clause, title);
}

/** "## Never" over "| Action | Why |": what the heading forbids. */
function forbiddenAbove({ cells, heading, leads }: Clause, title: string): string | null {
  const above = leads.at(-1) ?? heading.at(-1) ?? "";
  return WHAT.has(title.toLowerCase()) && isLead(above) ? (cells[0] ?? null) : null;
}

/** "Never", "ask first", "never edit these": it names nothing but what follows. */
function isLead(text: string): boolean {
  const [sentence] = readTokens(text).sentences;
  if (sentence === undefined) return false;
  const { slots } = readSlots(sentence.tokens, 0, false);
  return (
    slots.left.length + slots.condition.length === 0 &&
    slots.parts.main.targets.every(pointsDown) &&
    (slots.force === "never" || slots.force === "ask")
  );
}
