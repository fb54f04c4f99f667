// The gate's verdicts as a list: of this machine, or of every machine that this login may see. A maintainer sees everybody's.

import { AppError } from "../base/index.ts";
import type { VerdictLine } from "../schema/index.ts";
import { readVerdicts } from "./decide.ts";
import { deviceOf } from "./device.ts";
import { hostName } from "./machine.ts";
import type { Mind } from "./open.ts";

export interface ListedVerdict extends VerdictLine {
  /** Where it was given; only of a list of every machine. */
  readonly machine?: string;
  readonly login?: string;
}

export interface VerdictListing {
  readonly limit: number;
  readonly everywhere?: boolean;
}

/** Newest first. */
export async function listVerdicts(mind: Mind, { limit, everywhere }: VerdictListing): Promise<ListedVerdict[]> {
  const here = (await readVerdicts(mind)).slice(-limit);
  if (everywhere !== true) return here.toReversed();
  if (mind.common === null) throw new AppError("BAD_CONFIG", "this mind is in files on this machine alone: there are no other machines", { hint: "codicil policy log without --everywhere shows its verdicts." });
  const own = deviceOf(mind.where);
  const sent = (await mind.common.sent.lastVerdicts(limit)).filter(({ device }) => device !== own);
  const theirs = sent.flatMap(({ login, machine, line }): ListedVerdict[] => {
    const verdict = readLine(line);
    return verdict === null ? [] : [{ ...verdict, machine, login }];
  });
  return [...here.map((line) => ({ ...line, machine: hostName() })), ...theirs].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, limit);
}

function readLine(line: string): VerdictLine | null {
  try {
    return JSON.parse(line) as VerdictLine;
  } catch {
    // A line that its own machine could not read either.
    return null;
  }
}
