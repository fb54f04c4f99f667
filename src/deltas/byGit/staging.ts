// What needs a person waits for one on every machine, and is settled on one.

import { AppError } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { readStaged, writeStaged } from "../../schema/index.ts";
import type { Place } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { decodeText, type Deps, encodeText, home } from "../records/deps.ts";
import { listStaged } from "../editing/staging.ts";
import type { Exchange, Fate } from "./exchange.ts";
import { isForHome, stagingName } from "./tree.ts";

export async function carryStaging(deps: Deps, exchange: Exchange): Promise<void> {
  const mine = await stagedHere(deps);
  const carry = async (name: string, fate: Fate, here: Staged | null) => {
    if (fate === "send" && here !== null) await send(deps, exchange, name, here.bytes);
    else if (fate === "drop") exchange.drop(stagingName(name));
    else if (fate === "take out") await put(deps, name, null);
    else if (fate === "bring") await put(deps, name, await checked(deps, exchange, name));
    else if (fate === "both" && here !== null) {
      const left = await leftOnBoth(here.bytes, await checked(deps, exchange, name), name);
      await put(deps, name, left);
      if (left === null) exchange.drop(stagingName(name));
      else await send(deps, exchange, name, left);
    }
  };
  await exchange.carryEach("staging", mine, { pathOf: stagingName, carry });
}

interface Staged {
  readonly bytes: Uint8Array;
}

async function stagedHere(deps: Deps): Promise<Map<string, Staged>> {
  const found = new Map<string, Staged>();
  for (const { name, place, staged } of (await listStaged(deps)).files) {
    const stored = await home(deps).read(place);
    if (stored !== null && staged.entries.every(({ key }) => isForHome(deps.environment, key) !== null)) found.set(name, stored);
  }
  return found;
}

async function send(deps: Deps, exchange: Exchange, name: string, bytes: Uint8Array): Promise<void> {
  if (redact(new TextDecoder().decode(bytes), await deps.known()).found.length > 0)
    throw new AppError("SECRET", "what is in staging contains a secret, and other machines would get it", {
      file: home(deps).describe(placeOf(name)),
      hint: "Settle it here (codicil resolve); it was not sent.",
    });
  exchange.put(stagingName(name), bytes);
}

async function checked(deps: Deps, exchange: Exchange, name: string): Promise<Uint8Array> {
  const bytes = await exchange.theirBytes("staging", name);
  const file = stagingName(name);
  const { entries } = await readStaged(decodeText(bytes, file), file);
  if (entries.some(({ key }) => isForHome(deps.environment, key) === null))
    throw new AppError("BAD_KEY", "a key in it is not a document of the home", { file, hint: "It was not taken." });
  return bytes;
}

/** An entry that was settled on one side is settled. */
async function leftOnBoth(mine: Uint8Array, theirs: Uint8Array, file: string): Promise<Uint8Array | null> {
  const [here, there] = [await readStaged(decodeText(mine, file), file), await readStaged(decodeText(theirs, file), file)];
  const open = new Set(there.entries.map(({ meta }) => meta.id));
  const entries = here.entries.filter(({ meta }) => open.has(meta.id));
  return entries.length === 0 ? null : encodeText(writeStaged({ ...there, entries }));
}

async function put(deps: Deps, name: string, bytes: Uint8Array | null): Promise<void> {
  const store = home(deps);
  const [writer, place] = [writerOf(store), placeOf(name)];
  const present = await store.read(place);
  if (bytes === null && present === null) return;
  const removed = bytes === null && present !== null ? await writer.remove(place, present.version) : null;
  const outcome = bytes === null ? removed : await writer.write(place, bytes, present?.version ?? null);
  const at = { file: store.describe(place), hint: "Sync again; nothing was lost." };
  if (outcome?.kind === "stale") throw new AppError("STALE", "the staging file changed while it was being synced", at);
}

function placeOf(name: string): Place {
  return { root: "home", path: `last-word/staging/${name}` };
}
