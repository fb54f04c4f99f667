// What needs a person waits for one on every machine, and is settled on one.

import { AppError } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { readStaged, writeStaged } from "../../schema/index.ts";
import { blobId, type Place } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { decodeText, type Desk, encodeText, home } from "../records/desk.ts";
import { listStaged } from "../editing/staging.ts";
import type { Luggage } from "./luggage.ts";
import { type Fate, fateOf } from "./threeWay.ts";
import { isForHome, stagingName } from "./tree.ts";

export async function carryStaging(desk: Desk, luggage: Luggage): Promise<void> {
  const mine = await stagedHere(desk);
  const { base, theirs } = luggage.sides("staging");
  for (const name of new Set([...mine.keys(), ...theirs.keys(), ...base.keys()])) {
    const here = mine.get(name) ?? null;
    const fate = fateOf({ base: base.get(name) ?? null, theirs: theirs.get(name) ?? null, mine: here === null ? null : blobId(here) });
    try {
      await carryOne(fate, { desk, luggage, name, here });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      luggage.problem(stagingName(name), error);
    }
  }
}

interface Carried {
  readonly desk: Desk;
  readonly luggage: Luggage;
  readonly name: string;
  readonly here: Uint8Array | null;
}

async function carryOne(fate: Fate, { desk, luggage, name, here }: Carried): Promise<void> {
  switch (fate) {
    case "send":
      return here === null ? undefined : send(desk, luggage, name, here);
    case "drop":
      return luggage.drop(stagingName(name));
    case "take out":
      return put(desk, name, null);
    case "bring":
      return put(desk, name, await checked(desk, luggage, name));
    case "both": {
      if (here === null) return undefined;
      const left = await leftOnBoth(here, await checked(desk, luggage, name), name);
      await put(desk, name, left);
      return left === null ? luggage.drop(stagingName(name)) : send(desk, luggage, name, left);
    }
    case "same":
      return undefined;
  }
}

async function stagedHere(desk: Desk): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const { name, place, staged } of (await listStaged(desk)).files) {
    const stored = await home(desk).read(place);
    if (stored !== null && staged.entries.every(({ key }) => isForHome(desk.around, key) !== null)) found.set(name, stored.bytes);
  }
  return found;
}

async function send(desk: Desk, luggage: Luggage, name: string, bytes: Uint8Array): Promise<void> {
  if (redact(new TextDecoder().decode(bytes), await desk.known()).found.length > 0)
    throw new AppError("SECRET", "what is in staging contains a secret, and other machines would get it", {
      file: home(desk).describe(placeOf(name)),
      hint: "Settle it here (codicil resolve); it was not sent.",
    });
  luggage.put(stagingName(name), bytes);
}

async function checked(desk: Desk, luggage: Luggage, name: string): Promise<Uint8Array> {
  const bytes = await luggage.theirBytes("staging", name);
  const file = stagingName(name);
  const { entries } = await readStaged(decodeText(bytes, file), file);
  if (entries.some(({ key }) => isForHome(desk.around, key) === null))
    throw new AppError("BAD_KEY", "a key in it is no document of the home", { file, hint: "It was not taken." });
  return bytes;
}

/** An entry that was settled on one side is settled. */
async function leftOnBoth(mine: Uint8Array, theirs: Uint8Array, file: string): Promise<Uint8Array | null> {
  const [here, there] = [await readStaged(decodeText(mine, file), file), await readStaged(decodeText(theirs, file), file)];
  const open = new Set(there.entries.map(({ meta }) => meta.id));
  const entries = here.entries.filter(({ meta }) => open.has(meta.id));
  return entries.length === 0 ? null : encodeText(writeStaged({ ...there, entries }));
}

async function put(desk: Desk, name: string, bytes: Uint8Array | null): Promise<void> {
  const store = home(desk);
  const [writer, place] = [writerOf(store), placeOf(name)];
  const present = await store.read(place);
  const outcome =
    bytes === null
      ? present === null
        ? null
        : await writer.remove(place, present.version)
      : await writer.write(place, bytes, present?.version ?? null);
  if (outcome?.kind === "stale")
    throw new AppError("STALE", "the staging file changed while it was being synced", {
      file: store.describe(place),
      hint: "Sync again; nothing was lost.",
    });
}

function placeOf(name: string): Place {
  return { root: "home", path: `last-word/staging/${name}` };
}
