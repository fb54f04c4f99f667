// One short line for hosts that show one: what is pending, how many rules are enforced, and what was refused last.

import { listApprovals } from "../../calls/approvals.ts";
import type { Mind } from "../../mind/open.ts";
import { shown } from "../../calls/shownCall.ts";
import { status } from "../../mind/overview/status.ts";
import { newestVerdicts } from "../../calls/verdictLog.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";
import type { Words } from "../terminal/translated.ts";
import { linesHere } from "./linesHere.ts";

/** A refusal of yesterday is no news. */
const NEWS_MS = 24 * 60 * 60 * 1000;
const LONGEST_CALL = 40;

interface Line {
  readonly pending: number;
  /** null: they were not read in time. */
  readonly rules: number | null;
  readonly refused: { readonly call: string; readonly minutes: number } | null;
}

export async function run(call: Call): Promise<number> {
  // Hosts send what they know about the session; this line needs none of it.
  if (!call.terminal.isInteractive) await call.terminal.readInput();
  const line = await lineOf(await call.mind());
  if (call.json) printJson(call, line);
  else call.terminal.print(`${call.terminal.safe(inWords(line, call.terminal.words))}\n`);
  return 0;
}

async function lineOf(mind: Mind): Promise<Line> {
  const { pending, staged } = await status(mind);
  const questions = (await listApprovals(mind)).filter(({ kind }) => kind === "turn").length;
  const lines = await linesHere(mind);
  return {
    // As the overview counts: entries to apply or to review, conflicts, lines to confirm; and what an agent asks.
    pending: pending.length + (lines?.proposed ?? 0) + staged.length + questions,
    rules: lines?.enforced ?? null,
    refused: await lastRefusal(mind),
  };
}

async function lastRefusal(mind: Mind): Promise<Line["refused"]> {
  const now = mind.deps.clock.now().getTime();
  for await (const { call, at } of newestVerdicts(mind, (line) => line.includes('"verdict":"deny"'))) {
    const age = now - new Date(at).getTime();
    return age > NEWS_MS ? null : { call: shown(call as Parameters<typeof shown>[0]), minutes: Math.floor(age / 60_000) };
  }
  return null;
}

function inWords({ pending, rules, refused }: Line, words: Words): string {
  const cut = (text: string) => (text.length > LONGEST_CALL ? `${text.slice(0, LONGEST_CALL - 1)}…` : text).replace(/\s+/g, " ");
  const ago = (minutes: number) => (minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`);
  const parts = [
    words`${pending} pending`,
    rules === null ? words`rules not read yet` : words.counted(rules, "rule"),
    refused === null ? "" : words`refused ${ago(refused.minutes)} ago: ${cut(refused.call)}`,
  ];
  return `codicil ${parts.filter((part) => part !== "").join(" · ")}`;
}
