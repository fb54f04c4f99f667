// The commands of a chat: lines that begin with a slash, and `!` for a command of the shell. The same table makes /help.

import { AppError, nearest } from "../../base/index.ts";
import { branch, show } from "../../activity/sessions.ts";
import { compact, openModel, runPersonCommand, showPending, undoLast } from "../../runtime/index.ts";
import { fitTo } from "../terminal/width.ts";
import { resume } from "./resume.ts";
import { type Next, type SlashContext, STAY } from "./slashContext.ts";
import { memory, next, policy, prompt, why } from "./slashShown.ts";

interface SlashCommand {
  readonly name: string;
  readonly help: string;
  /** It changes nothing, so it need not wait for an answer that is under way. */
  readonly isAnytime?: true;
  run(context: SlashContext, argument: string): Promise<Next>;
}

const COMMANDS: readonly SlashCommand[] = [
  { name: "/help", isAnytime: true, help: "these lines", run: help },
  { name: "/memory", isAnytime: true, help: "what the agent knows about you, with sizes", run: memory },
  { name: "/review", help: "proposals to review; mb:write ID accepts, mb:no ID rejects", run: reviewAll },
  { name: "/undo", help: "undo this chat's last change of memory or deleted file", run: undo },
  { name: "/why", isAnytime: true, help: "the last verdict with its rule, and what memory gave to the last answer", run: why },
  { name: "/prompt", isAnytime: true, help: "what the prompt of this session is made of", run: prompt },
  { name: "/policy", isAnytime: true, help: "which lines of AGENTS.md are enforced, and which are advice", run: policy },
  { name: "/model", help: "/model NAME changes it from the next message on", run: model },
  { name: "/steer", isAnytime: true, help: "during an answer: /steer TEXT guides it", run: steer },
  { name: "/next", isAnytime: true, help: "messages that are not answered yet; /next N takes one back to change it", run: next },
  { name: "/compact", help: "the beginning of a long conversation becomes a summary now", run: compactNow },
  { name: "/clear", help: "a new conversation; memory stays", run: async () => ({ kind: "another" }) },
  { name: "/resume", help: "earlier conversations; /resume 2 or words of a title continues one", run: resume },
  { name: "/branch", help: "/branch N returns to one of your messages and continues from it", run: branchAt },
  { name: "/quit", help: "end the session (also Ctrl+C, Ctrl+D)", run: async () => ({ kind: "quit" }) },
];

export const SLASH_NAMES: readonly string[] = COMMANDS.map(({ name }) => name);

/** As other programs call it. */
const LEAVE = /^(?:\/exit|\/bye|exit|quit|:q)$/i;

function read(text: string): { readonly name: string; readonly argument: string } {
  if (LEAVE.test(text.trim())) return { name: "/quit", argument: "" };
  const [, name = "", argument = ""] = /^(\/[a-z]+)(?:\s+([^]*))?$/.exec(text.trim()) ?? [];
  return { name, argument };
}

const commandNamed = (name: string) => COMMANDS.find((each) => each.name === name);

/** When a line is carried out that is typed while an answer is under way. null: it is a message. */
export function whenOf(text: string): "now" | "after" | "leave" | null {
  if (text.startsWith("!") && text.length > 1) return "after";
  const { name } = read(text);
  if (name === "") return null;
  if (name === "/quit") return "leave";
  const command = commandNamed(name);
  return command === undefined || command.isAnytime === true ? "now" : "after";
}

/** null: the line is a message. */
export async function runSlash(context: SlashContext, text: string): Promise<Next | null> {
  if (text.startsWith("!") && text.length > 1) return shell(context, text.slice(1).trim());
  const { name, argument } = read(text);
  if (name === "") return null;
  const command = commandNamed(name);
  if (command === undefined) {
    const [meant] = nearest(name, SLASH_NAMES);
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
  line("  Tab completes a command, a title behind /resume, a model behind /model and a document behind @.");
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
  line("No answer is in progress. Send it as a message.");
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
