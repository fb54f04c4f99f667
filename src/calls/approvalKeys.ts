// The person's keys: one exact call, once; or a time in which the gate lets pass what it would refuse. Both are logged,
// both need a terminal or the page, and no agent can turn them (the gate denies the commands). Neither opens a red line: the
// gate does not look for a key there, and here nobody is told that there is one.

import { AppError } from "../base/index.ts";
import { KEY_LOG, unlockedUntil as unlockedAt } from "../gate/settling.ts";
import { crossesRedLine } from "../policy/index.ts";
import type { KeyLine, VerdictLine } from "../schema/index.ts";
import type { Mind } from "../mind/open.ts";
import { needPerson, type Person } from "../mind/person.ts";
import { addToStateLog, sessionDeps } from "../mind/session/sessionDeps.ts";
import { findVerdict, newestVerdicts } from "./verdictLog.ts";

/** An allowance that nobody uses is gone after this long. */
const ALLOW_MINUTES = 60;
const LONGEST_UNLOCK_MINUTES = 12 * 60;

/** null: the gate is locked. */
export async function unlockedUntil(mind: Mind): Promise<Date | null> {
  return unlockedAt(sessionDeps(mind));
}

/** One exact call may pass once; where a session is given, only there. */
export async function allowOnce(
  mind: Mind,
  hash: string,
  options: { readonly person: Person; readonly session?: string | undefined },
): Promise<{ hash: string; until: string }> {
  needPerson(options?.person, "allow");
  if (!/^[0-9a-f]{8,64}$/.test(hash))
    throw new AppError("BAD_INPUT", `${JSON.stringify(hash)} is not the hash of a call`, {
      hint: "The refusal message shows it; codicil allow lists the newest refused calls.",
    });
  const refused = await findVerdict(mind, hash);
  if (refused?.hash === hash && isRedLine(refused)) throw redLine();
  const now = mind.deps.clock.now();
  const until = new Date(now.getTime() + ALLOW_MINUTES * 60_000).toISOString();
  const session = options.session === undefined ? {} : { session: options.session };
  const key: KeyLine = { v: 1, kind: "allow", hash, at: now.toISOString(), until, ...session };
  await addToStateLog(mind, KEY_LOG, key);
  return { hash, until };
}

/** Of most calls the line says so, and need not be parsed. */
const PASSED = '"verdict":"allow"';

/** The newest calls that were refused or asked about and that a person may allow; each once. */
export async function allowable(mind: Mind, limit: number): Promise<VerdictLine[]> {
  const found = new Map<string, VerdictLine>();
  for await (const verdict of newestVerdicts(mind, (line) => !line.includes(PASSED))) {
    const isStopped = verdict.verdict === "deny" || verdict.verdict === "ask";
    if (isStopped && !isRedLine(verdict) && !found.has(verdict.hash)) found.set(verdict.hash, verdict);
    if (found.size >= limit) break;
  }
  return [...found.values()];
}

export function isRedLine({ redLine: told, rules, verdict }: VerdictLine): boolean {
  return verdict === "deny" && (told === true || crossesRedLine(rules));
}

export function redLine(): AppError {
  return new AppError("RED_LINE", "this call crosses a red line, which nobody can allow", {
    hint: "To do it anyway, run it yourself in another terminal.",
  });
}

const UNITS: readonly (readonly [words: string, minutes: number])[] = [
  ["s sec secs second seconds", 1 / 60],
  [" m min mins minute minutes", 1],
  ["h hr hrs hour hours", 60],
];

/** `10m`, `2h`, `90s`, `30min`, `2 hours`; `0` locks again. */
export async function unlock(mind: Mind, duration: string, options: { readonly person: Person }): Promise<{ until: string }> {
  needPerson(options?.person, "unlock");
  const [, count = "", unit = ""] = /^(\d{1,4}) ?([a-z]*)$/.exec(duration.trim()) ?? [];
  const [, each] = UNITS.find(([words]) => words.split(" ").includes(unit)) ?? [];
  if (count === "" || each === undefined)
    throw new AppError("BAD_INPUT", `${JSON.stringify(duration)} is not a duration`, {
      hint: "For example 10m, 2h or 90s; 0 locks again.",
    });
  const minutes = Number(count) * each;
  if (minutes > LONGEST_UNLOCK_MINUTES)
    throw new AppError("BAD_INPUT", "the gate can be unlocked for twelve hours at most", { hint: "Change the rule instead." });
  const now = mind.deps.clock.now();
  const until = new Date(now.getTime() + minutes * 60_000).toISOString();
  const key: KeyLine = { v: 1, kind: "unlock", until, at: now.toISOString() };
  await addToStateLog(mind, KEY_LOG, key);
  return { until };
}
