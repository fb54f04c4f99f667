// A value from YAML against a schema: the value, or an error that names file, line and field.

import * as v from "valibot";
import { AppError, type ErrorCode } from "../../base/index.ts";
import type { YamlLines } from "./yaml.ts";

export function checkShape<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  where: { readonly file: string; readonly lines: YamlLines; readonly code: ErrorCode; readonly hint: string },
): v.InferOutput<S> {
  const checked = v.safeParse(schema, value);
  if (checked.success) return checked.output;
  const issue = checked.issues[0];
  const path = (issue.path ?? []).map((part) => part.key as string | number);
  throw new AppError(where.code, `${path.join(".") || "the file"}: ${issue.message}`, {
    file: where.file,
    line: where.lines.lineOf(path),
    hint: where.hint,
  });
}

// One line of a log of Codicil's own: JSON of version 1.
/** `log`: what the line is of, in a message: "the journal". */
export function readOwnLine<T extends { readonly v: 1 }>(line: string, log: string, at: { file: string; line: number }): T {
  let value: T;
  try {
    value = JSON.parse(line) as T;
  } catch (cause) {
    throw new AppError("DAMAGED", `a line of ${log} is not JSON`, { ...at, cause, hint: "Run codicil doctor." });
  }
  if (value.v === 1) return value;
  throw new AppError("UNKNOWN_VERSION", `a newer Codicil wrote ${log}`, at);
}
