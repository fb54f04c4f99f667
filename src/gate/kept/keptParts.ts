// What each clause of an instruction file was compiled to, kept for the next process: after an edit only the lines that changed are
// compiled. A clause is found by everything that its rules depend on, as a whole and not by a hash; another build believes none.

import { type CompiledFile, fileOfParts, type Part, partsOf } from "../../policy/index.ts";
import { readKept, sumOf } from "./keptNotes.ts";

interface KeptParts {
  readonly build: string;
  readonly path: string;
  /** As JSON, and its sum. */
  readonly parts: string;
  readonly sum: string;
}

export function partsBefore(state: string, build: string | null, path: string): CompiledFile | undefined {
  if (build === null) return undefined;
  try {
    const kept = JSON.parse(readKept(state, nameOf(path)) ?? "null") as KeptParts | null;
    if (kept === null || kept.build !== build || kept.path !== path || kept.sum !== sumOf(kept.parts)) return undefined;
    return fileOfParts(path, JSON.parse(kept.parts) as [string, Part[]][]);
  } catch {
    // Damaged: everything is compiled, and the next writer replaces it.
    return undefined;
  }
}

/** As notes to keep. */
export function notesOfParts(build: string, files: readonly CompiledFile[]): [name: string, value: KeptParts][] {
  return files.flatMap((file): [string, KeptParts][] => {
    if (file.unread === true) return [];
    const parts = JSON.stringify(partsOf(file));
    return [[nameOf(file.path), { build, path: file.path, parts, sum: sumOf(parts) }]];
  });
}

function nameOf(path: string): string {
  return `parts-${sumOf(path)}`;
}
