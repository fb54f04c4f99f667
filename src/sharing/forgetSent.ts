// forget, in what was sent to the database: every log of this login, of all its machines. What this machine has on its disk
// was rewritten before.

import { anyCase } from "../base/index.ts";
import { forgetLine, scrubDeep } from "../deltas/index.ts";
import { forgetSent, isOwnSession, placeOf } from "../session/index.ts";
import { type Place, type SentLog, stateLogPlace } from "../store/index.ts";
import { deviceOf } from "../mind/device.ts";
import { spellingsOf } from "./forgetOriginals.ts";
import type { Mind } from "../mind/open.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";

export interface ForgottenSent {
  /** Lines in the database. */
  readonly sent: number;
  /** Machines whose own disk holds the text still: forget has to run there too. */
  readonly machines: readonly string[];
}

export async function forgetInSent(mind: Mind, needle: string): Promise<ForgottenSent> {
  const { common } = mind;
  if (common === null) return { sent: 0, machines: [] };
  const { store, lock } = sessionDeps(mind);
  const spellings = spellingsOf(needle);
  const machines = new Set<string>();
  let sent = 0;
  for (const log of [...(await common.sent.list("session")), ...(await common.sent.list("verdicts"))]) {
    const place = placeHere(mind, log);
    const count = await forgetSent({
      store,
      shared: common,
      log,
      place,
      lock,
      spellings,
      scrub: (line) => scrubLine(line, needle, spellings),
      scrubAbout: (about) => (about === null ? null : scrubDeep(about, needle)),
    });
    sent += count;
    if (count > 0 && log.device !== deviceOf(mind.where)) machines.add(log.machine);
  }
  return { sent, machines: [...machines] };
}

function placeHere(mind: Mind, { kind, name, device }: SentLog): Place | null {
  if (device !== deviceOf(mind.where)) return null;
  if (kind === "verdicts") return stateLogPlace(name);
  return isOwnSession(sessionDeps(mind).store, name) ? placeOf(name) : null;
}

function scrubLine(line: string, needle: string, spellings: readonly string[]): string | null {
  try {
    return forgetLine(line, needle);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // A damaged line: nothing in it counts, and all of the text goes.
    return spellings.reduce((now, each) => now.replace(anyCase(each), ""), line);
  }
}
