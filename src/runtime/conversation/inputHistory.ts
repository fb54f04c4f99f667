// What the person typed before, for the arrow keys. Secrets are marked before anything is kept.

import { redact } from "../../content/index.ts";
import type { Mind } from "../../mind/open.ts";
import { appendStateLog, stateLogPlace } from "../../store/index.ts";

const LOG = "input";
const MOST = 500;

/** Newest first, as line editors want it. */
export async function readInputHistory(mind: Mind): Promise<string[]> {
  const { lines } = await mind.deps.storeFor(mind.where.project).readLog(stateLogPlace(LOG));
  return lines
    .slice(-MOST)
    .map((line) => (JSON.parse(line) as { text: string }).text)
    .reverse();
}

export async function noteInput(mind: Mind, text: string): Promise<void> {
  const clean = redact(text, await mind.deps.known()).text;
  await appendStateLog(mind.deps.storeFor(mind.where.project), LOG, [JSON.stringify({ v: 1, text: clean })], mind.deps.lock);
}
