// Sessions of hosts that ended without a word: the program crashed or was killed, so no event flushed what they planned. Each
// session notes the process that it lives in; when that process is gone and entries are still open, the next session to start
// settles them.

import { objectIn, SESSION_ID } from "../base/index.ts";
import { journalSessions } from "../deltas/waiting.ts";
import { readNote, writeNote } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { applyAtEnd, flush } from "../mind/documents/remember.ts";

/** A process, told apart from a later one with the same number. */
export interface HostOwner {
  readonly pid: number;
  readonly started: string;
}

/** `ids`: every name that entries of the session may be planned under. */
export function noteOwner({ where }: Mind, ids: readonly string[], owner: HostOwner): void {
  for (const id of new Set(ids)) if (SESSION_ID.test(id)) writeNote(where.state, nameOf(id), JSON.stringify(owner));
}

/** Answers what could not be flushed, by session. */
export async function settleCrashed(
  mind: Mind,
  options: { readonly isAlive: (owner: HostOwner) => boolean; readonly applies: boolean },
): Promise<string[]> {
  const crashed = (await journalSessions(mind.deps)).filter((id) => isCrashed(mind, id, options.isAlive));
  const problems: string[] = [];
  for (const id of crashed) {
    try {
      await flush(mind, id);
    } catch (error) {
      // One that is locked or damaged keeps no other session from starting; its journal keeps what it planned.
      problems.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (options.applies || crashed.length > problems.length) await applyAtEnd(mind);
  return problems;
}

/** Without a note only a host's own name for a session tells that no program of ours lives in it. */
function isCrashed({ where }: Mind, id: string, isAlive: (owner: HostOwner) => boolean): boolean {
  const owner = objectIn(readNote(where.state, nameOf(id))) as HostOwner | null;
  return owner === null ? id.startsWith("host_") : !isAlive(owner);
}

function nameOf(id: string): string {
  return `hosts/${id}.owner`;
}
