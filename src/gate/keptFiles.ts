// What an instruction file and each of its clauses were compiled to, kept for the next process: the same text is not compiled twice,
// and after an edit only the lines that changed are. A clause is found by everything that its rules depend on, text and clause as a
// whole and not by a hash; another build believes none.

import { type CompiledFile, fileOfParts, partsOf } from "../policy/index.ts";
import type { Deadline } from "./kept/deadline.ts";
import { compileInTime } from "./kept/compileInTime.ts";
import { readKept, sumOf } from "./kept/keptNotes.ts";
import { BUILD } from "./keptPolicy.ts";

interface KeptFile {
  readonly build: string;
  readonly path: string;
  /** As JSON, and its sum. */
  readonly made: string;
  readonly sum: string;
}

interface Made {
  readonly text: string;
  readonly file: CompiledFile;
  readonly parts: ReturnType<typeof partsOf>;
}

/** For a process that has not read the file before. */
export function compileAnew(
  { path, text }: { readonly path: string; readonly text: string },
  state: string,
  deadline?: Deadline,
): CompiledFile {
  const made = madeBefore(state, path);
  const before = made === null ? undefined : fileOfParts(path, made.parts, made.file);
  return made?.text === text && before !== undefined
    ? before
    : compileInTime(path, text, { ...(deadline === undefined ? {} : { deadline }), before });
}

function madeBefore(state: string, path: string): Made | null {
  if (BUILD === null) return null;
  try {
    const kept = JSON.parse(readKept(state, nameOf(path)) ?? "null") as KeptFile | null;
    if (kept === null || kept.build !== BUILD || kept.path !== path || kept.sum !== sumOf(kept.made)) return null;
    return JSON.parse(kept.made) as Made;
  } catch {
    // Damaged: everything is compiled, and the next writer replaces it.
    return null;
  }
}

/** As notes to keep. */
export function notesOfFiles(
  build: string,
  texts: readonly { readonly path: string; readonly text: string | null }[],
  files: readonly CompiledFile[],
): [name: string, value: KeptFile][] {
  return files.flatMap((file): [string, KeptFile][] => {
    const text = texts.find(({ path }) => path === file.path)?.text ?? null;
    if (file.unread === true || text === null) return [];
    const made = JSON.stringify({ text, file, parts: partsOf(file) } satisfies Made);
    return [[nameOf(file.path), { build, path: file.path, made, sum: sumOf(made) }]];
  });
}

function nameOf(path: string): string {
  return `parts-${sumOf(path)}`;
}
