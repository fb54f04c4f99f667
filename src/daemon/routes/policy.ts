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
import { jsonReply, type Reply } from "../requests/answers.ts";
import { countIn } from "../requests/fields.ts";
import type { Call } from "../access/route.ts";

export async function showReport({ mind }: Call): Promise<Reply> {
  return jsonReply(policyReport(mind, []));
}

/** The page and everything else of the daemon wait so long at most for a verdict that does not come. */
const CHECK_MS = 2000;

/** The same row as a line of `policy check --jsonl`. It asks about a call that nobody makes: nothing is logged. */
export async function checkCall({ mind, fields }: Call): Promise<Reply> {
  const verdict = await checkRow(mind, readCheckRow(fields), { limitMs: CHECK_MS });
  return jsonReply({ ...(fields["id"] === undefined ? {} : { id: fields["id"] }), ...verdict });
}

/** What a model is asked about the lines that are not certain. */
export async function showReadingRequest({ mind }: Call): Promise<Reply> {
  return jsonReply(await requestReadings(mind, []));
}

/** Answers become proposals, whoever sends them; only a person confirms one. */
export async function propose({ mind, fields }: Call): Promise<Reply> {
  return jsonReply(proposeReadings(mind, readAnswers(JSON.stringify(fields))));
}

const VERDICTS = 200;

/** Newest first. */
export async function showVerdicts({ mind, query }: Call): Promise<Reply> {
  const limit = countIn(query, "limit", { least: 1, most: 2000 }) ?? VERDICTS;
  return jsonReply(await lastVerdicts(mind, limit));
}

/** The files as text, each line with what it became and how many calls it stopped in `?days=`. */
export async function showRules({ mind, query }: Call): Promise<Reply> {
  return jsonReply(await ruleFiles(mind, countIn(query, "days", { least: 1, most: 365 }) ?? 30));
}

export async function explainRule({ mind, id }: Call): Promise<Reply> {
  return jsonReply(await policyExplain(mind, id));
}

/** What today's policy would have said to the calls of the verdict log, by day. */
export async function showBacktest({ mind, query, tell }: Call): Promise<Reply> {
  const days = countIn(query, "days", { least: 1, most: 365 }) ?? 30;
  const since = new Date(mind.deps.clock.now().getTime() - days * 86_400_000).toISOString();
  return jsonReply(await backtestLog(mind, since, tell));
}
