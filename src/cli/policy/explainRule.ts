// `policy explain` for people: one rule, or one verdict of the log, in sentences.

import type { Explained } from "../../rules/index.ts";
import { shown } from "../../calls/shownCall.ts";
import type { Terminal } from "../terminal/command.ts";
import type { Words } from "../terminal/translated.ts";
import { wrapTo } from "../terminal/width.ts";

export function printExplained(terminal: Terminal, { rule, verdict, calls }: Explained): void {
  const { columns, safe, colour, words } = terminal;
  const say = (text: string) => {
    for (const line of wrapTo(safe(text.replace(/\s+/g, " ")), columns - 2, 12)) terminal.print(`  ${line}\n`);
  };
  if (rule !== undefined) {
    terminal.print(`${colour.bold(`${safe(rule.file)}:${rule.line}`)}\n`);
    say(rule.text);
    terminal.print("\n");
    say(words`Codicil reads this line as: ${words.reading(rule.reading)}.`);
    say(howSure(rule, words));
    if (calls !== undefined) {
      const list = (each: typeof calls.stops) => each.map((call) => `\`${shown(call)}\``).join(words`, `);
      say(doesTo(rule.effect, list(calls.stops), words));
      if (calls.passes.length > 0) say(words`It lets pass, for example: ${list(calls.passes)}.`);
    }
    if (rule.alternative !== undefined) say(words`It names \`${rule.alternative}\` as the way to go.`);
    say(
      words`To change it: edit the line, or run codicil policy confirm ${rule.file}:${rule.line} --as enforce|ask|advice, ` +
        words`or codicil policy dismiss ${rule.file}:${rule.line}.`,
    );
  }
  if (verdict !== undefined) {
    terminal.print(`${colour.bold(`${verdict.at.slice(0, 19).replace("T", " ")}  ${words.of(verdict.verdict)}`)}\n`);
    say(shown(verdict.call as Parameters<typeof shown>[0]));
    if (verdict.reason !== "") say(words.reason(verdict.reason, verdict.rules));
    if (verdict.by !== undefined)
      say(
        verdict.by === "allow"
          ? words`It passed because you allowed this exact call once.`
          : words`It passed because you had unlocked the gate.`,
      );
    for (const { id, file, line, effect } of verdict.rules)
      say(
        line === 0
          ? words`${words.of(effect)} by the built-in rule ${id}`
          : words`${words.of(effect)} by ${file}:${line} (codicil policy explain ${id})`,
      );
  }
}

function doesTo(effect: string, calls: string, words: Words): string {
  if (effect === "rewrite") return words`It changes, for example: ${calls}.`;
  if (effect === "check") return words`It reports, for example: ${calls}.`;
  return effect === "ask" ? words`It asks about, for example: ${calls}.` : words`It stops, for example: ${calls}.`;
}

function howSure({ tier, source, doubts }: NonNullable<Explained["rule"]>, words: Words): string {
  if (tier === "proposed")
    return doubts.length === 0
      ? words`This reading is only proposed and stops nothing until you confirm it.`
      : words`This reading is only proposed and stops nothing until you confirm it: ${doubts.map(words.reading).join(words`; `)}.`;
  if (source === "person") return words`It is enforced because you confirmed this reading.`;
  if (source === "lock") return words`It is enforced because your team confirmed this reading in .agents/policy.lock.yaml.`;
  if (source === "block") return words`It is enforced because it is written as a policy block.`;
  return words`It is enforced because the reading is certain: every word was understood, and nothing in the repository contradicts it.`;
}
