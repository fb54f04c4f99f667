// What a chat shows of itself when it is asked: memory, the last verdict, the prompt, the rules, and what is not answered yet.

import { lastStopped } from "../../calls/verdictLog.ts";
import { receiptOfSession } from "../../activity/sessions.ts";
import { load } from "../../mind/documents/load.ts";
import { policyReport } from "../../rules/index.ts";
import { fitTo } from "../terminal/width.ts";
import { type Next, type SlashContext, STAY } from "./slashContext.ts";

export async function memory({ chat, line, terminal, columns }: SlashContext): Promise<Next> {
  const { colour, safe } = terminal;
  for (const { document, view, chars, budget, held, problem } of await load(chat.mind, chat.sessionType)) {
    const quarantined = held.length === 0 ? "" : `, ${held.length} quarantined lines`;
    const size = colour.dim(`${chars}${budget === null ? "" : ` of ${budget}`} characters${quarantined}`);
    line(`${colour.bold(document.key)} ${size}${problem === undefined ? "" : colour.red(` ${problem.message}`)}`);
    if (document.role === "agents") continue;
    for (const text of view.split("\n").filter((each) => each.trim() !== "" && !each.startsWith("<!--")))
      line(`  ${safe(fitTo(text, columns - 2))}`);
  }
  return STAY;
}

export async function why({ chat, line, terminal }: SlashContext): Promise<Next> {
  const { colour, safe } = terminal;
  const verdict = await lastStopped(chat.mind, chat.sessionId);
  if (verdict === undefined) line("Nothing was stopped, asked about or rewritten in this conversation.");
  else {
    line(`${colour.bold(verdict.verdict)}: ${safe(verdict.reason)}`);
    for (const { file, line: number, effect } of verdict.rules) line(`  ${file}${number > 0 ? `:${number}` : ""} (${effect})`);
  }
  const session = await chat.log.session();
  const found = session.events.findLast(
    (event) => event.type === "harness_item" && "item" in event && event.item.kind === "memory" && event.item.data?.["hits"] !== undefined,
  );
  if (found === undefined || !("item" in found)) line("Memory had nothing for the last message.");
  else line(safe(found.item.content));
  return STAY;
}

export async function prompt({ chat, line, terminal }: SlashContext): Promise<Next> {
  const receipt = await receiptOfSession(chat.mind, chat.sessionId);
  if (receipt === null) return STAY;
  line(`${receipt.prompt.tokens} tokens in ${receipt.prompt.lines} lines, frozen when the session began:`);
  for (const { section, source, tokens, cut } of receipt.sources)
    line(
      `  ${String(tokens).padStart(6)}  ${section.padEnd(11)} ${terminal.safe(source)}` +
        `${cut === undefined ? "" : terminal.colour.yellow(` (${cut})`)}`,
    );
  for (const { source, why: reason } of receipt.leftOut) line(terminal.colour.dim(`  left out: ${source} (${reason})`));
  return STAY;
}

export async function policy({ chat, line, terminal, columns }: SlashContext): Promise<Next> {
  const { files, totals } = policyReport(chat.mind, []);
  if (files.length === 0) line("No AGENTS.md applies here; the built-in red lines are enforced.");
  for (const { path, clauses } of files) {
    line(terminal.colour.bold(path));
    for (const { line: number, text, state } of clauses)
      line(`  ${String(number).padStart(4)} ${state.padEnd(9)} ${terminal.safe(fitTo(text.replace(/\s+/g, " "), columns - 18))}`);
  }
  if (files.length > 0)
    line(
      Object.entries(totals)
        .filter(([, count]) => count > 0)
        .map(([state, count]) => `${count} ${state}`)
        .join(", "),
    );
  return STAY;
}

/** What is not answered yet, or one of it taken back, so that it can be changed. */
export async function next({ chat, line, terminal, columns, edit }: SlashContext, given: string): Promise<Next> {
  const waiting = await chat.waiting();
  const taken = waiting[Number(given) - 1];
  if (given !== "" && taken !== undefined && (await chat.withdraw(taken.id))) {
    if (edit === undefined) line(`Removed from the queue: ${terminal.safe(taken.text)}`);
    else edit(taken.text);
    return STAY;
  }
  if (given !== "") line(`There is no message ${terminal.safe(given)} in the queue.`);
  waiting.forEach(({ text }, at) =>
    line(`  ${String(at + 1).padStart(3)} ${terminal.safe(fitTo(text.replace(/\s+/g, " "), columns - 6))}`),
  );
  line(waiting.length === 0 ? "No message is in the queue." : "/next N takes one back, so that you can change it.");
  return STAY;
}
