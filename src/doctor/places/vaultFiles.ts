// The vault's originals: whether each is still there, who may read it, and which of them hold what looks like a secret.
// What they hold was counted when they were adopted; nothing of theirs is read here.

import { upkeepFacts } from "../../store/index.ts";
import type { Mind } from "../../mind/open.ts";
import { originalsOf, readAdoptions } from "../../activity/originals.ts";
import { closing, type Diagnosis } from "../texts/finding.ts";

export async function checkVault(mind: Mind): Promise<Diagnosis[]> {
  const originals = originalsOf(mind);
  const found: Diagnosis[] = [];
  for (const { host, sha256, session, secrets, source } of (await readAdoptions(mind)).values()) {
    const file = originals.file(host, sha256);
    const facts = upkeepFacts(file);
    if (facts === null) {
      const message =
        `the original of session ${session} is gone; its events are here, ` +
        `and an import from ${source} brings it back if its host still has it`;
      found.push({ code: "damaged", severity: "warn", file, message, key: session });
      continue;
    }
    if ((facts.mode & 0o077) !== 0) {
      const message = "other users can read this original transcript, which is stored unredacted";
      found.push({ code: "permissions", severity: "error", file, message, key: "permissions", repair: closing(file) });
    }
    if (secrets === undefined) continue;
    const message =
      `${secrets} ${secrets === 1 ? "event" : "events"} of session ${session} contained what looks like a secret: marked in the session, ` +
      "verbatim in this original and at its host; codicil forget TEXT --everywhere takes it out here";
    found.push({ code: "secret", severity: "info", file, message, key: session });
  }
  return found;
}
