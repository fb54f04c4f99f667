// A staging file: entries that need a person, with the error that brought them there (LW-08, LW-56).

import * as v from "valibot";
import { type ErrorCode, ERRORS } from "../../base/index.ts";
import { checkShape } from "../text/checkShape.ts";
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
  error: v.object({
    code: v.pipe(
      v.string(),
      v.check((code) => code in ERRORS, "is not a known error code"),
    ),
    message: v.string(),
  }),
  target_file: v.string(),
  entries: v.array(EntrySchema),
});

export function writeStaged(staged: Omit<Staged, "version">): string {
  const delta = writeDelta({ version: versionFor(staged.entries), source: staged.source, entries: staged.entries });
  const [version, source, ...rest] = delta.split("\n");
  const error = `error:\n  code: ${staged.error.code}\n  message: ${JSON.stringify(staged.error.message)}`;
  return [version, source, error, `target_file: ${JSON.stringify(staged.target_file)}`, ...rest].join("\n");
}

export async function readStaged(text: string, file: string): Promise<Staged> {
  const { parseYaml } = await import("../text/yaml.ts");
  const { value, lines } = parseYaml(text, file);
  const hint = "Staging files are written by Codicil; restore it from a backup or remove it.";
  const shape = checkShape(StagedSchema, value, { file, lines, code: "BAD_ENTRY", hint });
  return {
    version: shape.version,
    source: shape.source,
    error: shape.error as Staged["error"],
    target_file: shape.target_file,
    entries: shape.entries.map((raw, index) => toEntry(raw, { file, line: lines.lineOf(["entries", index]) })),
  };
}
