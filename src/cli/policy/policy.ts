import { listedId, rememberList } from "../../activity/shortIds.ts";
import { AppError } from "../../base/index.ts";
import {
  backtest as replayCalls,
  backtestSessions,
  checkRow,
  compileText,
  policyExplain,
  policyReport,
  readCallsFile,
  readCheckRow,
  type TestFinding,
  policySuggestions,
  type Suggestion,
  policyTest,
} from "../../rules/index.ts";
import { annotation } from "../terminal/annotation.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag, shownRows, text } from "../terminal/command.ts";
import { columns, shortId, shortTime } from "../terminal/columns.ts";
import type { Words } from "../terminal/translated.ts";
import { forEachLine } from "../terminal/jsonLines.ts";
import { printExplained } from "./explainRule.ts";
import { printReport } from "./policyReport.ts";

export async function report(call: Call): Promise<number> {
  const mind = await call.mind();
  const found = policyReport(mind, call.args);
  // A file of which nothing was read.
  const code = found.files.some(({ clauses, problems }) => clauses.length === 0 && problems.length > 0) ? 1 : 0;
  if (call.json) {
    printJson(call, found);
    return code;
  }
  printReport(call.terminal, found);
  for (const each of await policySuggestions(mind)) call.terminal.print(`${suggested(each, call.terminal.words)}\n`);
  return code;
}

export async function check(call: Call): Promise<number> {
  const mind = await call.mind();
  const agents = text(call, "agents");
  const policy = agents === undefined ? undefined : compileText(mind, agents);
  if (flag(call, "jsonl")) {
    return forEachLine<{ id?: unknown }>(call, '{"id","call":{…}}', async (row) => ({
      id: row.id,
      ...(await checkRow(mind, readCheckRow(row), { policy })),
    }));
  }
  if (call.args.length === 0)
    throw new AppError("BAD_USAGE", "policy check needs a command after --, or --jsonl", {
      hint: "For example codicil policy check -- rm -rf build",
    });
  const verdict = await checkRow(mind, { call: { tool: "shell", command: commandOf(call.args) } }, { policy });
  if (call.json) printJson(call, verdict);
  else {
    const { words } = call.terminal;
    const said = words.of(verdict.verdict);
    call.terminal.print(`${verdict.reason === "" ? said : words`${said}: ${words.reason(verdict.reason, verdict.rules)}`}\n`);
    for (const rule of verdict.rules)
      call.terminal.print(
        `  ${rule.line === 0 ? words.of(rule.file) : `${rule.file}:${rule.line}`}  ${words.of(rule.effect)}  ${call.terminal.colour.dim(rule.id)}\n`,
      );
    if (verdict.call !== undefined && "command" in verdict.call) call.terminal.print(`  ${words`becomes: ${verdict.call.command}`}\n`);
  }
  return verdict.verdict === "deny" || verdict.verdict === "ask" ? 2 : 0;
}

/** One word is a whole command line; several are the words of one command, and stay the words that they are. */
function commandOf(words: readonly string[]): string {
  if (words.length === 1) return words[0] ?? "";
  return words
    .map((word) =>
      word !== "" && (!/[\s'"`\\;&|<>()]/.test(word) || /^[;&|<>]+$/.test(word)) ? word : `'${word.replaceAll("'", "'\\''")}'`,
    )
    .join(" ");
}

export async function test(call: Call): Promise<number> {
  const findings = await policyTest(await call.mind(), {
    cases: text(call, "cases"),
    against: text(call, "against"),
    failUnder: percentOf(text(call, "fail-under")),
  });
  const failed = findings.filter(({ ok }) => !ok);
  const { print, colour, safe, words } = call.terminal;
  if (call.json) printJson(call, findings);
  else {
    for (const { kind, file, line, message } of failed)
      print(`${colour.red(words.of(FAILED[kind]))} ${safe(file)}:${line} ${safe(words.reading(message))}\n`);
    for (const { kind, file, line, message } of failed)
      print(annotation({ file, line, message, title: `codicil policy: ${FAILED[kind]}` }));
    print(`${words`${findings.length - failed.length} checks passed, ${failed.length} failed`}\n`);
  }
  return failed.length === 0 ? 0 : 1;
}

const FAILED: Readonly<Record<TestFinding["kind"], string>> = {
  rule: "can never fire",
  case: "case failed",
  lost: "rule lost",
  share: "too few enforced",
  problem: "problem",
};

function percentOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === "" || !(number >= 0 && number <= 100))
    throw new AppError("BAD_USAGE", `--fail-under is ${JSON.stringify(value)}`, {
      hint: "A number from 0 to 100: percent of the instructions.",
    });
  return number;
}

const LOG_LIMIT = 50;

