// The gate asks, the person answers: what would run, why it is asked, and which rule of which file says so.

import type { Approver } from "../../runtime/index.ts";
import type { ReadingDecided } from "../../schema/index.ts";
import type { Terminal } from "../terminal/command.ts";
import type { Keyboard } from "./keyboard.ts";
import { reasonForPerson } from "./shortly.ts";
import type { Screen } from "./screen.ts";

/** The keys of `codicil review`. */
const LINE_KEYS: Readonly<Record<string, ReadingDecided>> = { h: "hold", v: "advice", a: "ask" };

export function terminalApprover(keyboard: Keyboard, { line, asking }: Screen, terminal: Terminal): Approver {
  const { colour, safe } = terminal;
  return {
    settlesLines: true,
    ask: async ({ call, hash, reason, rules, signal, line: about, language }) => {
      const what =
        "command" in call
          ? call.command
          : "path" in call
            ? `${call.tool} ${call.path}`
            : "url" in call
              ? `${call.tool} ${call.url}`
              : call.tool;
      line(`  ${colour.yellow("?")} ${colour.bold(safe(what))}`);
      line(`    ${safe(reasonForPerson(reason))}`);
      for (const rule of rules.slice(0, 3))
        line(`    ${colour.dim(`${rule.file}${rule.line > 0 ? `:${rule.line}` : ""} (${rule.effect})`)}`);
      if (about !== undefined) {
        const key = (
          await asking(() =>
            keyboard.ask("    [h] enforce it from now on · [v] allow, the line does not mean this · [a] ask each time: ", signal),
          )
        )
          .trim()
          .toLowerCase();
        if (signal.aborted) line(`    ${colour.dim("answered in the page")}`);
        const as = LINE_KEYS[key[0] ?? ""];
        return {
          decision: as === "advice" || as === "ask" ? "allow" : "deny",
          hash,
          ...(as === undefined ? { reason: "the person did not say what the line means" } : { as }),
        };
      }
      const answer = (await asking(() => keyboard.ask(language === "zh" ? "    确认执行？[y/N] " : "    allow this once? [y/N] ", signal)))
        .trim()
        .toLowerCase();
      if (signal.aborted) line(`    ${colour.dim("answered in the page")}`);
      return ["y", "yes", "是", "好", "允许"].includes(answer)
        ? { decision: "allow", hash }
        : { decision: "deny", hash, reason: "the person said no" };
    },
  };
}
