// `policy report` for people: the lines that are enforced, each with how it was read and calls that it stops and lets
// through; then what is only proposed and why; then advice; and one line that sums it up.

import { shown } from "../../calls/shownCall.ts";
import type { Report, ReportedClause, ReportedFile } from "../../rules/index.ts";
import type { Terminal } from "../terminal/command.ts";
import { fitTo, padTo, widthOf, wrapTo } from "../terminal/width.ts";

const GUTTER = 18;

/** Why a line is only advice, as people say it; the JSON has the name. */
const WHY: Readonly<Record<string, string>> = {
  "code style": "about how code is written",
  "needs judgement": "a matter of judgement",
  "no tool signal": "names no command or file",
  "outside state": "Codicil cannot see it",
  "target not named": "does not say what exactly",
  "use not understood": "its use is not understood",
};
const because = (why: string) => WHY[why] ?? why;
const WHY_COLUMNS = 25;

/** Only a screen has an edge to cut at. */
export function printReport(given: Terminal, report: Report): void {
  const terminal = given.isScreen ? given : { ...given, columns: Number.POSITIVE_INFINITY };
  for (const file of report.files) printFile(terminal, file);
  printTotals(terminal, report);
}

function printFile(terminal: Terminal, { path, clauses, problems }: ReportedFile): void {
  const { colour, safe, columns, print, words } = terminal;
  const asking = clauses.filter(({ directive }) => directive);
  const held = asking.filter(({ state }) => state !== "advice" && state !== "proposed");
  const proposed = asking.filter(({ state }) => state === "proposed");
  const advice = asking.filter(({ state }) => state === "advice");
  print(`${colour.bold(safe(path))}\n`);
  for (const { line, message } of problems) print(row(columns, line, colour.red(padTo(words`problem`, 9)), safe(words.reading(message))));
  for (const clause of held) printReading(terminal, clause);
  if (proposed.length > 0) print(`\n  ${colour.bold(words`proposed`)}${colour.dim(words`: not enforced until you confirm it`)}\n`);
  for (const clause of proposed) printReading(terminal, clause);
  if (advice.length > 0) print(`\n${colour.dim(`  ${words`only advice, because`}`)}\n`);
  for (const { line, text, why } of advice)
    print(
      colour
        .dim(
          `${String(line).padStart(5)}  ${padTo(fitTo(because(words.reading(why)), WHY_COLUMNS), WHY_COLUMNS)}  ` +
            `${fitTo(safe(oneLine(text)), columns - WHY_COLUMNS - 9)}`,
        )
        .concat("\n"),
    );
  print("\n");
}

function printReading(
  { colour, safe, columns, print, words }: Terminal,
  { line, text, state, reading, stops = [], passes = [], alsoProposed, doubts = [], why, source }: ReportedClause,
): void {
  const paint = state === "gated" ? colour.red : state === "rewritten" ? colour.green : colour.yellow;
  print(row(columns, line, paint(padTo(words.of(wordOf(state)), 9)), safe(oneLine(text))));
  const detail = (name: string, said: string) => {
    const word = padTo(words.of(name), 7);
    const indent = GUTTER + widthOf(word) + 1;
    const lines = wrapTo(safe(oneLine(said)), columns - indent, 2).join(`\n${" ".repeat(indent)}`);
    print(colour.dim(`${" ".repeat(GUTTER)}${word} ${lines}\n`));
  };
  if (reading !== undefined) detail("read as", words.reading(reading));
  for (const call of stops) detail(state === "rewritten" ? "changes" : state === "checked" ? "reports" : "stops", shown(call));
  for (const call of passes) detail("passes", shown(call));
  if (alsoProposed !== undefined) detail("proposed", words`too, not enforced until you confirm it: ${words.reading(alsoProposed)}`);
  for (const doubt of doubts) detail("doubt", words.reading(doubt));
  if (source === "person" || source === "lock") detail("because", words.reading(why));
}

/** Line, state, text; the text goes on below itself, three lines at most. */
function row(columns: number, line: number, state: string, text: string): string {
  const [first = "", ...rest] = wrapTo(text, columns - GUTTER, 3);
  return `${String(line).padStart(5)}  ${state}  ${first}\n${rest.map((each) => `${" ".repeat(GUTTER)}${each}\n`).join("")}`;
}

function oneLine(text: string): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, " ");
}

/** As people say it; the JSON has the name. */
function wordOf(state: string): string {
  return state === "gated" ? "blocked" : state;
}

const BAR = 20;
const MODEL = "a model can propose how to enforce the advice: codicil policy read";

function printTotals({ colour, columns, print, tell, words }: Terminal, { totals, proposed: waiting }: Report): void {
  const { advice = 0, prose = 0, proposed = 0, ...held } = totals;
  const count = Object.values(held).reduce((sum, each) => sum + each, 0);
  const all = count + proposed + advice;
  const filled = all === 0 ? 0 : Math.round((count / all) * BAR);
  print(
    `${colour.green("█".repeat(filled))}${colour.dim("░".repeat(BAR - filled))}  ${words`${count} of ${all} instructions are enforced`}` +
      `${waiting === 0 ? "" : words`, ${words.counted(waiting, "line")} to confirm`}\n`,
  );
  const parts = [
    ...Object.entries({ ...held, proposed, advice })
      .filter(([, each]) => each > 0)
      .map(([state, each]) => words.counted(each, wordOf(state), wordOf(state))),
    ...(prose === 0 ? [] : [words.counted(prose, "line is not an instruction", "lines are not instructions")]),
  ];
  for (const each of wrapTo(parts.join(words`, `), columns, 3)) print(`${each}\n`);
  const ways = [
    ...(count + proposed > 0
      ? [
          "if Codicil misread a line: codicil policy dismiss FILE:LINE",
          "to decide about a line yourself: codicil policy confirm FILE:LINE --as enforce|ask|advice",
        ]
      : []),
    ...(waiting > 0 ? ["work through the proposed lines: codicil review"] : []),
    // The grammar is closed on purpose; a model reads nearly all of the rest, and a person confirms it.
    ...(advice > 0 ? [MODEL] : []),
  ];
  for (const each of ways) tell(`${colour.dim(words.of(each))}\n`);
}
