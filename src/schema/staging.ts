// A staging file: entries that need a person, with the error that brought them there (LW-08, LW-56).

import * as v from "valibot";
import { AppError, type ErrorCode, ERRORS } from "../base/index.ts";
import { type Entry, EntrySchema, toEntry } from "./entry.ts";
import { writeDelta } from "./deltaText.ts";
import { versionFor } from "./delta.ts";

export interface Staged {
  readonly version: string;
  readonly source: string;
  readonly error: { readonly code: ErrorCode; readonly message: string };
  readonly target_file: string;
  readonly entries: readonly Entry[];
}

const StagedSchema = v.looseObject({
  version: v.string(),
  source: v.string(),
  error: v.object({ code: v.pipe(v.string(), v.check((code) => code in ERRORS, "is not a known error code")), message: v.string() }),
  target_file: v.string(),
  entries: v.array(EntrySchema),
});

export function writeStaged(staged: Omit<Staged, "version">): string {
  const delta = writeDelta({ version: versionFor(staged.entries), source: staged.source, entries: staged.entries });
  const [version, source, ...rest] = delta.split("\n");
  return [
    version,
    source,
    `error:\n  code: ${staged.error.code}\n  message: ${JSON.stringify(staged.error.message)}`,
    `target_file: ${JSON.stringify(staged.target_file)}`,
    ...rest,
  ].join("\n");
}

export async function readStaged(text: string, file: string): Promise<Staged> {
  const { parseYaml } = await import("./yaml.ts");
  const { value, lines } = parseYaml(text, file);
  const checked = v.safeParse(StagedSchema, value);
  if (!checked.success) {
    const issue = checked.issues[0];
    const path = (issue.path ?? []).map((part) => part.key as string | number);
    throw new AppError("BAD_ENTRY", `${path.join(".")}: ${issue.message}`, { file, line: lines.lineOf(path) });
  }
  return {
    version: checked.output.version,
    source: checked.output.source,
    error: checked.output.error as Staged["error"],
    target_file: checked.output.target_file,
    entries: checked.output.entries.map((raw, index) => toEntry(raw, { file, line: lines.lineOf(["entries", index]) })),
  };
}
