// config.yaml from elsewhere. Some keys give power: they name servers that get the person's keys and words, loosen the
// gate, or let agents write without asking. For these, what this machine has stays.

import { AppError } from "../../base/index.ts";
import { type Config, DEFAULT_CONFIG, dropTopLevelKey, readConfig, writeDefaultConfig } from "../../schema/index.ts";

const SERVERS = ["remotes", "store", "send", "carrier", "recall", "model", "models"] as const;
const LOOSENING = ["guard_mode", "gate", "risk", "proposed", "unattended", "commit", "confirm", "agents", "heartbeat"] as const;
const POWERFUL = [...SERVERS, ...LOOSENING];

export interface SortedSettings {
  /** Keys that differ from what this machine has, and are not taken. */
  readonly left: readonly string[];
  /** What may be written as config.yaml; null: what is here stays. */
  readonly text: string | null;
}

/** `present` is null where this machine has no config.yaml yet. */
export async function sortSettings(text: string, present: string | null): Promise<SortedSettings> {
  const theirs = await readOrNull(text);
  if (theirs === null) return { left: ["everything, because it cannot be read"], text: null };
  const ours = await readOrNull(present ?? "");
  const left = POWERFUL.filter((key) => JSON.stringify(theirs[key]) !== JSON.stringify(ours?.[key]));
  if (left.length === 0) return { left, text };
  // Where this machine has settled something of its own, its file stays as a whole: two files are not mixed.
  const isOwn = ours === null || POWERFUL.some((key) => JSON.stringify(ours[key]) !== JSON.stringify(DEFAULT_CONFIG[key]));
  return { left, text: isOwn ? null : await withoutPowers(text, theirs) };
}

async function withoutPowers(text: string, config: Config): Promise<string> {
  try {
    let rest = text;
    for (const key of POWERFUL) rest = await dropTopLevelKey(rest, key);
    return rest;
  } catch (error) {
    // A key of several lines cannot be cut out of a person's text; which file plays which role must not get lost.
    if (!(error instanceof AppError)) throw error;
    return writeDefaultConfig(config.profile);
  }
}

async function readOrNull(text: string): Promise<Config | null> {
  try {
    return await readConfig(text, "config.yaml");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Not readable: nothing of it can be judged, so nothing of it is taken.
    return null;
  }
}
