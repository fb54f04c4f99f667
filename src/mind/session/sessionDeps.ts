// What writing a session or settling a verdict needs, from an open mind.

import type { SessionDeps } from "../../session/index.ts";
import type { Mind } from "../open.ts";

export function sessionDeps(mind: Mind): SessionDeps {
  const { deps } = mind;
  return { store: deps.storeFor(mind.where.project), clock: deps.clock, random: deps.random, lock: deps.lock, known: deps.known };
}
