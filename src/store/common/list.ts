// Every place of a store that is, or would be, in common: what `move` carries.

import { objectIn } from "../../base/index.ts";
import type { Place, Store } from "../port/port.ts";
import { COMMON_LOGS, isCommonDelta, isCommonDocument } from "./places.ts";

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
