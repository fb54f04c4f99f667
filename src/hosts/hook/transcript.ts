// A host's own record of the conversation, to see what its model has before its eyes. Read whole or not at all.

import { readFileSync, statSync } from "node:fs";

const LARGEST = 64 * 1024 * 1024;

/** null: there is none, or it is too large to look through. */
export function readTranscript(path: string): string | null {
  try {
    return statSync(path).size > LARGEST ? null : readFileSync(path, "utf8");
  } catch {
    // Gone, or not ours to read: then nothing is known about it.
    return null;
  }
}
