// The Git remote that carries a mind for those without a database: named once by a person, kept in config.yaml, asked by
// `sync` and by a daemon now and then. Every other command leaves the network alone.

import { resolve } from "node:path";
import { AppError, given } from "../base/index.ts";
import { rewriteFile, type Synced, syncByGit } from "../deltas/index.ts";
import { dropTopLevelKey, readConfig, setTopLevelKey } from "../schema/index.ts";
import { dropCarriers, openCarrier, readCarrierAddress } from "../store/index.ts";
import { ensureHome } from "../mind/documents/begin.ts";
import { noteSync } from "../mind/overview/lastSync.ts";
import { hostName } from "../mind/machine.ts";
import type { Mind } from "../mind/open.ts";

const CONFIG = { root: "home", path: "last-word/config.yaml" } as const;

/** As config.yaml says now: it may have been named since the mind was opened. */
export async function carrierAddress(mind: Mind): Promise<string | null> {
  const store = mind.deps.storeFor(null);
  const stored = await store.read(CONFIG);
  if (stored === null) return null;
  const { carrier, store: database } = await readConfig(new TextDecoder().decode(stored.bytes), store.describe(CONFIG));
  if (carrier === undefined || database === undefined) return carrier ?? null;
  const at = { file: store.describe(CONFIG), hint: "Remove one of the two lines." };
  throw new AppError("BAD_CONFIG", "a mind has one carrier: store: and carrier: are both named", at);
}

/** `mayJoin`: a person named the address now, so another mind there is joined. */
export async function syncWithCarrier(mind: Mind, address: string, { mayJoin = false } = {}): Promise<Synced> {
  const note = (error?: AppError) => {
    const problem = error === undefined ? undefined : { code: error.code, message: error.message };
    noteSync(mind, { at: mind.deps.clock.now().toISOString(), address, ...given({ error: problem }) });
  };
  try {
    const synced = await syncByGit(mind.deps, await openCarrier(mind.where.state, address), { machine: hostName(), mayJoin });
    note(synced.problems[0]?.error);
    return synced;
  } catch (error) {
    // An address that was only tried says nothing of the one that carries this mind.
    if (error instanceof AppError && (await carrierAddress(mind)) === address) note(error);
    throw error;
  }
}

/** A person names the carrier. The first sync comes first: what cannot be reached is not written down. */
export async function nameCarrier(mind: Mind, given: string): Promise<Synced> {
  const address = /^\.{0,2}\//.test(given) ? resolve(mind.where.cwd, given) : given;
  readCarrierAddress(address);
  if (mind.config.store !== undefined)
    throw new AppError("ALREADY_EXISTS", "this mind is in a database", { hint: "First bring it back: codicil move --to files." });
  await ensureHome(mind);
  const synced = await syncWithCarrier(mind, address, { mayJoin: true });
  await rewriteFile(mind.deps, CONFIG, (text) => setTopLevelKey(text, "carrier", address));
  return synced;
}

/** After `forget`: old versions of everything are in this machine's copy of the remote. */
export async function forgetCarrier(mind: Mind): Promise<void> {
  const locked = await mind.deps.storeFor(null).lock("carrier", () => dropCarriers(mind.where.state), mind.deps.lock);
  if (locked.kind === "busy") throw new AppError("LOCKED", "a sync is running", { hint: "Run forget again to finish." });
}

export async function dropCarrier(mind: Mind): Promise<string | null> {
  const address = await carrierAddress(mind);
  if (address !== null) await rewriteFile(mind.deps, CONFIG, (text) => dropTopLevelKey(text, "carrier"));
  return address;
}
