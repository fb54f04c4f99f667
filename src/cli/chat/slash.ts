// The commands of a chat: lines that begin with a slash, and `!` for a command of the shell. The same table makes /help.

import { AppError, nearest } from "../../base/index.ts";
import { findVerdict } from "../../calls/verdictLog.ts";
import { load } from "../../mind/documents/load.ts";
import { policyReport } from "../../rules/index.ts";
import { branch, listEverywhere, receiptOfSession, show } from "../../activity/sessions.ts";
import { type Chat, compact, openModel, runPersonCommand, showPending, undoLast } from "../../runtime/index.ts";
import type { Terminal } from "../terminal/command.ts";
import { fitTo } from "../terminal/width.ts";

/** What the loop does next. */
export type Next =
  | { readonly kind: "stay" }
  | { readonly kind: "quit" }
  | { readonly kind: "another"; readonly sessionId?: string | undefined };

export interface SlashContext {
  readonly chat: Chat;
  readonly terminal: Terminal;
  readonly columns: number;
  readonly modelWhy: string;
  line(text: string): void;
  readonly signal: AbortSignal;
}

interface SlashCommand {
  readonly name: string;
  readonly help: string;
  run(context: SlashContext, argument: string): Promise<Next>;
}

const STAY: Next = { kind: "stay" };

const COMMANDS: readonly SlashCommand[] = [
  { name: "/help", help: "these lines", run: help },
  { name: "/memory", help: "what the agent knows about you, with sizes", run: memory },
  { name: "/review", help: "proposals to review; mb:write ID accepts, mb:no ID rejects", run: reviewAll },
  { name: "/undo", help: "undo this chat's last change of memory or deleted file", run: undo },
  { name: "/why", help: "the last verdict with its rule, and what memory gave to the last answer", run: why },
  { name: "/prompt", help: "what the prompt of this session is made of", run: prompt },
  { name: "/policy", help: "which lines of AGENTS.md are enforced, and which are advice", run: policy },
  { name: "/model", help: "/model NAME changes it from the next message on", run: model },
  { name: "/steer", help: "while an answer is under way: /steer TEXT guides it", run: steer },
  { name: "/compact", help: "the beginning of a long conversation becomes a summary now", run: compactNow },
  { name: "/clear", help: "a new conversation; memory stays", run: async () => ({ kind: "another" }) },
  { name: "/resume", help: "/resume ID continues an earlier conversation", run: resume },
  { name: "/branch", help: "/branch N returns to one of your messages and continues from it", run: branchAt },
  { name: "/quit", help: "end the session (also Ctrl+C, Ctrl+D)", run: async () => ({ kind: "quit" }) },
];

/** null: the line is a message. */
export async function runSlash(context: SlashContext, text: string): Promise<Next | null> {
  if (text.startsWith("!") && text.length > 1) return shell(context, text.slice(1).trim());
  const [, name = "", argument = ""] = /^(\/[a-z]+)(?:\s+([^]*))?$/.exec(text.trim()) ?? [];
  if (name === "") return null;
  const command = COMMANDS.find((each) => each.name === name || (name === "/exit" && each.name === "/quit"));
  if (command === undefined) {
    const [meant] = nearest(
      name,
      COMMANDS.map((each) => each.name),
    );
    context.line(`There is no ${name}. ${meant === undefined ? "" : `Did you mean ${meant}? `}/help lists the commands.`);
    return STAY;
  }
  try {
    return await command.run(context, argument.trim());
  } catch (error) {
    // A command that cannot be carried out ends no conversation.
    if (!(error instanceof AppError)) throw error;
    context.line(`${context.terminal.colour.red(error.code)} ${error.message}${error.hint === undefined ? "" : `\n  ${error.hint}`}`);
    return STAY;
  }
}

async function help({ line, terminal }: SlashContext): Promise<Next> {
  for (const { name, help: words } of COMMANDS) line(`  ${terminal.colour.bold(name.padEnd(9))} ${words}`);
  line(`  ${terminal.colour.bold("!COMMAND".padEnd(9))} run a command yourself; it passes the gate too`);
  line(`  A line that ends with \\ continues on the next; so does one that opens with \`\`\`.`);
  return STAY;
}

async function shell({ chat, line, terminal, signal }: SlashContext, command: string): Promise<Next> {
  const outcome = await runPersonCommand(chat, command, signal);
  // What the gate did was said as it happened.
  const output = outcome.text
    .replace(/^\[Policy rewrote this call: [^\n]*\]\n*|\n?\[exit code 0\]$/g, "")
    .replace(/^(?:The person did not allow this|Refused by policy): [^]*$/, "")
    .trim();
  if (output !== "") line(terminal.safe(output));
  return STAY;
}

