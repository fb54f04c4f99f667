// Compiling is bounded too: a line of a cloned AGENTS.md can be made to take forever. A file that cannot be read in time is
// named, and while it is part of the policy no call is allowed: it may forbid anything.

import { combine, compileFile, type CompiledFile, type Policy } from "../../policy/index.ts";
import { type Deadline, deadlineIn, within } from "./deadline.ts";

/** One bad file leaves time for the others. */
const FILE_MS = 5000;

export function compileInTime(
  path: string,
  text: string,
  options: { readonly deadline?: Deadline; readonly before?: CompiledFile | undefined } = {},
): CompiledFile {
  const left = Math.min(FILE_MS, options.deadline?.left() ?? FILE_MS);
  const compiled = within(deadlineIn(left), () => compileFile(path, text, options.before));
  return compiled.kind === "done" ? compiled.value : unread(path);
}

export function combineInTime(files: readonly CompiledFile[], settling: Parameters<typeof combine>[1] = {}): Policy {
  const combined = within(deadlineIn(FILE_MS), () => combine(files, settling));
  return combined.kind === "done" ? combined.value : combine(files.map(({ path }) => unread(path)));
}

function unread(path: string): CompiledFile {
  return {
    path,
    clauses: [],
    rules: [],
    shows: [],
    problems: [{ line: 1, message: "this file could not be read in time: no call is allowed until it can" }],
    unread: true,
  };
}
