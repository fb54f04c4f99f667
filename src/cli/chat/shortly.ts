// Calls, verdicts and ends of sessions in a line or two for people. Never JSON.

import type { Ended, TurnEvent } from "../../runtime/index.ts";
import { shortId } from "../terminal/columns.ts";
import type { Colour, Terminal } from "../terminal/command.ts";
import { fitTo } from "../terminal/width.ts";

/** Sentences of a reason that tell an agent what to do. */
const FOR_AGENTS = [/^This needs a person's approval: /, / Ask, and wait for the answer\./];

/** Why, for the person who is asked or told. */
export function reasonForPerson(reason: string): string {
  const [said = ""] = reason.split(" A person may allow it once with: ");
  const left = FOR_AGENTS.reduce((text, each) => text.replace(each, ""), said);
  return left.replace("If the line does not mean that, a person can run: ", "If the line does not mean that: ");
}

type Event<T extends TurnEvent["type"]> = Extract<TurnEvent, { type: T }>;

/** What a call is about: its command, path, query or address. */
export function callWords(args: Readonly<Record<string, unknown>>): string {
  const names = ["command", "path", "pattern", "query", "url", "name", "text", "section", "heading", "file"];
  const found = names.map((name) => args[name]).filter((value): value is string => typeof value === "string" && value !== "");
  return (found[0] ?? "").replace(/\s+/g, " ").trim();
}

export function toolLine(
  event: Event<"tool_finished">,
  args: Readonly<Record<string, unknown>>,
  { columns, colour }: { readonly columns: number; readonly colour: Colour },
): string {
  const { name, outcome, ms } = event;
  const lines = outcome.text.trim() === "" ? [] : outcome.text.trim().split("\n");
  const exit = /^\[(exit code \d+|stopped[^\]]*)\]$/.exec(lines.at(-1) ?? "")?.[1];
  const result =
    outcome.isError === true
      ? exit !== undefined && lines.length > 1
        ? `${exit}: ${lines[0] ?? ""}`
        : (exit ?? lines[0] ?? "failed")
      : exit !== undefined && exit !== "exit code 0"
        ? exit
        : linesOf(lines.length - (exit === undefined ? 0 : 1));
  const time = ms >= 1000 ? `, ${(ms / 1000).toFixed(1)} s` : "";
  const line = fitTo(`· ${name} ${callWords(args)} → ${result.replace(/\s+/g, " ")}${time}`, columns - 2);
  return `  ${outcome.isError === true ? colour.red(line) : colour.dim(line)}`;
}

const linesOf = (count: number): string => (count === 1 ? "1 line" : `${count} lines`);

/** The verdict with its rule and where it is. */
export function verdictLines(
  { decision }: Event<"verdict">,
  { safe, colour }: { safe(text: string): string; readonly colour: Colour },
): string[] {
  const what = { allow: colour.dim("note"), ask: colour.yellow("asks"), deny: colour.red("stopped"), rewrite: colour.yellow("rewritten") }[
    decision.verdict
  ];
  const rewritten =
    decision.verdict === "rewrite" && decision.call !== undefined && "command" in decision.call
      ? [`    ${colour.dim(safe(shortened(decision.call.command)))}`]
      : [];
  const rules = decision.rules
    .slice(0, 3)
    .map(({ file, line, effect }) => `    ${colour.dim(`${file}${line > 0 ? `:${line}` : ""} (${effect})`)}`);
  return [`  ${what}: ${safe(reasonForPerson(decision.reason))}`, ...rewritten, ...rules];
}

/** A longer command is cut before it is shown. */
const LONGEST_SHOWN = 2000;

const OUR_PROGRAM = new RegExp(String.raw`(?:\S*/)?(?:node|bun)\s+(?:--\S+\s+)*\S*/(?:codicil\.cjs|entry\.ts)|\S*/codicil(?=\s)`, "g");

/** Our own program is there with its whole path, which says nothing to a person. */
function shortened(command: string): string {
  return `runs: ${command.slice(0, LONGEST_SHOWN).replace(OUR_PROGRAM, "codicil")}`;
}

export function endLines(
  sessionId: string,
  ended: Ended,
  { safe, colour, isScreen }: Pick<Terminal, "safe" | "colour" | "isScreen">,
): string[] {
  const { account, digest, archived, notices, unanswered } = ended;
  const waits = account.waiting === 1 ? "1 to review" : `${account.waiting} to review`;
  const lost = account.lost === 0 ? "0 lost" : colour.red(`${account.lost} lost (${account.lostIds.join(", ")})`);
  const facts = [`${account.saved} saved`, waits, ...(account.dropped === 0 ? [] : [`${account.dropped} dropped`]), lost];
  return [
    `${colour.bold(facts.join(", "))}  ${colour.dim(isScreen ? shortId(sessionId) : sessionId)}`,
    ...(digest === null ? [] : [`  ${colour.dim(`in ${digest.receipt.document}:`)} ${safe(digest.heading)}`]),
    ...(account.waiting === 0 ? [] : [`  ${colour.dim("codicil review shows them")}`]),
    ...(archived.length === 0 ? [] : [`  ${colour.dim(`archived: ${archived.join(", ")}`)}`]),
    ...unanswered.map(
      (text) =>
        `  ${colour.yellow("not answered:")} ${safe(fitTo(text.replace(/\s+/g, " "), 60))}  ` +
        `${colour.dim(`codicil chat --session ${sessionId}`)}`,
    ),
    ...notices.map((text) => `  ${colour.yellow(safe(text))}`),
  ];
}
