// Whether a text is a statement of SQL, and the statement without its comments.

import { either } from "../../base/index.ts";

const SQL_VERBS = [
  "select with insert update delete drop truncate alter create grant revoke merge replace begin start call exec execute do set",
  "vacuum copy load rename use explain show match optional unwind detach remove flush",
];
export const LOOKS_SQL = new RegExp(`^[\\s(;]*(?:${SQL_VERBS.flatMap((line) => line.split(" ")).join("|")}|db\\.)`, "i");

export function looksLikeSql(text: string): boolean {
  return LOOKS_SQL.test(text) && /;\s*$|\b(?:from|table|into|database|schema)\b/i.test(text);
}

const READING = either`select, explain, values, pragma (?:\w+|(?:table|index|foreign_key)_\w+ ?\([\w '"]*\))$`;
const ONLY_READS = new RegExp(`^(?:${READING})`, "i");
const CHANGES = /\b(?:insert|update|delete|replace)\b/i;

/** Whether nothing of a text can change the database. Strings count as none, so that a sign in one parts nothing. */
export function onlyReads(text: string): boolean {
  const statements = withoutComments(text)
    .replace(/'[^']*'|"[^"]*"/g, "''")
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return statements.every((each) => ONLY_READS.test(each) || (/^with\b/i.test(each) && !CHANGES.test(each)));
}

/** Of a statement. A comment that is never closed is none: it may be in a string. */
export function withoutComments(text: string): string {
  const lines = text.replace(/--[^\n]*/g, " ");
  let out = "";
  let from = 0;
  for (let open = lines.indexOf("/*"); open !== -1; open = lines.indexOf("/*", from)) {
    const close = lines.indexOf("*/", open + 2);
    if (close === -1) break;
    out += `${lines.slice(from, open)} `;
    from = close + 2;
  }
  return out + lines.slice(from);
}
