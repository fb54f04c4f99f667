import { AppError } from "../../base/index.ts";
import { readVerdicts } from "../../mind/decide.ts";
import { backtest as runBacktest, checkRow, type CheckRow, compileText, policyExplain, policyReport, policyTest, readCallsFile } from "../../mind/policyReport.ts";
import { policySuggestions, type Suggestion } from "../../mind/policySuggestions.ts";
import { printJson } from "../answer.ts";
import { type Call, flag, text } from "../command.ts";
import { forEachLine } from "../jsonLines.ts";
import { printReport } from "../policyReport.ts";

export async function report(call: Call): Promise<number> {
  const mind = await call.mind();
  const found = policyReport(mind, call.args);
  if (call.json) {
    printJson(call, found);
    return 0;
  }
  printReport(call.terminal, found);
  for (const each of await policySuggestions(mind)) call.terminal.print(`${suggested(each)}\n`);
  return 0;
}

export async function check(call: Call): Promise<number> {
  const mind = await call.mind();
  const agents = text(call, "agents");
  const policy = agents === undefined ? undefined : compileText(mind, agents);
  if (flag(call, "jsonl")) {
    await forEachLine<CheckRow>(call, '{"id","call":{…}}', (row) => {
      if (typeof (row.call as { tool?: unknown } | undefined)?.tool !== "string") throw new AppError("BAD_INPUT", "a line has no call with a tool", { file: "stdin", hint: 'Each line is {"id","call":{"tool":…}}.' });
      return { id: row.id, ...checkRow(mind, row, policy) };
    });
    return 0;
  }
  if (call.args.length === 0) throw new AppError("BAD_USAGE", "policy check needs a command behind --, or --jsonl", { hint: "For example codicil policy check -- rm -rf build" });
  const verdict = checkRow(mind, { call: { tool: "shell", command: call.args.join(" ") } }, policy);
  if (call.json) printJson(call, verdict);
  else {
    call.terminal.print(`${verdict.verdict}${verdict.reason === "" ? "" : `: ${verdict.reason}`}\n`);
    for (const rule of verdict.rules) call.terminal.print(`  ${rule.line === 0 ? rule.file : `${rule.file}:${rule.line}`}  ${rule.effect}  ${call.terminal.colour.dim(rule.id)}\n`);
    if (verdict.call !== undefined && "command" in verdict.call) call.terminal.print(`  becomes: ${verdict.call.command}\n`);
  }
  return verdict.verdict === "deny" || verdict.verdict === "ask" ? 2 : 0;
}

export async function test(call: Call): Promise<number> {
  const results = policyTest(await call.mind());
  const failed = results.filter(({ ok }) => !ok);
  if (call.json) printJson(call, results.map(({ rule, ok, why }) => ({ rule: rule.id, file: rule.file, line: rule.line, ok, why })));
  else {
    for (const { rule, why } of failed) call.terminal.print(`${call.terminal.colour.red("failed")} ${rule.file}:${rule.line} ${rule.text}\n  ${why}\n`);
    call.terminal.print(`${results.length - failed.length} rules hold their examples, ${failed.length} do not\n`);
  }
  return failed.length === 0 ? 0 : 1;
}

export async function explain(call: Call): Promise<number> {
  const found = await policyExplain(await call.mind(), call.args[0] ?? "");
  printJson(call, found.rule ?? found.verdict);
  return 0;
}

export async function backtest(call: Call): Promise<number> {
  const mind = await call.mind();
  const file = text(call, "calls");
  const since = sinceOf(text(call, "since") ?? "30d");
  const calls = file === undefined ? (await readVerdicts(mind)).filter(({ at }) => new Date(at) >= since).map((each) => ({ call: each.call as never })) : readCallsFile(mind, file);
  const result = { ...runBacktest(mind, calls), suggestions: await policySuggestions(mind, since) };
  if (call.json) {
    printJson(call, result);
    return 0;
  }
  call.terminal.print(`${result.stopped} of ${result.calls} calls would have been stopped\n`);
  for (const { where, count, examples } of result.byRule) call.terminal.print(`${String(count).padStart(6)}  ${where}\n${examples.map((each) => `          ${call.terminal.safe(each).slice(0, 120)}\n`).join("")}`);
  for (const each of result.suggestions) call.terminal.print(`${suggested(each)}\n`);
  return 0;
}

function suggested({ what, where, allowed }: Suggestion): string {
  return `suggestion: \`${what}\` was asked about for ${where}, ${allowed} times allowed, never refused; an exception there would spare the question`;
}

function sinceOf(value: string): Date {
  const parsed = /^(\d{1,4})([dhw])$/.exec(value);
  if (!parsed) throw new AppError("BAD_USAGE", `--since is ${JSON.stringify(value)}`, { hint: "For example 30d, 12h or 4w." });
  const hours = Number(parsed[1]) * ({ h: 1, d: 24, w: 168 }[parsed[2] ?? "d"] ?? 24);
  return new Date(Date.now() - hours * 3_600_000);
}
