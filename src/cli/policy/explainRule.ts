// `policy explain` for people: one rule, or one verdict of the log, in sentences.

import type { Explained } from "../../rules/index.ts";
import { shown } from "../../calls/shownCall.ts";
import type { Terminal } from "../terminal/command.ts";
import { wrapTo } from "../terminal/width.ts";

const DOES: Readonly<Record<string, string>> = { rewrite: "changes", check: "reports", ask: "asks about" };

export function printExplained(terminal: Terminal, { rule, verdict, calls }: Explained): void {
  const { columns, safe, colour } = terminal;
  const say = (text: string) => {
    for (const line of wrapTo(safe(text.replace(/\s+/g, " ")), columns - 2, 12)) terminal.print(`  ${line}\n`);
  };
  if (rule !== undefined) {
    terminal.print(`${colour.bold(`${safe(rule.file)}:${rule.line}`)}\n`);
    say(rule.text);
    terminal.print("\n");
    say(`Codicil reads this line as: ${rule.reading}.`);
    say(howSure(rule));
    if (calls !== undefined) {
      say(`It ${DOES[rule.effect] ?? "stops"}, for example: ${calls.stops.map((call) => `\`${shown(call)}\``).join(", ")}.`);
      if (calls.passes.length > 0) say(`It lets pass, for example: ${calls.passes.map((call) => `\`${shown(call)}\``).join(", ")}.`);
    }
    if (rule.alternative !== undefined) say(`It names \`${rule.alternative}\` as the way to go.`);
    say(
      `To change it: edit the line, or run codicil policy confirm ${rule.file}:${rule.line} --as enforce|ask|advice, ` +
        `or codicil policy dismiss ${rule.file}:${rule.line}.`,
    );
  }
  if (verdict !== undefined) {
    terminal.print(`${colour.bold(`${verdict.at.slice(0, 19).replace("T", " ")}  ${verdict.verdict}`)}\n`);
    say(shown(verdict.call as Parameters<typeof shown>[0]));
    if (verdict.reason !== "") say(verdict.reason);
    if (verdict.by !== undefined)
      say(`It passed because you ${verdict.by === "allow" ? "allowed this exact call once" : "had unlocked the gate"}.`);
    for (const { id, file, line, effect } of verdict.rules)
      say(`${effect} by ${line === 0 ? `the built-in rule ${id}` : `${file}:${line} (codicil policy explain ${id})`}`);
  }
}

function howSure({ tier, source, doubts }: NonNullable<Explained["rule"]>): string {
  if (tier === "proposed")
    return `This reading is only proposed and stops nothing until you confirm it${doubts.length === 0 ? "." : `: ${doubts.join("; ")}.`}`;
  switch (source) {
    case "person":
      return "It is enforced because you confirmed this reading.";
    case "lock":
      return "It is enforced because your team confirmed this reading in .agents/policy.lock.yaml.";
    case "block":
      return "It is enforced because it is written as a policy block.";
    default:
      return "It is enforced because the reading is certain: every word was understood, and nothing in the repository contradicts it.";
  }
}
