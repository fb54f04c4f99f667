// The person's keys: one exact call, once; or a time in which the gate lets pass what it would refuse. Both are logged,
// both want a terminal or the page, and no agent can turn them (the gate denies the commands).

import { AppError } from "../base/index.ts";
import type { KeyLine } from "../schema/index.ts";
import { appendStateLog, stateLogPlace } from "../store/index.ts";
import type { Mind } from "./open.ts";

const LOG = "keys";
/** An allowance that nobody uses is gone after this long. */
const ALLOW_MINUTES = 60;
const LONGEST_UNLOCK_MINUTES = 12 * 60;

export interface Keys {
  isAllowed(hash: string): boolean;
  readonly unlockedUntil: Date | null;
}

export async function readKeys(mind: Mind): Promise<Keys> {
  const store = mind.desk.storeFor(mind.where.project);
  const { lines } = await store.readLog(stateLogPlace(LOG));
  const now = mind.desk.clock.now();
  const allowed = new Set<string>();
  let until: Date | null = null;
  for (const line of lines) {
    const key = JSON.parse(line) as KeyLine;
    if (key.kind === "allow" && new Date(key.until) > now) allowed.add(key.hash);
    else if (key.kind === "used") allowed.delete(key.hash);
    else if (key.kind === "unlock") until = new Date(key.until);
  }
  return { isAllowed: (hash) => allowed.has(hash), unlockedUntil: until !== null && until > now ? until : null };
}

export async function allowOnce(mind: Mind, hash: string): Promise<{ hash: string; until: string }> {
  if (!/^[0-9a-f]{8,64}$/.test(hash)) throw new AppError("BAD_INPUT", `${JSON.stringify(hash)} is not the hash of a call`, { hint: "It stands in the message of the refusal." });
  const now = mind.desk.clock.now();
  const until = new Date(now.getTime() + ALLOW_MINUTES * 60_000).toISOString();
  await write(mind, { v: 1, kind: "allow", hash, at: now.toISOString(), until });
  return { hash, until };
}

export async function useAllowance(mind: Mind, hash: string): Promise<void> {
  await write(mind, { v: 1, kind: "used", hash, at: mind.desk.clock.now().toISOString() });
}

/** `10m`, `2h`, `90s`; `0` locks again. */
export async function unlock(mind: Mind, duration: string): Promise<{ until: string }> {
  const parsed = /^(\d{1,4})(s|m|h)?$/.exec(duration.trim());
  if (!parsed) throw new AppError("BAD_INPUT", `${JSON.stringify(duration)} is not a duration`, { hint: "For example 10m, 2h or 90s; 0 locks again." });
  const minutes = Number(parsed[1]) * ({ s: 1 / 60, m: 1, h: 60 }[parsed[2] ?? "m"] ?? 1);
  if (minutes > LONGEST_UNLOCK_MINUTES) throw new AppError("BAD_INPUT", "the gate can be unlocked for twelve hours at most", { hint: "Change the rule instead." });
  const now = mind.desk.clock.now();
  const until = new Date(now.getTime() + minutes * 60_000).toISOString();
  await write(mind, { v: 1, kind: "unlock", until, at: now.toISOString() });
  return { until };
}

async function write(mind: Mind, key: KeyLine): Promise<void> {
  await appendStateLog(mind.desk.storeFor(mind.where.project), LOG, [JSON.stringify(key)], mind.desk.lock);
}
