// Where compiled policies are kept: by what they were made from, so that a new folder with the same files finds the policy of
// another one. Each folder has a note that names its policy; without one, the policy is looked for by its content. All of it
// is bounded, and all of it can be deleted at any time.

import type { Whereabouts } from "../../knowledge/index.ts";
import { boundNotes, readNote, writeNote } from "../../store/onDisk.ts";

const FOLDER = "cache";
/**
 * The newest of each kind stay: policies, folders that used one, configurations, what repositories showed (three notes each),
 * and instruction files by their clauses.
 */
const MOST = { "policy-": 64, "folder-": 512, "settings-": 16, "evidence-": 768, "parts-": 64 } as const;

export type NameOfPolicy = `policy-${string}`;

export function policyName(content: string): NameOfPolicy {
  return `policy-${sumOf(content)}`;
}

export function readKept(state: string, name: string): string | null {
  return readNote(state, `${FOLDER}/${name}.json`);
}

/** Quietly: without room or the right to write, the next call compiles again, which is slower and no less right. */
export function keep(state: string, notes: readonly (readonly [name: string, value: unknown])[]): void {
  try {
    for (const [name, value] of notes) writeNote(state, `${FOLDER}/${name}.json`, JSON.stringify(value));
    boundNotes(state, FOLDER, MOST);
  } catch {
    // As said above.
  }
}

/** Which policy a folder used last; null where it used none. */
export function policyOfFolder(where: Whereabouts): string | null {
  const name = readKept(where.state, folderName(where));
  return name !== null && /^"policy-\w+"$/.test(name) ? name.slice(1, -1) : null;
}

export function folderName({ cwd }: Whereabouts): string {
  return `folder-${sumOf(cwd)}`;
}

export function settingsName(config: string | null): string {
  return `settings-${sumOf(config ?? "")}`;
}

/** 53 bits that tell damage. SHA-256 would cost a fifth of an empty start, and would hold no more against a forger. */
export function sumOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
