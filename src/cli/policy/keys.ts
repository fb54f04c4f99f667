import { AppError } from "../../base/index.ts";
import { allowOnce, unlock as unlockGate } from "../../calls/approvalKeys.ts";
import { findVerdict } from "../../calls/verdictLog.ts";
import type { VerdictLine } from "../../schema/index.ts";
import { printJson } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";
import { atTerminal } from "../terminal/person.ts";

export async function allow(call: Call): Promise<number> {
  const person = atTerminal(call, "allow");
  const mind = await call.mind();
  const given = call.args[0] ?? "";
  // The message of a refusal shows the beginning; the log knows the whole.
  const found = await findVerdict(mind, given);
  const refused = found?.hash.startsWith(given) === true ? found : undefined;
  // What is shorter than a hash fits no call by itself.
  if (refused === undefined && /^[0-9a-f]{8,63}$/.test(given))
    throw new AppError("NOT_FOUND", `no call with the hash ${given} was refused or asked about`, {
      hint: "The refusal message shows the hash; codicil policy log lists the calls.",
    });
  const allowed = await allowOnce(mind, refused?.hash ?? given, { person, session: refused?.named === true ? refused.session : undefined });
  if (call.json) printJson(call, allowed);
  else if (refused === undefined)
    call.terminal.print(`no such call was refused or asked about yet; if it comes, it may pass once until ${allowed.until}\n`);
  else call.terminal.print(`this exact call may pass once until ${allowed.until}:\n${whatRuns(refused, call.terminal.safe)}\n`);
  return 0;
}

export async function unlock(call: Call): Promise<number> {
  const person = atTerminal(call, "unlock");
  const { until } = await unlockGate(await call.mind(), call.args[0] ?? "", { person });
  if (call.json) printJson(call, { until });
  else if (new Date(until).getTime() <= Date.now()) call.terminal.print("locked: the gate refuses again what breaks a rule\n");
  else call.terminal.print(`unlocked until ${until}; red lines stay refused\n`);
  return 0;
}

/** The call, where it runs, and in which session: what the person just said yes to. */
function whatRuns({ call, cwd, session, named }: VerdictLine, safe: (text: string) => string): string {
  const lines = [
    ["call", JSON.stringify(call)],
    ["directory", cwd ?? "any"],
    ["session", named === true ? session : "any"],
  ] as const;
  return lines.map(([name, value]) => `  ${name.padEnd(9)}  ${safe(value)}`).join("\n");
}
