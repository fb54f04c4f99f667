// What a host's session has done so far, for a hook that remembers nothing between two calls: one note for each session,
// one line for each thing that happened. Lines are only added, so that hooks of calls that run side by side lose nothing.

import { objectIn } from "../../base/index.ts";
import type { Call, ContextState, World } from "../../policy/judging.ts";
import { addToNote, readNote, timeOfNote, writeNote } from "../../store/onDisk.ts";

export type CallNote =
  /** A call ran and succeeded; secrets are taken out. */
  | {
      readonly kind: "did";
      readonly at: string;
      readonly call: Call;
      readonly read?: readonly string[];
      readonly satisfied?: boolean;
      readonly recovered?: boolean;
    }
  /** The person said something: what was read for the last message no longer counts. */
  | { readonly kind: "prompt"; readonly at: string }
  | { readonly kind: "compacted"; readonly at: string };

export interface SessionSoFar {
  /** Calls that ran, oldest first. */
  readonly history: readonly Call[];
  readonly context: ContextState;
}

/** So many calls of a session are looked back at. */
export const LONGEST_HISTORY = 400;

function nameOfNotes(key: string): string {
  return `hosts/${key}.jsonl`;
}

/** When a session was first seen, by the time of a note that is written then: the disk's clock, like that of Git's files. */
export function beganAt(state: string, key: string | undefined): number | undefined {
  if (key === undefined) return undefined;
  const name = `hosts/${key}.began`;
  const known = timeOfNote(state, name);
  if (known !== null) return known;
  try {
    writeNote(state, name, "");
  } catch {
    // A disk that cannot be written: the session begins with every call.
  }
  return timeOfNote(state, name) ?? Date.now();
}

export function addCallNote(state: string, key: string, note: CallNote): void {
  addToNote(state, nameOfNotes(key), JSON.stringify(note));
}

export function readSoFar(state: string, key: string): SessionSoFar {
  const notes = readCallNotes(state, key);
  const history = notes.flatMap((note) => (note.kind === "did" ? [note.call] : [])).slice(-LONGEST_HISTORY);
  const message = notes.slice(notes.findLastIndex(({ kind }) => kind === "prompt") + 1);
  const read = message.flatMap((note) => (note.kind === "did" ? (note.read ?? []) : []));
  const sinceCompaction = notes.slice(notes.findLastIndex(({ kind }) => kind === "compacted") + 1);
  const recovering =
    sinceCompaction.length < notes.length && !sinceCompaction.some((note) => note.kind === "did" && note.recovered === true);
  return {
    history,
    context: {
      readFiles: new Set(read),
      contextSatisfied: message.some((note) => note.kind === "did" && note.satisfied === true),
      recovering,
    },
  };
}

/** What a line said that a crash tore is unknown, and a call that is unknown satisfies nothing. */
export function readCallNotes(state: string, key: string): CallNote[] {
  return (readNote(state, nameOfNotes(key)) ?? "").split("\n").flatMap((line) => (objectIn(line) as CallNote | null) ?? []);
}

// A world that also knows what the session did before: which calls named a file. What an agent wrote in one call and runs in
// the next is then seen, also where the file is not on this disk.
/** The newest ones say what a file holds now. */
const MOST_CALLS = 24;

export function withEarlierCalls(world: World, history: readonly Call[] | undefined): World {
  if (history === undefined || history.length === 0) return world;
  let texts: readonly string[] | undefined;
  const earlierCalls = (name: string): readonly string[] => {
    texts ??= history.map((call) => JSON.stringify(call));
    return name === "" ? [] : texts.filter((text) => text.includes(name)).slice(-MOST_CALLS);
  };
  // Everything else is asked of the world itself, and only when somebody asks.
  return Object.create(world, { earlierCalls: { value: earlierCalls, enumerable: true } }) as World;
}
