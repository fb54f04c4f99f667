import { AppError } from "../../base/index.ts";
import { allowable, allowOnce, unlock as unlockGate } from "../../calls/approvalKeys.ts";
import { findVerdict } from "../../calls/verdictLog.ts";
import type { VerdictLine } from "../../schema/index.ts";
import { printJson } from "../terminal/answer.ts";
import { columns, shortTime } from "../terminal/columns.ts";
import type { Call, Terminal } from "../terminal/command.ts";
import { atTerminal } from "../terminal/person.ts";
import { callInWords } from "./policy.ts";
import { padTo } from "../terminal/width.ts";

/** More of the past is in codicil policy log. */
const SHOWN = 5;
/** As long as a refusal shows it. */
const HASH_LENGTH = 16;

export async function allow(call: Call): Promise<number> {
  return call.args[0] === undefined ? showAllowable(call) : allowOne(call);
}

async function showAllowable(call: Call): Promise<number> {
  const { colour, columns: screen, isScreen, print, safe, say, words } = call.terminal;
  const mind = await call.mind();
  const found = await allowable(mind, SHOWN);
  if (call.json) printJson(call, found);
  else {
    const now = mind.deps.clock.now();
    const rows = found.map(({ hash, at, verdict, call: judged }) => [
      `codicil allow ${hash.slice(0, HASH_LENGTH)}`,
      shortTime(at, now),
      words.of(verdict),
      safe(callInWords(judged)).replace(/\s+/g, " "),
    ]);
    print(columns(rows, isScreen ? screen : Infinity, [null, colour.dim, null]));
    if (found.length === 0) say(words`no call was refused that may be allowed`);
  }
  return 0;
}

async function allowOne(call: Call): Promise<number> {
  const person = atTerminal(call, "allow");
  const { print, words } = call.terminal;
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
    print(`${words`no such call was refused or asked about yet; if it comes, it may pass once until ${allowed.until}`}\n`);
  else print(`${words`this exact call may pass once until ${allowed.until}:`}\n${whatRuns(refused, call.terminal)}\n`);
  return 0;
}

export async function unlock(call: Call): Promise<number> {
  const person = atTerminal(call, "unlock");
  const { print, words } = call.terminal;
  const { until } = await unlockGate(await call.mind(), call.args[0] ?? "", { person });
  if (call.json) printJson(call, { until });
  else if (new Date(until).getTime() <= Date.now()) print(`${words`locked: the gate refuses again what breaks a rule`}\n`);
  else print(`${words`unlocked until ${until}; red lines stay refused`}\n`);
  return 0;
}

/** The call, where it runs, and in which session: what the person just said yes to. */
function whatRuns({ call, cwd, session, named }: VerdictLine, { safe, words }: Terminal): string {
  const lines = [
    [words`call`, JSON.stringify(call)],
    [words`directory`, cwd ?? words`any`],
    [words`session`, named === true ? session : words`any`],
  ] as const;
  return lines.map(([name, value]) => `  ${padTo(name, 9)}  ${safe(value)}`).join("\n");
}
