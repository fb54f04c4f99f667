// carry: the common part of a mind goes from one store to another, history and all, place by place. What is there already
// with the same bytes is passed over, so that a carry that was cut off continues where it stopped; at the end every place is
// read back and compared by hash. Nothing is removed from where it came from.

import { AppError, sha256 } from "../../base/index.ts";
import { CHECKOUT, commonPlaces, isOwn, joinLines, type Place, type SharedStore, type Store, walkFiles } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { decodeText, type Deps, encodeText, unlessBusy } from "../records/deps.ts";

export interface Carried {
  readonly documents: number;
  readonly logs: number;
  /** Already there, byte for byte. */
  readonly same: number;
  /** One hash over every place and its bytes: the same on both sides. */
  readonly hash: string;
}

/** Rounds until one finds nothing left to do: somebody may write while we carry. */
const MOST_ROUNDS = 5;

/** What becomes of a document's or delta's bytes on their way. */
export type OnTheWay = (place: Place, bytes: Uint8Array) => Promise<Uint8Array>;
const UNCHANGED: OnTheWay = async (_, bytes) => bytes;

export async function carry(deps: Deps, from: Store, to: Store, onTheWay: OnTheWay = UNCHANGED): Promise<Carried> {
  let [documents, logs, same] = [0, 0, 0];
  for (let round = 0; ; round++) {
    let moved = 0;
    same = 0;
    for (const place of await carriedPlaces(from)) {
      if (!(await carryPlace(deps, { from, to, onTheWay }, place))) {
        same++;
        continue;
      }
      moved++;
      if (place.root === "state") logs++;
      else documents++;
    }
    if (moved === 0) break;
    if (round === MOST_ROUNDS)
      throw new AppError("STALE", "the mind keeps changing while it is moved", {
        hint: "Stop the daemon and running sessions, then run move again to resume.",
      });
  }
  const places = await carriedPlaces(from);
  const [hash, arrived] = [await hashOfMind(from, places, onTheWay), await hashOfMind(to, places, UNCHANGED)];
  if (hash !== arrived)
    throw new AppError("DAMAGED", "what arrived is not what was sent", { hint: "Nothing was switched. Run move again." });
  return { documents, logs, same, hash };
}

interface CarryWay {
  readonly from: Store;
  readonly to: Store;
  readonly onTheWay: OnTheWay;
}

/** A document and its ledger each under their own store's lock, so that none is caught half written. */
async function carryPlace(deps: Deps, way: CarryWay, place: Place): Promise<boolean> {
  const { from, to } = way;
  const hint = "Run move again to resume.";
  const carryHere = async () => {
    if (place.root === "state") return carryLog(from, to, place);
    const [stored, there] = [await from.read(place), await to.read(place)];
    if (stored === null) return false;
    const bytes = await way.onTheWay(place, stored.bytes);
    if (sha256(bytes) === there?.version) return false;
    const outcome = await writerOf(to).write(place, bytes, there?.version ?? null);
    const file = to.describe(place);
    if (outcome.kind === "stale") throw new AppError("STALE", "another machine is writing to the target mind", { file, hint });
    return true;
  };
  const locked = await from.lock(await from.lockName(place), carryHere, deps.lock);
  return unlessBusy(locked, "another process holds a document", hint, from.describe(place));
}

/** Everything but an outside delta that names a document of one person's own: others would read it, so it is applied from here. */
async function carriedPlaces(store: Store): Promise<Place[]> {
  const carried: Place[] = [];
  for (const place of await commonPlaces(store)) {
    const isDelta = place.root === "home" && place.path.endsWith(".yaml") && !isOwn(place);
    const text = isDelta ? new TextDecoder().decode((await store.read(place))?.bytes) : "";
    if (!/agents\/me\//i.test(text)) carried.push(place);
  }
  return carried;
}

async function carryLog(from: Store, to: Store, place: Place): Promise<boolean> {
  const [lines, there] = [(await from.readLog(place)).lines, (await to.readLog(place)).lines];
  if (sha256(joinLines(lines)) === sha256(joinLines(there))) return false;
  const isHead = there.every((line, index) => line === lines[index]);
  if (isHead) await writerOf(to).append(place, lines.slice(there.length));
  else await writerOf(to).rewriteLog(place, lines);
  return true;
}

async function hashOfMind(store: Store, places: readonly Place[], onTheWay: OnTheWay): Promise<string> {
  const parts: string[] = [];
  const bytesOf = async (place: Place): Promise<Uint8Array> => {
    if (place.root === "state") return joinLines((await store.readLog(place)).lines);
    const stored = await store.read(place);
    return stored === null ? new Uint8Array() : onTheWay(place, stored.bytes);
  };
  for (const place of places) parts.push(`${place.root}/${place.path} ${sha256(await bytesOf(place))}`);
  return sha256(parts.join("\n"));
}

/** Deltas that were carried away would come back as a person's own: they are taken off the disk once the mind has moved. */
export async function clearCarried(from: Store, to: Store): Promise<void> {
  for (const place of await commonPlaces(from)) {
    if (place.root !== "home" || !place.path.endsWith(".yaml")) continue;
    const stored = await from.read(place);
    if (stored !== null && (await to.read(place)) !== null) await writerOf(from).remove(place, stored.version);
  }
}

/**
 * What this machine last saw of another mind, or of this one long ago, says nothing about the one that it joins: taken for
 * the ground of a comparison, every document that is not there would count as removed there.
 */
export async function clearBases(deps: Deps, files: Store): Promise<void> {
  for (const path of walkFiles(`${deps.environment.state}/${CHECKOUT}`)) {
    const place: Place = { root: "state", path: `${CHECKOUT}/${path}` };
    const stored = await files.read(place);
    if (stored !== null) await writerOf(files).remove(place, stored.version);
  }
}

/** Says in the store to whom the mind is that is being carried there. */
const MOVING: Place = { root: "state", path: "moving" };

/**
 * Answers whose move is under way there: ours, if nothing was there and we began, or if ours was cut off; another's; null
 * where a whole mind is there.
 */
export async function beginMove(to: SharedStore, own: string): Promise<string | null> {
  const stored = await to.read(MOVING);
  if (stored !== null) return decodeText(stored.bytes, to.describe(MOVING));
  if ((await to.versions("home")).size > 0) return null;
  const outcome = await writerOf(to).write(MOVING, encodeText(own), null);
  return outcome.kind === "written" ? own : beginMove(to, own);
}

export async function endMove(to: SharedStore): Promise<void> {
  const stored = await to.read(MOVING);
  if (stored !== null) await writerOf(to).remove(MOVING, stored.version);
}
