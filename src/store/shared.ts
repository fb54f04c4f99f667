// Opening the store that several machines have in common. What speaks to a database is loaded here and nowhere else, and
// only when a mind names one.

import type { Random } from "../base/index.ts";
import type { Contact } from "./common/contact.ts";
import type { SharedStore } from "./port.ts";

export interface SharedOptions {
  /** postgres://… (docs/many-machines.md) */
  readonly address: string;
  readonly random: Random;
  /** By this name other machines know who made a change. */
  readonly machine: string;
  readonly mayMigrate?: boolean;
  /** While it says that the store is away, no connection is opened or used. */
  readonly contact?: Contact;
  /** Where the address has none. */
  readonly password?: string | undefined;
}

export async function openShared(options: SharedOptions): Promise<SharedStore> {
  const { openPostgres } = await import("./postgres/open.ts");
  return openPostgres(options);
}
