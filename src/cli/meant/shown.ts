// Several commands that may be meant, one below the other, each with what it does.

import { byName } from "../../base/index.ts";
import type { Terminal } from "../terminal/command.ts";
import { columns } from "../terminal/columns.ts";
import { rowOf } from "./written.ts";

/** Up to the first semicolon outside parentheses. */
const SHORT = /^(?:[^;；(（]|[(（][^)）]*[)）])+/;
/** Forms that do something else than the command's summary says. */
const FORMS = byName({ "unlock 0": "end an unlock: the rules apply again", "chat --session last": "continue the last session" });
const INDENT = "    ";

export function meantLines(lines: readonly string[], besides: string, { colour, columns: screen, words }: Terminal): string {
  const rows = lines.map((line) => {
    const typed = line.replace("codicil ", "");
    const summary = words.of(FORMS[typed] ?? rowOf(typed)?.summary ?? "");
    return [`${INDENT}${line}`, SHORT.exec(summary)?.[0] ?? ""];
  });
  const shown = columns(rows, screen, [null, colour.dim]).trimEnd();
  const said = words.error({ code: "BAD_USAGE", message: "", hint: besides }).hint ?? "";
  return [`  ${words`Did you mean one of these?`}`, shown, ...(besides === "" ? [] : [`  ${said}`])].join("\n");
}
