// The Git remote that carries the mind: whether it was ever met, and whether the last time went well. The network is not asked.

import { lastSync } from "../../mind/overview/lastSync.ts";
import type { Mind } from "../../mind/open.ts";
import type { Diagnosis } from "../texts/finding.ts";

const LONG_MS = 14 * 24 * 3_600_000;

export function checkCarrier(mind: Mind): Diagnosis[] {
  const problem = problemOf(mind);
  return problem === null ? [] : [{ code: "carrier", file: `${mind.where.home}/last-word/config.yaml`, ...problem }];
}

function problemOf(mind: Mind): Pick<Diagnosis, "severity" | "message" | "key"> | null {
  const { carrier, store } = mind.config;
  if (carrier === undefined) return null;
  if (store !== undefined)
    return { severity: "error", message: "store: and carrier: are both named; a mind has one of the two", key: "both" };
  const last = lastSync(mind, carrier);
  if (last === null) return { severity: "info", message: `this machine never synced with ${carrier}; codicil sync does`, key: "never" };
  const { at, error } = last;
  if (error !== undefined)
    return {
      severity: "warn",
      message: `the last sync with ${carrier}, ${at}, met a problem: ${error.code} ${error.message}`,
      key: "problem",
    };
  if (mind.deps.clock.now().getTime() - Date.parse(at) <= LONG_MS) return null;
  return { severity: "warn", message: `the last sync with ${carrier} was ${at}; codicil sync brings what changed since`, key: "long" };
}
