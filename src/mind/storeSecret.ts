// The database's password, out of config.yaml: in a file of the state that only its owner may read and no agent's call may
// touch. It belongs to one address, so that a changed config never sends it to another server.

import { objectIn } from "../base/index.ts";
import { readNote, writeNote } from "../store/index.ts";
import type { Whereabouts } from "./whereabouts.ts";

const NAME = "store.secret";

export function keepStoreSecret(where: Whereabouts, address: string, password: string): void {
  writeNote(where.state, NAME, `${JSON.stringify({ address, password })}\n`);
}

/** undefined where the note is damaged, too: the database says that a password is missing, and move writes it again. */
export function storeSecret(where: Whereabouts, address: string): string | undefined {
  const kept = objectIn(readNote(where.state, NAME));
  return kept?.["address"] === address && typeof kept["password"] === "string" ? kept["password"] : undefined;
}
