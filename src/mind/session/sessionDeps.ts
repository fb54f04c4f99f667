// What writing a session, settling a verdict or keeping a log of this machine's state needs, from an open mind.

import type { SessionDeps } from "../../session/index.ts";
import { appendStateLog, stateLogPlace } from "../../store/index.ts";
import type { Mind } from "../open.ts";

export function sessionDeps(mind: Mind): SessionDeps {
  const { deps } = mind;
  return { store: deps.storeFor(mind.where.project), clock: deps.clock, random: deps.random, lock: deps.lock, known: deps.known };
}

/** The lines of decisions/NAME.jsonl, oldest first. */
export async function readStateLog<Line>({ deps, where }: Mind, name: string): Promise<Line[]> {
  return (await deps.storeFor(where.project).readLog(stateLogPlace(name))).lines.map((line) => JSON.parse(line) as Line);
}

export async function addToStateLog({ deps, where }: Mind, name: string, line: { readonly v: 1 }): Promise<void> {
  await appendStateLog(deps.storeFor(where.project), name, [JSON.stringify(line)], deps.lock);
}
