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
