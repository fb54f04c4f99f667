// Deltas that wait, carried entry by entry. What this machine planned stays in its own pending files; what others brought
// is in a file of its own, so that it is never taken for the person's (a file that somebody puts outside Codicil here is).

import { AppError } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { readDelta, versionFor, writeDelta } from "../../schema/index.ts";
import { BROUGHT, type Place } from "../../store/index.ts";
import { decodeText, type Deps, encodeText, home } from "../records/deps.ts";
import { ledgerPlace } from "../records/ledger.ts";
import { joinPending, listPending, type PendingEntry, takePending } from "../records/pending.ts";
import type { Exchange, Fate } from "./exchange.ts";
import { isForHome, mayWait, pendingName } from "./tree.ts";

const CARRIED: Place = { root: "home", path: BROUGHT };

interface Mine {
  readonly place: Place;
  readonly pending: PendingEntry;
  readonly bytes: Uint8Array;
}

/** `refused`: entries that a person said no to. */
export async function carryPending(deps: Deps, exchange: Exchange, refused: ReadonlySet<string>): Promise<void> {
  const mine = await waitingHere(deps);
  const carry = async (id: string, fate: Fate, here: Mine | null) => {
    if (fate === "send" && here !== null) await send(deps, exchange, id, here);
    else if (fate === "drop") exchange.drop(pendingName(id));
    else if (fate === "take out" && here !== null) await takePending(deps, home(deps), here.place, [here.pending]);
    else if (fate === "bring" || fate === "both") await bring(deps, exchange, id, { here, refused });
  };
  await exchange.carryEach("waiting", mine, { pathOf: pendingName, carry });
}

/** Only what was planned for a document of the home: an outside file, a project's and a server's entries stay. */
async function waitingHere(deps: Deps): Promise<Map<string, Mine>> {
  const found = new Map<string, Mine>();
  for (const { place, entries } of (await listPending(deps)).files) {
    if (place.root !== "home") continue;
    for (const pending of entries) {
      const { entry, id } = pending;
      if (entry.meta.id === undefined || !mayWait(id) || isForHome(deps.environment, entry.key) === null) continue;
      const delta = { version: versionFor([entry]), source: entry.meta.session ?? "person", entries: [entry] };
      found.set(id, { place, pending, bytes: encodeText(writeDelta(delta)) });
    }
  }
  return found;
}

async function send(deps: Deps, exchange: Exchange, id: string, { bytes, pending, place }: Mine): Promise<void> {
  if (redact(new TextDecoder().decode(bytes), await deps.known()).found.length > 0)
    throw new AppError("SECRET", "a pending entry contains a secret, and other machines would get it", {
      file: home(deps).describe(place),
      line: pending.line,
      hint: "Take it out and sync again; the entry was not sent.",
    });
  exchange.put(pendingName(id), bytes);
}

async function bring(
  deps: Deps,
  exchange: Exchange,
  id: string,
  { here, refused }: { here: Mine | null; refused: ReadonlySet<string> },
): Promise<void> {
  const bytes = await exchange.theirBytes("waiting", id);
  const file = pendingName(id);
  const { entries } = await readDelta(decodeText(bytes, file), file);
  const [entry, ...more] = entries;
  if (entry === undefined || more.length > 0 || entry.meta.id !== id)
    throw new AppError("BAD_ENTRY", "it does not contain the one entry that it is named after", { file, hint: "It was not taken." });
  const document = isForHome(deps.environment, entry.key);
  if (document === null) throw new AppError("BAD_KEY", "its key is not a document of the home", { file, hint: "It was not taken." });
  // Settled meanwhile: whoever still shows it as waiting has not seen that.
  if (refused.has(id) || (await home(deps).entriesIn(ledgerPlace(document), [id])).size > 0) return exchange.drop(pendingName(id));
  if (here !== null) await takePending(deps, home(deps), here.place, [here.pending]);
  await joinPending(deps, home(deps), CARRIED, { source: "other machines", entries: [entry] });
}
