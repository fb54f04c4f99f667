// What writing a session needs, from an open mind.

import type { SessionDesk } from "../session/index.ts";
import type { Mind } from "./open.ts";

export function sessionDesk(mind: Mind): SessionDesk {
  const { desk } = mind;
  return { store: desk.storeFor(mind.where.project), clock: desk.clock, random: desk.random, lock: desk.lock, known: desk.known };
}
