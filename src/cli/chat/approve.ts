// The gate asks, the person answers: what would run, why it is asked, and which rule of which file says so.

import type { Approver } from "../../runtime/index.ts";
import type { Terminal } from "../command.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Screen } from "./screen.ts";

export function terminalApprover(keyboard: Keyboard, { line, asking }: Screen, terminal: Terminal): Approver {
  const { colour, safe } = terminal;
  return {
    ask: async ({ call, hash, reason, rules, signal }) => {
      const what = "command" in call ? call.command : "path" in call ? `${call.tool} ${call.path}` : "url" in call ? `${call.tool} ${call.url}` : call.tool;
      line(`  ${colour.yellow("?")} ${colour.bold(safe(what))}`);
      line(`    ${safe(reason.replace(/ A person may allow it once with: \S+ \S+ \S+$/, ""))}`);
      for (const rule of rules.slice(0, 3)) line(`    ${colour.dim(`${rule.file}${rule.line > 0 ? `:${rule.line}` : ""} (${rule.effect})`)}`);
      const answer = (await asking(() => keyboard.ask("    allow this once? [y/N] ", signal))).trim().toLowerCase();
      if (signal.aborted) line(`    ${colour.dim("answered in the page")}`);
      return ["y", "yes", "是", "好", "允许"].includes(answer) ? { decision: "allow", hash } : { decision: "deny", hash, reason: "the person said no" };
    },
  };
}
