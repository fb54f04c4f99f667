// Opening the store that several machines have in common. What speaks to a database is loaded here and nowhere else, and
// only when a mind names one.

import type { SharedStore } from "./port/port.ts";
import type { SharedOptions } from "./postgres/open.ts";

export type { SharedOptions };

export async function openShared(options: SharedOptions): Promise<SharedStore> {
  const { openPostgres } = await import("./postgres/open.ts");
  return openPostgres(options);
}
