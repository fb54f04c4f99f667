// schema.yaml, the official definition that last-word keeps on disk (LW-05).

import { DELTA_SCHEMA_YAML } from "./generated.ts";

export function writeSchemaFile(): string {
  return `# The format of every delta in this folder, as a JSON Schema. Written by Codicil; editors can use it.
# Operation and content go together: update takes text, clear takes "", delete and no-op take null.
# 1.1.0 adds the operations append and replace (with old), and scope: body.
${DELTA_SCHEMA_YAML}`;
}
