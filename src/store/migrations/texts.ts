// The SQL of a mind's schema, from the files beside this one. The release has their texts in itself (scripts/build/sqlTexts.ts).

import { readFileSync } from "node:fs";

export type SqlFile = "roles" | "tables" | "functions" | "sign" | "sent" | "recall" | "guarded" | "rights";

const AS_OWNER = "security definer set search_path = pg_catalog, pg_temp";

/** {NAME.sql} stands for another file, {as_owner} for how a function gets the owner's rights, {s} for the schema's name. */
export function sqlOf(...names: readonly SqlFile[]): string {
  const text = names.map((name) => readFileSync(new URL(`./${name}.sql`, import.meta.url), "utf8")).join("\n");
  return text.replaceAll(/\{(\w+)\.sql\}/g, (_, name: SqlFile) => sqlOf(name)).replaceAll("{as_owner}", AS_OWNER);
}
