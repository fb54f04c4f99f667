// Which mind a common store holds. A mind has a random id, which goes wherever it is moved; a store has a generation, which
// is new whenever a mind is put into an empty one. Each machine remembers the id: a database that somebody filled with
// another mind is not synced with until a person says so.

import { AppError, objectIn, orNull } from "../../base/index.ts";
import type { Common, Place, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Deps, encodeText } from "../records/deps.ts";

export interface Identity {
  readonly mind: string;
  readonly generation: string;
}

const THERE: Place = { root: "state", path: "mind" };
const HERE: Place = { root: "state", path: "mind.json" };

/** The generation of the store; null where it has none yet and this login may not give it one. Throws OTHER_MIND. */
export async function identify(deps: Deps, common: Common): Promise<string | null> {
  const own = await readIdentity(common.files, HERE);
  const theirs = (await readIdentity(common.shared, THERE)) ?? (await found(deps, common, own?.mind));
  if (theirs === null) return null;
  if (own !== null && own.mind !== theirs.mind) {
    const error = otherMind(common, own, theirs);
    common.contact.lose(error, Infinity);
    throw error;
  }
  if (own?.generation !== theirs.generation) await writeIdentity(common.files, HERE, theirs);
  return theirs.generation;
}

/** A person says that this machine belongs to the mind that is there: from now on it does. */
export async function adopt(common: Common): Promise<void> {
  const theirs = await readIdentity(common.shared, THERE);
  if (theirs !== null) await writeIdentity(common.files, HERE, theirs);
}

/** Whether the store holds the mind that this machine knows, or another one; "unknown" where one of the two has no id yet. */
export async function whichMind(common: Common): Promise<"this" | "other" | "unknown"> {
  const [own, theirs] = [await readIdentity(common.files, HERE), await readIdentity(common.shared, THERE)];
  if (own === null || theirs === null) return "unknown";
  return own.mind === theirs.mind ? "this" : "other";
}

/** The mind of this machine; null: it has none in common with others yet. */
export async function mindHere(files: Store): Promise<string | null> {
  return (await readIdentity(files, HERE))?.mind ?? null;
}

/** By a carrier, which has no generations: what is there is compared by the ids of all changes. */
export async function noteMindHere(files: Store, mind: string): Promise<void> {
  if ((await mindHere(files)) !== mind) await writeIdentity(files, HERE, { mind, generation: "carried" });
}

/** For those who have to know this mind again: an id is made where there is none yet. null: it cannot be read or kept. */
export async function ensureMindHere(deps: Deps, files: Store): Promise<string | null> {
  const ensure = async () => {
    if ((await mindHere(files)) === null) await noteMindHere(files, newMindId(deps));
    return mindHere(files);
  };
  // Whoever asked gets the document without it.
  return orNull(ensure());
}

export function newMindId(deps: Deps): string {
  return `mind_${deps.random.hex(12)}`;
}

async function found(deps: Deps, common: Common, mind = newMindId(deps)): Promise<Identity | null> {
  const identity: Identity = { mind, generation: `store_${deps.random.hex(12)}` };
  try {
    const outcome = await writerOf(common.shared).write(THERE, encodeIdentity(identity), null);
    return outcome.kind === "written" ? identity : await readIdentity(common.shared, THERE);
  } catch (error) {
    // A reader's or contributor's login, or a database that takes no writes: a maintainer's machine does it.
    if (error instanceof AppError && (error.code === "STORE_DENIED" || error.code === "READ_ONLY" || error.code === "DISK_FULL"))
      return null;
    throw error;
  }
}

async function readIdentity(store: Store, place: Place): Promise<Identity | null> {
  const stored = await store.read(place);
  if (stored === null) return null;
  const { mind, generation } = objectIn<Identity>(new TextDecoder().decode(stored.bytes)) ?? {};
  if (typeof mind === "string" && typeof generation === "string") return { mind, generation };
  throw new AppError("DAMAGED", "the id of the mind cannot be read", {
    file: store.describe(place),
    hint: "Restore it from a backup, or remove it: the next sync makes a new one.",
  });
}

async function writeIdentity(store: Store, place: Place, identity: Identity): Promise<void> {
  const stored = await store.read(place);
  await writerOf(store).write(place, encodeIdentity(identity), stored?.version ?? null);
}

function encodeIdentity(identity: Identity): Uint8Array {
  return encodeText(`${JSON.stringify({ v: 1, ...identity })}\n`);
}

function otherMind(common: Common, own: Identity, theirs: Identity): AppError {
  const file = common.shared.describe({ root: "home", path: "" }).split(" ")[0] ?? "";
  const why = `the database holds another mind (${theirs.mind}) than this machine (${own.mind}); nothing was sent or received`;
  const hint =
    "It may have been recreated, or belong to somebody else. " +
    `To merge both minds, run: codicil move --to '${file}'. To leave it: remove store: from config.yaml.`;
  return new AppError("OTHER_MIND", why, { file, hint });
}
