// Which places of a mind several machines have in common, and which belong to each machine alone. Pure.
//
// In common with a person's other machines and nobody else: what is their own (own.ts).
// In common: the home's documents with their ledgers, the deltas that wait, staging, the person's decision on proposals, jobs.
// The machine's own: config.yaml (it says where the common part is), hooks and skills (programs: nothing that runs here
// may come from elsewhere without a person's hand), everything of a project, journals, keys and releases, trash and indexes;
// sessions and verdicts too, though they are sent (sentLogs.ts). So planning needs no database, and a machine opens no lock
// of another.

import { isOwn, OWN_PREFIX } from "../port/placeNames.ts";
import type { Place, Store } from "../port/port.ts";
import { objectIn } from "../../base/index.ts";

/** A document of the home: it has a working copy on each machine. */
export function isCommonDocument(place: Place): boolean {
  if (place.root !== "home" || !/\.md$/i.test(place.path)) return false;
  return !/^(?:hooks|skills|last-word)\//.test(place.path) && !place.path.split("/").some((part) => part.startsWith("."));
}

/** A document that Git carries: whoever reads the remote reads it, so what is one person's own is not among them. */
export function isCarried(place: Place): boolean {
  return isCommonDocument(place) && !isOwn(place);
}

/** A delta that waits, or is staged. A person may put one beside them on their own disk. */
export function isCommonDelta(place: Place): boolean {
  return (
    place.root === "home" &&
    /^last-word\/(?:staging\/)?[^/]+\.yaml$/.test(place.path) &&
    place.path !== "last-word/config.yaml" &&
    place.path !== "last-word/schema.yaml"
  );
}

/** Where a carrier puts what other machines planned: no hand of this machine put it there (docs/many-machines.md). */
export const BROUGHT = "last-word/carried.yaml";

/** The word on proposals; and the queue of jobs, so that a mind has one heartbeat whatever the number of its machines. */
const COMMON_LOGS: ReadonlySet<string> = new Set([
  "decisions/proposals.jsonl",
  `decisions/${OWN_PREFIX}proposals.jsonl`,
  "decisions/jobs.jsonl",
]);
const LOCKS: ReadonlySet<string> = new Set(["decisions", "heartbeat", "log jobs"]);

/** A log in common: the word on proposals, the jobs, what was sent to other servers, and the ledger of a document that is. */
export function isCommonLog(place: Place): boolean {
  if (place.root !== "state") return false;
  return COMMON_LOGS.has(place.path) || place.path.startsWith("remote/") || (place.path.startsWith("ledger/") && place.beside === "home");
}

/** A ledger read by its name alone: it may be on either side. */
export function isSomeLedger(place: Place): boolean {
  return place.root === "state" && place.path.startsWith("ledger/") && place.beside === undefined;
}

export function isCommonFolder(root: Place["root"], folder: string): boolean {
  return (
    (root === "home" && !/^(?:hooks|skills)(?:\/|$)/.test(folder)) ||
    (root === "state" && (folder === "ledger" || folder === "decisions" || folder === "remote"))
  );
}

const LOCK_PREFIX = "common ";

export function commonLockName(name: string): string {
  return `${LOCK_PREFIX}${name}`;
}

/** Locks of what is in common: of its places, of its pending files (which are named as they are shown), of the decisions and jobs. */
export function isCommonLock(name: string, shown: string): boolean {
  return name.startsWith(LOCK_PREFIX) || LOCKS.has(name) || name.startsWith("remote ") || name.startsWith(`pending ${shown}`);
}

/** The folder of the state with what the machine last saw of each document: the ground on which both sides are compared. */
export const CHECKOUT = "checkout";

export function basePlace(document: Place): Place {
  return { root: "state", path: `${CHECKOUT}/${document.path}` };
}

// Every place of a store that is, or would be, in common: what `move` carries.
/** Sorted, documents first. Ledgers of projects stay where their project is; a log tells by its first line. */
export async function commonPlaces(store: Store): Promise<Place[]> {
  const found: Place[] = [];
  for (const path of [...((await store.paths?.("home")) ?? [])].sort()) {
    const place: Place = { root: "home", path };
    if (isCommonDocument(place) || isCommonDelta(place)) found.push(place);
  }
  for (const name of await store.list("state", "ledger")) {
    const place: Place = { root: "state", path: `ledger/${name}`, beside: "home" };
    const [header] = (await store.readLog(place)).lines;
    if (objectIn(header)?.["root"] === "home") found.push(place);
  }
  const sent = (await store.list("state", "remote")).map((name) => `remote/${name}`);
  for (const path of [...COMMON_LOGS, ...sent]) {
    const place: Place = { root: "state", path };
    if ((await store.readLog(place)).lines.length > 0) found.push(place);
  }
  return found;
}
