// How many transcripts the hosts of this machine have, before any is read: by their files alone.

import { type Environment, filesBelow, kindOf } from "./files.ts";
import { TRANSCRIPT_HOSTS, type TranscriptHost } from "./names.ts";
import { SOURCES } from "./sources.ts";

export interface FoundTranscripts {
  readonly host: TranscriptHost;
  readonly found: number;
  readonly bytes: number;
  /** When the oldest was last written (ISO). */
  readonly since: string;
  /** Their host may delete them within a week. */
  readonly leaving: number;
}

const DAY = 24 * 3600 * 1000;
const SOON = 7 * DAY;

/** Hosts without any are not named; those that keep them in a database are not counted. */
export function countTranscripts(env: Environment, now: number): FoundTranscripts[] {
  return TRANSCRIPT_HOSTS.flatMap((host) => {
    const source = SOURCES[host];
    const folder = source.folder(env);
    if (host === "opencode" || kindOf(folder) !== "folder") return [];
    const { files } = filesBelow(folder, (path) => source.fits(path));
    const keeps = source.keepsDays(env);
    if (files.length === 0) return [];
    return [
      {
        host,
        found: files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        since: new Date(Math.min(...files.map(({ modified }) => modified))).toISOString(),
        leaving: keeps === null ? 0 : files.filter(({ modified }) => modified + keeps * DAY - now < SOON).length,
      },
    ];
  });
}
