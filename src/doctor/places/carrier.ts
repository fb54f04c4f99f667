// The Git remote that carries the mind: whether it was ever met, and whether the last time went well. The network is not asked.

import { lastSync } from "../../mind/overview/lastSync.ts";
import type { Mind } from "../../mind/open.ts";
import type { Diagnosis } from "../texts/finding.ts";

const LONG_MS = 14 * 24 * 3_600_000;

export function checkCarrier(mind: Mind): Diagnosis[] {
  const { carrier, store } = mind.config;
  const file = `${mind.where.home}/last-word/config.yaml`;
  if (carrier === undefined) return [];
  if (store !== undefined)
    return [
      { code: "carrier", severity: "error", file, message: "store: and carrier: are both named; a mind has one of the two", key: "both" },
    ];
  const last = lastSync(mind, carrier);
  if (last === null)
    return [
      { code: "carrier", severity: "info", file, message: `this machine never synced with ${carrier}; codicil sync does`, key: "never" },
    ];
  if (last.error !== undefined)
    return [
      {
        code: "carrier",
        severity: "warn",
        file,
        message: `the last sync with ${carrier}, ${last.at}, met a problem: ${last.error.code} ${last.error.message}`,
        key: "problem",
      },
    ];
  if (mind.deps.clock.now().getTime() - Date.parse(last.at) > LONG_MS)
    return [
      {
        code: "carrier",
        severity: "warn",
        file,
        message: `the last sync with ${carrier} was ${last.at}; codicil sync brings what changed since`,
        key: "long",
      },
    ];
  return [];
}
