import { AppError } from "../../base/index.ts";
import { beat, type Distilled, distil, heartbeatState, openModel, switchHeartbeat } from "../../runtime/index.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag, text } from "../terminal/command.ts";

/** One beat now; `on` and `off` say whether it runs by itself, once a day, when a chat ends. */
export async function run(call: Call): Promise<number> {
  const mind = await call.mind();
  const [word] = call.args;
  if (word === "on" || word === "off") await switchHeartbeat(mind, word === "on");
  if (word === "on" || word === "off" || word === "status") return status(call);
  if (word !== undefined) throw new AppError("BAD_USAGE", `heartbeat ${word}`, { hint: "codicil heartbeat [on|off|status]" });
  const { model, why } = await openModel({ flag: text(call, "model"), config: mind.config, env: process.env });
  if (flag(call, "dry-run")) return answer(call, await distil(mind, { model, signal: new AbortController().signal, dryRun: true }));
  const done = await beat(mind, { model });
  if (done.busy) throw new AppError("LOCKED", "another process beats right now", { hint: "Its proposals appear in codicil review." });
  const failed = done.worked.flatMap(({ key, outcome }) => (outcome.kind === "failed" ? [`${key}: ${outcome.why}`] : []));
  for (const problem of failed) call.terminal.say(call.terminal.colour.red(problem));
  if (done.distilled === null && failed.length === 0)
    call.terminal.say(call.terminal.words`today's distillation is done already; a new one comes tomorrow`);
  if (call.json) printJson(call, { model: model.id, why, ...done });
  else if (done.distilled !== null) answer(call, done.distilled);
  return failed.length === 0 ? 0 : 1;
}

async function status(call: Call): Promise<number> {
  const { words } = call.terminal;
  const { on, due, last } = await heartbeatState(await call.mind());
  if (call.json) printJson(call, { on, due, last });
  else
    call.terminal.print(
      `${on ? words`heartbeat on: once a day, when a chat ends` : words`heartbeat off: only codicil heartbeat runs it`}` +
        `${last === null ? "" : words`; last ${last.at}`}${due ? words`; due today` : ""}\n`,
    );
  return 0;
}

function answer(call: Call, distilled: Distilled): number {
  if (call.json) {
    printJson(call, distilled);
    return 0;
  }
  const { colour, print, safe, words } = call.terminal;
  for (const { section, line, evidence } of distilled.proposed)
    print(`${colour.green(words`proposed`)} MEMORY.md § ${section}: ${safe(line)}\n  ${colour.dim(safe(evidence))}\n`);
  const counts = [
    words`${distilled.read} messages of seven days read`,
    words`${distilled.proposed.length} proposed`,
    words`${distilled.known} known`,
    words`${distilled.unimportant} not important enough`,
    ...(distilled.unproven === 0 ? [] : [words`${distilled.unproven} not borne out by the log`]),
    ...(distilled.postponed === 0 ? [] : [words`${distilled.postponed} postponed`]),
    ...(distilled.expired === 0 ? [] : [words`${distilled.expired} expired`]),
    `$${distilled.cost.toFixed(4)}`,
  ];
  print(`${counts.join(words`, `)}\n`);
  for (const notice of distilled.notices) print(`  ${colour.dim(words.reading(notice))}\n`);
  if (distilled.proposed.length > 0) print(`  ${colour.dim(words`codicil review shows them; nothing is written without your approval`)}\n`);
  return 0;
}
