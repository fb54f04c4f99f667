// A host's own record of the conversation, to see what its model has before its eyes. Read whole or not at all.

import { readHostFile } from "../../hostSessions/hostFiles.ts";

const LARGEST = 64 * 1024 * 1024;

/** null: there is none, or it is too large to look through. */
export function readTranscript(path: string): string | null {
  return readHostFile(path, LARGEST);
}
