// A ledger with a line that nobody can read: the line is kept aside, and the history goes on without it. What was in the
// document behind the line is found backwards, from the next full copy or the document itself; one change says the difference.

import { AppError, given, newId, stamp } from "../../base/index.ts";
import { documentAt } from "../../knowledge/index.ts";
import { type Change, readChange, writeChange } from "../../schema/index.ts";
import { asidePath, type Place } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { lineSplices } from "../editing/page.ts";
import { decodeText, type Deps, encodeText, hashOf, home, placeOf, unlessBusy } from "../records/deps.ts";
import { advance, changesOf, readHeader } from "../records/ledger.ts";
import { applySplices } from "../records/textPieces.ts";
import { dropWriters } from "./lineWriters.ts";

/** How many lines were kept aside, and where; null: all of them can be read. */
export async function repairLedger(deps: Deps, place: Place): Promise<{ readonly lines: number; readonly aside: string } | null> {
  const store = home(deps);
  const file = store.describe(place);
  const { root, path, project } = readHeader((await store.readLog(place)).lines[0] ?? "");
  const document = documentAt(deps.environment, root, path, project);
  const repaired = await store.lock(
    await store.lockName(placeOf(document)),
    async () => {
      await writerOf(store).recover(place, placeOf(document));
      const { lines } = await store.readLog(place);
      const damaged = lines.flatMap((line, index) => (index > 0 && !isChange(line) ? [index] : []));
      const [first, last] = [damaged[0], damaged.at(-1)];
      if (first === undefined || last === undefined) return null;
      const behind = lines.slice(last + 1).map((line) => readChange(line, file, 0));
      const stored = await deps.storeFor(document.project).read(placeOf(document));
      const text = textBefore(behind, stored === null ? null : decodeText(stored.bytes, file));
      const before = advance(null, changesOf({ place, file, isWhole: true, lines: lines.slice(0, first) }));
      const kept = text === null ? [] : [...bridge(deps, before, text, behind[0]), ...behind];
      // Changes behind it that cannot be replayed are of no use: what they came to is found as an edit outside Codicil.
      const leaving = lines.slice(first, text === null ? undefined : last + 1);
      const aside = { root: "state", path: asidePath(place, `${stamp(deps.clock.now())}-${deps.random.hex(6)}`) } as const;
      await writerOf(store).write(aside, encodeText(`${leaving.join("\n")}\n`), null);
      await writerOf(store).rewriteLog(place, [...lines.slice(0, first), ...kept.map(writeChange)]);
      dropWriters(store, place);
      return { lines: leaving.length, aside: store.describe(aside) };
    },
    deps.lock,
  );
  return unlessBusy(repaired, `another process holds ${document.key}`, "Run the repair again.");
}

function isChange(line: string): boolean {
  try {
    // A newer version is not damaged.
    return typeof readChange(line, "", 0).v === "number";
  } catch (error) {
    return error instanceof AppError && error.code === "UNKNOWN_VERSION";
  }
}

/** The document before these changes; null: that cannot be told. */
function textBefore(changes: readonly Change[], now: string | null): string | null {
  const copy = changes.findIndex(({ full }) => full !== undefined);
  const known = changes.findLast(({ document }) => document !== undefined)?.document;
  const [end, from] = copy === -1 ? [changes.length - 1, known === hashOf(now) ? now : null] : [copy, changes[copy]?.full ?? null];
  if (from === null || end === -1) return null;
  try {
    const back = changes
      .slice(0, end + 1)
      .flatMap(({ splices }) => splices)
      .reverse();
    return applySplices(
      from,
      back.map(({ at, removed, inserted }) => ({ at, removed: inserted, inserted: removed })),
    );
  } catch (error) {
    // The chain is broken further on as well.
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

function bridge(deps: Deps, before: string | null, text: string, next: Change | undefined): Change[] {
  if (before === text) return [];
  const now = deps.clock.now();
  const change: Change = {
    v: 1,
    id: newId("c", now, deps.random),
    kind: "hand",
    at: next?.at ?? now.toISOString(),
    by: "agent",
    reason: "a damaged line of the history was kept aside here",
    document: hashOf(text),
    splices: before === null ? [] : lineSplices(before, text),
    ...given({ full: before === null ? text : undefined }),
  };
  return [change];
}
