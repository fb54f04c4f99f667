// What the person typed before, for the arrow keys. Secrets are marked before anything is kept.

import { redact } from "../../content/index.ts";
import type { Mind } from "../../mind/open.ts";
import { addToStateLog, readStateLog } from "../../mind/session/sessionDeps.ts";

const LOG = "input";
const MOST = 500;

/** Newest first, as line editors want it. */
export async function readInputHistory(mind: Mind): Promise<string[]> {
  const lines = await readStateLog<{ readonly text: string }>(mind, LOG);
  return lines
    .slice(-MOST)
    .map(({ text }) => text)
    .reverse();
}

export async function noteInput(mind: Mind, text: string): Promise<void> {
  const line = { v: 1, text: redact(text, await mind.deps.known()).text } as const;
  await addToStateLog(mind, LOG, line);
}
