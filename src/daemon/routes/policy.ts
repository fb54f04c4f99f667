// Routes of the policy: what each line became, what a call would get, what calls got.

import {
  backtestLog,
  checkRow,
  policyExplain,
  policyReport,
  proposeReadings,
  readCheckRow,
  requestReadings,
  ruleFiles,
} from "../../rules/index.ts";
import { lastVerdicts } from "../../calls/verdictLog.ts";
import { readAnswers } from "../../schema/index.ts";
import { countIn } from "../requests/fields.ts";
import { type Call, get, post, type Route } from "../access/route.ts";

export const POLICY_ROUTES: readonly Route[] = [
  get("/api/policy/report", ({ mind }) => policyReport(mind, [])),
  post("/api/policy/check", checkCall),
  // What a model is asked about the lines that are not certain.
  get("/api/policy/request", ({ mind }) => requestReadings(mind, [])),
  // Answers become proposals, whoever sends them; only a person confirms one.
  post("/api/policy/propose", ({ mind, fields }) => proposeReadings(mind, readAnswers(JSON.stringify(fields)))),
  get("/api/policy/verdicts", showVerdicts),
  get("/api/policy/rules", async ({ mind, query }) => ruleFiles(mind, countIn(query, "days", { least: 1, most: 365 }) ?? 30), {
    thread: "lists",
  }),
  get("/api/policy/rules/ID", ({ mind, id }) => policyExplain(mind, id)),
  get("/api/policy/backtest", showBacktest, { thread: "backtest" }),
];

/** The page and everything else of the daemon wait so long at most for a verdict that does not come. */
const CHECK_MS = 2000;

/** The same row as a line of `policy check --jsonl`. It asks about a call that nobody makes: nothing is logged. */
async function checkCall({ mind, fields }: Call) {
  const verdict = await checkRow(mind, readCheckRow(fields), { limitMs: CHECK_MS });
  return { ...(fields["id"] === undefined ? {} : { id: fields["id"] }), ...verdict };
}

const VERDICTS = 200;

/** Newest first. */
async function showVerdicts({ mind, query }: Call) {
  const limit = countIn(query, "limit", { least: 1, most: 2000 }) ?? VERDICTS;
  return lastVerdicts(mind, limit);
}

/** What today's policy would have said to the calls of the verdict log, by day. */
async function showBacktest({ mind, query, tell }: Call) {
  const days = countIn(query, "days", { least: 1, most: 365 }) ?? 30;
  const since = new Date(mind.deps.clock.now().getTime() - days * 86_400_000).toISOString();
  return backtestLog(mind, since, tell);
}
