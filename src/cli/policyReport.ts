// `policy report` for people: a table of the lines that ask for something, each held one with a call that it stops and one
// that it lets through; then what is only advice, and one line that sums it up.

import type { Report, ReportedClause, ReportedFile } from "../mind/policyReport.ts";
import type { Terminal } from "./command.ts";
import { clip, wrap } from "./wrap.ts";

const GUTTER = 18;

export function printReport(terminal: Terminal, report: Report): void {
  for (const file of report.files) printFile(terminal, file);
  printTotals(terminal, report.totals);
}

function printFile(terminal: Terminal, { path, clauses, problems }: ReportedFile): void {
  const { colour, safe, columns, print } = terminal;
  const asking = clauses.filter(({ directive }) => directive);
  const held = asking.filter(({ state }) => state !== "advice");
  const advice = asking.filter(({ state }) => state === "advice");
  print(`${colour.bold(safe(path))}\n`);
  for (const { line, message } of problems) print(row(columns, line, colour.red("problem".padEnd(9)), safe(message)));
  for (const clause of held) printHeld(terminal, clause);
  if (advice.length > 0) print(`\n${colour.dim("  only advice, because")}\n`);
  for (const { line, text, why } of advice) print(colour.dim(`${String(line).padStart(5)}  ${clip(why, 18).padEnd(18)}  ${clip(safe(oneLine(text)), columns - 27)}`).concat("\n"));
  print("\n");
}

function printHeld({ colour, safe, columns, print }: Terminal, { line, text, state, stops, passes }: ReportedClause): void {
  const paint = state === "gated" ? colour.red : state === "rewritten" ? colour.green : colour.yellow;
  print(row(columns, line, paint(state.padEnd(9)), safe(oneLine(text))));
  const example = (word: string, call: string) => print(colour.dim(`${" ".repeat(GUTTER)}${word} ${clip(safe(oneLine(call)), columns - GUTTER - word.length - 1)}\n`));
  if (stops !== undefined) example(state === "rewritten" ? "changes" : state === "checked" ? "reports" : "stops  ", stops);
  if (passes !== undefined) example("passes ", passes);
}

/** Line, state, text; the text goes on below itself, three lines at most. */
function row(columns: number, line: number, state: string, text: string): string {
  const [first = "", ...rest] = wrap(text, columns - GUTTER, 3);
  return `${String(line).padStart(5)}  ${state}  ${first}\n${rest.map((each) => `${" ".repeat(GUTTER)}${each}\n`).join("")}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

const BAR = 20;

function printTotals({ colour, columns, print }: Terminal, totals: Report["totals"]): void {
  const { advice = 0, prose = 0, ...held } = totals;
  const count = Object.values(held).reduce((sum, each) => sum + each, 0);
  const all = count + advice;
  const filled = all === 0 ? 0 : Math.round((count / all) * BAR);
  print(`${colour.green("█".repeat(filled))}${colour.dim("░".repeat(BAR - filled))}  held ${count} of ${all} directive lines\n`);
  const parts = [...Object.entries({ ...held, advice }).filter(([, each]) => each > 0).map(([state, each]) => `${each} ${state}`), ...(prose === 0 ? [] : [`${prose} lines ask for nothing`])];
  for (const each of wrap(parts.join(", "), columns, 3)) print(`${each}\n`);
}