async function memory({ chat, line, terminal, columns }: SlashContext): Promise<Next> {
  const { colour, safe } = terminal;
  for (const { document, view, chars, budget, held, problem } of await load(chat.mind, chat.sessionType)) {
    line(
      `${colour.bold(document.key)} ${colour.dim(`${chars}${budget === null ? "" : ` of ${budget}`} characters${held.length === 0 ? "" : `, ${held.length} quarantined lines`}`)}${problem === undefined ? "" : colour.red(` ${problem.message}`)}`,
    );
    if (document.role === "agents") continue;
    for (const text of view.split("\n").filter((each) => each.trim() !== "" && !each.startsWith("<!--")))
      line(`  ${safe(fitTo(text, columns - 2))}`);
  }
  return STAY;
}

async function reviewAll({ chat, line, terminal }: SlashContext): Promise<Next> {
  const waiting = await showPending(chat);
  for (const text of waiting) line(terminal.safe(text));
  if (waiting.length === 0) line("Nothing to review.");
  return STAY;
}

async function undo({ chat, line }: SlashContext): Promise<Next> {
  const undone = await undoLast(chat);
  if (undone.kind === "nothing") line("There is nothing to undo in this conversation.");
  else line(undone.kind === "file" ? `Restored: ${undone.path}` : `Undone: ${undone.places.join(", ")}`);
  return STAY;
}

async function why({ chat, line, terminal }: SlashContext): Promise<Next> {
  const { colour, safe } = terminal;
  const verdict = await findVerdict(chat.mind, chat.sessionId, (each) => each.session === chat.sessionId && each.verdict !== "allow");
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

async function prompt({ chat, line, terminal }: SlashContext): Promise<Next> {
  const receipt = await receiptOfSession(chat.mind, chat.sessionId);
  if (receipt === null) return STAY;
  line(`${receipt.prompt.tokens} tokens in ${receipt.prompt.lines} lines, frozen when the session began:`);
  for (const { section, source, tokens, cut } of receipt.sources)
    line(
      `  ${String(tokens).padStart(6)}  ${section.padEnd(11)} ${terminal.safe(source)}${cut === undefined ? "" : terminal.colour.yellow(` (${cut})`)}`,
    );
  for (const { source, why: reason } of receipt.leftOut) line(terminal.colour.dim(`  left out: ${source} (${reason})`));
  return STAY;
}

async function policy({ chat, line, terminal, columns }: SlashContext): Promise<Next> {
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

async function model({ chat, line, modelWhy }: SlashContext, name: string): Promise<Next> {
  if (name === "") {
    line(`${chat.model.id} (${modelWhy})`);
    return STAY;
  }
  const opened = await openModel({ flag: name, config: chat.mind.config, env: process.env });
  chat.model = opened.model;
  line(`${chat.model.id} answers from now on.`);
  return STAY;
}

async function compactNow({ chat, line, signal }: SlashContext): Promise<Next> {
  const { mind, sessionId, sessionType, listener } = chat;
  // What came of it is said by the listener.
  if ((await compact(chat, { mind, sessionId, sessionType, userText: "/compact", listener, signal }, "person")) === null)
    line("The conversation stays as it is: there is nothing before the last message to sum up.");
  return STAY;
}

async function steer({ line }: SlashContext): Promise<Next> {
  line("No answer is under way. Say it as a message.");
  return STAY;
}

async function resume({ chat, line, terminal, columns }: SlashContext, id: string): Promise<Next> {
  if (id !== "") return { kind: "another", sessionId: id };
  const { sessions } = await listEverywhere(chat.mind, { limit: 12 });
  for (const each of sessions)
    line(
      `  ${each.id === chat.sessionId ? "*" : " "} ${each.id}  ${each.machine === undefined ? "" : `on ${terminal.safe(each.machine)}  `}${terminal.colour.dim(new Date(each.createdAt).toISOString().slice(0, 16))}  ${terminal.safe(fitTo(each.title ?? `${each.events} events`, columns - 60))}`,
    );
  line("/resume ID continues one of them.");
  return STAY;
}

async function branchAt({ chat, line, terminal, columns }: SlashContext, argument: string): Promise<Next> {
  const mine = show(await chat.log.session()).filter(({ as }) => as === "user");
  const chosen = /^\d+$/.test(argument) ? mine[Number(argument) - 1] : mine.find(({ id }) => id === argument);
  if (argument === "" || chosen === undefined) {
    mine.forEach(({ text }, index) =>
      line(`  ${String(index + 1).padStart(3)} ${terminal.safe(fitTo(text.replace(/\s+/g, " "), columns - 6))}`),
    );
    line(argument === "" ? "/branch N goes back to that message." : `There is no message ${argument}.`);
    return STAY;
  }
  await branch(chat.mind, chat.sessionId, chosen.id);
  line(`The conversation continues after: ${terminal.safe(fitTo(chosen.text.replace(/\s+/g, " "), columns - 40))}`);
  return STAY;
}