export async function log(call: Call): Promise<number> {
  const given = text(call, "limit");
  const limit = given === undefined ? shownRows(call, LOG_LIMIT) : Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new AppError("BAD_USAGE", `--limit is ${JSON.stringify(given)}`, { hint: "A number from 1 to 10000." });
  const { listVerdicts } = await import("../../calls/verdictLog.ts");
  const mind = await call.mind();
  const found = await listVerdicts(mind, { limit, everywhere: flag(call, "everywhere") });
  if (call.json) {
    printJson(call, found);
    return 0;
  }
  const { print, safe, say, isScreen, colour, words } = call.terminal;
  const paint: Readonly<Record<string, (text: string) => string>> = { [words`deny`]: colour.red, [words`ask`]: colour.yellow };
  const painted = (verdict: string) => (paint[verdict.trim()] ?? ((text: string) => text))(verdict);
  const shown = found.map(({ id, at, verdict, call: judged, reason, rules, machine, login }) => ({
    id,
    at,
    verdict,
    where: machine === undefined ? "" : safe(login === undefined ? machine : `${login}@${machine}`),
    said: safe(callInWords(judged)).replace(/\s+/g, " ").slice(0, 100),
    reason: safe(isScreen && reason !== "" ? words.reason(reason, rules) : reason)
      .replace(/\s+/g, " ")
      .slice(0, 100),
  }));
  if (isScreen) {
    const now = mind.deps.clock.now();
    const rows = shown.map(({ id, at, verdict, where, said, reason }, nth) => [
      String(nth + 1),
      shortId(id),
      shortTime(at, now),
      words.of(verdict),
      [where, said, reason].filter((each) => each !== "").join("  "),
    ]);
    print(columns(rows, call.terminal.columns, [colour.dim, colour.dim, colour.dim, painted]));
    rememberList(mind, call.terminal.device, "verdict", found);
  } else
    for (const { id, at, verdict, where, said, reason } of shown)
      print(
        `${at.slice(0, 19).replace("T", " ")}  ${where === "" ? "" : `${where}  `}${verdict.padEnd(7)}  ${said}` +
          `${reason === "" ? "" : `  ${reason}`}  ${id}\n`,
      );
  if (found.length === 0) say(words`the gate was not asked yet`);
  return 0;
}

/** The tool, and its command, file or address. */
export function callInWords(judged: unknown): string {
  const { tool, command, path, url } = (judged ?? {}) as Readonly<Record<string, unknown>>;
  return `${String(tool ?? "")} ${String(command ?? path ?? url ?? "")}`.trim();
}

export async function explain(call: Call): Promise<number> {
  const mind = await call.mind();
  const found = await policyExplain(mind, listedId(mind, call.terminal.device, "verdict", call.args[0] ?? ""));
  if (call.json) printJson(call, found.rule ?? found.verdict);
  else printExplained(call.terminal, found);
  return 0;
}

export async function backtest(call: Call): Promise<number> {
  const mind = await call.mind();
  const file = text(call, "calls");
  const since = sinceOf(text(call, "since") ?? "30d");
  const ofSessions = file === undefined ? await backtestSessions(mind, { since, host: text(call, "host") }) : null;
  const result = ofSessions ?? { ...replayCalls(mind, readCallsFile(mind, file ?? "")), suggestions: await policySuggestions(mind, since) };
  if (call.json) {
    printJson(call, result);
    return 0;
  }
  const { print, safe, words } = call.terminal;
  const { deny, ask, rewrite } = result.verdicts;
  const { stopped, calls } = result;
  print(`${words`${stopped} of ${calls} calls would have been stopped: ${deny} denied, ${ask} asked about, ${rewrite} rewritten`}\n`);
  if (ofSessions !== null) {
    const { sessions, byHost, gone, problems } = ofSessions;
    const each = byHost.map(({ host, calls, stopped }) => words`${host} ${stopped} of ${calls}`).join(words`, `);
    print(
      `${words`in ${sessions} sessions: ${each || words`none with a call`}`}` +
        `${gone > 0 ? words`; ${gone} of them ran in folders that are gone` : ""}\n`,
    );
    for (const { id, code, message } of problems) call.terminal.say(`${call.terminal.colour.red(code)} ${id}: ${safe(message)}`);
  }
  for (const { rule, where, count, examples } of result.byRule)
    print(
      `${String(count).padStart(6)}  ${safe(words.of(where))}  ${call.terminal.colour.dim(rule)}\n` +
        `${examples.map((each) => `          ${safe(each).replace(/\s+/g, " ").slice(0, 120)}\n`).join("")}`,
    );
  for (const each of result.suggestions) print(`${suggested(each, words)}\n`);
  return 0;
}

function suggested({ what, where, allowed }: Suggestion, words: Words): string {
  return (
    words`suggestion: \`${what}\` was asked about for ${where}, ${allowed} times allowed, never refused; ` +
    words`an exception there would spare the question`
  );
}

function sinceOf(value: string): Date {
  const parsed = /^(\d{1,4})([dhw])$/.exec(value);
  if (!parsed) throw new AppError("BAD_USAGE", `--since is ${JSON.stringify(value)}`, { hint: "For example 30d, 12h or 4w." });
  const hours = Number(parsed[1]) * ({ h: 1, d: 24, w: 168 }[parsed[2] ?? "d"] ?? 24);
  return new Date(Date.now() - hours * 3_600_000);
}
