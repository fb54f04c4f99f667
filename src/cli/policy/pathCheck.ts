import { checkKey } from "../../mind/documents/checkKey.ts";
import type { Call } from "../terminal/command.ts";
import { forEachLine } from "../terminal/jsonLines.ts";

export async function run(call: Call): Promise<number> {
  const mind = await call.mind();
  return forEachLine<{ id?: unknown; kind?: unknown; input?: unknown }>(call, '{"id","kind","input"}', (row) => ({
    id: row.id,
    ...checkKey(mind, row.kind, row.input),
  }));
}
