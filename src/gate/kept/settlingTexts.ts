// What settles readings besides the files themselves, as texts: the person's decisions, the team's lock file, and which
// evidence was gathered. Looked at before every call, so nothing here parses and nothing heavy is loaded.

import { shortSha256 } from "../../base/index.ts";
import type { Whereabouts } from "../../knowledge/index.ts";
import { readNote, readSmallText } from "../../store/onDisk.ts";

/** A log of the state, so that it is synced and backed up. */
export const READINGS_LOG = "readings";
/** Hashes of the log's lines that were written on this machine. Never backed up or restored: a copy of a log loosens nothing. */
export const OWN_READINGS = "own/readings.txt";
/**
 * What models proposed, by clause: `.json`, and `.id`, its hash, which is all that a call looks at. Never restored: it can be
 * asked for again.
 */
export const MODEL_READINGS = "models/readings";
export const LOCK_FILE = ".agents/policy.lock.yaml";

export interface SettlingTexts {
  readonly log: string;
  readonly own: string;
  readonly lock: string | null;
  /** Which evidence is kept; "" where none was gathered yet. */
  readonly evidence: string;
  /** Which readings of models are kept; "" where there are none. */
  readonly models: string;
}

export function settlingTexts(where: Whereabouts): SettlingTexts {
  const { state, project } = where;
  return {
    log: readNote(state, `decisions/${READINGS_LOG}.jsonl`) ?? "",
    own: readNote(state, OWN_READINGS) ?? "",
    lock: project === null ? null : readSmallText(`${project}/${LOCK_FILE}`, 1024 * 1024),
    evidence: readNote(state, `${evidenceName(where)}.id`) ?? "",
    models: readNote(state, `${MODEL_READINGS}.id`) ?? "",
  };
}

export function isSame(a: SettlingTexts, b: SettlingTexts): boolean {
  return a.log === b.log && a.own === b.own && a.lock === b.lock && a.evidence === b.evidence && a.models === b.models;
}

export function rootOf({ project, cwd }: Whereabouts): string {
  return project ?? cwd;
}

export function evidenceName(where: Whereabouts): string {
  return `cache/evidence-${shortSha256(rootOf(where)).slice(0, 16)}`;
}
