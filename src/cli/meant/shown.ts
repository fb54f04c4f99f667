// Several commands that may be meant, one below the other, each with what it does.

import type { Terminal } from "../terminal/command.ts";
import { columns } from "../terminal/columns.ts";
import { rowOf } from "./written.ts";

/** Up to the first semicolon outside parentheses. */
const SHORT = /^(?:[^;；(（]|[(（][^)）]*[)）])+/;
const INDENT = "    ";

export function meantLines(lines: readonly string[], besides: string, { colour, columns: screen, words }: Terminal): string {
  const rows = lines.map((line) => {
    const row = rowOf(line.replace("codicil ", ""));
    const summary = row === undefined ? "" : words.of(row.summary);
    return [`${INDENT}${line}`, SHORT.exec(summary)?.[0] ?? ""];
  });
  const shown = columns(rows, screen, [null, colour.dim]).trimEnd();
  const said = words.error({ code: "BAD_USAGE", message: "", hint: besides }).hint ?? "";
  return [`  ${words`Did you mean one of these?`}`, shown, ...(besides === "" ? [] : [`  ${said}`])].join("\n");
}
