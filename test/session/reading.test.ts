// How much of a log is read and held, counted in reads and bytes and not in time: whoever waits for a long session waits for
// these.

import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendEvents, eventBatches, loadSession } from "../../src/session/index.ts";
import { logAt, newDeps, noting } from "./deps.ts";
import { user } from "./rig.ts";

const HEADER = `${JSON.stringify({ version: 1, sessionId: "s", deviceId: "d", createdAt: 0, meta: {} })}\n`;
const MB = 1024 * 1024;

/** A line of exactly so many bytes, its line break among them. */
function line(number: number, parent: number | null, bytes: number): string {
  const of = (text: string) => `${JSON.stringify({ ...headOf(number, parent), ...user(text) })}\n`;
  return of("x".repeat(bytes - of("").length));
}
const headOf = (number: number, parent: number | null) => ({
  id: `e${number}`,
  parentId: parent === null ? null : `e${parent}`,
  seq: number + 1,
  sessionId: "s",
  clientId: "c",
  ts: 0,
});

/** A log of one branch, with lines of these sizes. */
function logWith(...sizes: readonly number[]) {
  const lines = sizes.map((bytes, number) => line(number, number === 0 ? null : number - 1, bytes));
  const deps = newDeps();
  const file = join(deps.folder, "state/sessions/s.jsonl");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, HEADER + lines.join(""), { mode: 0o600 });
  const { store, reads } = noting(deps);
  const log = (limits?: { whole: number; index: number }) => logAt(store, limits);
  return { deps: { ...deps, store }, file, reads, log };
}
const LARGE = { whole: 0, index: 1e9 };

describe("how much is held", () => {
  it.each([
    [8 * MB, true],
    [8 * MB + 1, false],
  ])("a log of %i bytes is held whole: %s", async (size, isWhole) => {
    const { log } = logWith(size - HEADER.length);
    expect((await log().session()).whole).toBe(isWhole);
  });

  it.each([
    [8 * MB - 1, false],
    [8 * MB, true],
  ])("where %i bytes had to be looked through, an index is written: %s", async (bytes, isWritten) => {
    const { deps, log } = logWith(bytes);
    await log().session();
    expect(existsSync(join(deps.folder, "state/index/sessions/s.idx"))).toBe(isWritten);
  });

  it.each([
    [20_000, false],
    [20_001, true],
  ])("of a large log with %i events in memory, all are let go and read again when a line has come: %s", async (count, isReadAgain) => {
    const { file, log, reads } = logWith(...Array.from({ length: count }, () => 200));
    const held = log(LARGE);
    await held.session();
    appendFileSync(file, line(count, count - 1, 200));
    reads.length = 0;
    const session = await held.session();
    expect([session.events.length, reads.reduce((sum, [, bytes]) => sum + bytes, 0) > 200 * 10_000]).toEqual([count + 1, isReadAgain]);
  });

  it("the eight sessions that were used last are remembered; the one that was used longest ago makes room", async () => {
    const { deps, file } = logWith(200);
    const ids = Array.from({ length: 9 }, (_, number) => `s${number}`);
    for (const id of ids) writeFileSync(file.replace("s.jsonl", `${id}.jsonl`), HEADER.replace('"s"', `"${id}"`), { mode: 0o600 });
    const load = async (...of: readonly string[]) => Promise.all(of.map((id) => loadSession(deps.store, id)));
    const first = await load(...ids.slice(0, 8));
    expect((await load(...ids.slice(0, 8))).map((session, at) => session === first[at])).toEqual(Array.from({ length: 8 }, () => true));
    // The first is used once more, so the second one is the oldest when a ninth comes.
    await load("s0");
    await load("s8");
    const again = await load("s0", "s2", "s1");
    expect([again[0] === first[0], again[1] === first[2], again[2] === first[1]]).toEqual([true, true, false]);
  });

  it("hashes of contexts are made once as long as the same turns are hidden", async () => {
    const { log } = logWith(200, 200);
    const held = log();
    await held.session();
    const digests = held.digests(new Map());
    expect([held.digests(new Map()) === digests, held.digests(new Map([["e0", "e0"]])) === digests]).toEqual([true, false]);
  });
});

describe("how much is read at once", () => {
  it.each([
    [[MB / 2, MB / 2 + 1], 1],
    [[MB / 2, MB / 2 + 2], 2],
    [[MB / 2, MB / 4, MB / 4, 200], 2],
    [[2 * MB, 200], 2],
    [[200, 200, 200, 200], 1],
  ])("neighbours of %j bytes are loaded in %i reads", async (sizes, count) => {
    const { log, reads } = logWith(...sizes);
    const held = log(LARGE);
    await held.look(() => undefined);
    reads.length = 0;
    await held.session();
    // The first read is the look at the log's end.
    expect(reads.length - 1).toBe(count);
  });

  it("a second look is one read of the end; where a line has come, one read of the end and the line", async () => {
    const { deps, file, log, reads } = logWith(2000, 2000);
    const held = log();
    await held.session();
    const size = statSync(file).size;
    reads.length = 0;
    await held.session();
    expect(reads).toEqual([[size - 1024, 1024]]);
    await appendEvents({ ...deps, store: newStoreOf(deps) }, "s", [user("one more")]);
    const more = statSync(file).size;
    reads.length = 0;
    expect((await held.session()).count).toBe(3);
    expect(reads).toEqual([[size - 1024, 1024 + more - size]]);
  });

  it.each([
    [64 * 1024 - 1024, true],
    [64 * 1024 - 1023, false],
  ])("where %i bytes have come since, they are read with the end in one read: %s", async (bytes, isOne) => {
    const { file, log, reads } = logWith(2000);
    const held = log();
    await held.session();
    appendFileSync(file, line(1, 0, bytes));
    reads.length = 0;
    expect((await held.session()).count).toBe(2);
    expect(reads.length === 1).toBe(isOne);
  });

  it.each([
    [3 * MB, [3 * MB]],
    [9 * MB, [4 * MB, 4 * MB, MB]],
    [17 * MB, [4 * MB, 4 * MB, 8 * MB, MB]],
  ])("a line of %i bytes is looked through in reads of %j: what is held doubles, and is no more than is needed", async (bytes, sizes) => {
    const { log, reads } = logWith(bytes);
    await log({ whole: 1e9, index: 1e9 }).look(() => undefined);
    const end = reads.findIndex(([at]) => at === HEADER.length && reads.length > 0);
    const through = reads.slice(end).filter(([at]) => at >= HEADER.length);
    const passes = through.findLastIndex(([at]) => at === HEADER.length);
    expect(through.slice(passes, passes + sizes.length).map(([, count]) => count)).toEqual(sizes);
  });

  it("a pass over a log has about four megabytes in memory at a time", async () => {
    const { deps } = logWith(...Array.from({ length: 5 }, () => 2 * MB));
    const batches: number[] = [];
    for await (const events of eventBatches(deps.store, "s")) batches.push(events.length);
    expect(batches).toEqual([2, 2, 1]);
  });
});

/** Another process: a store of its own on the same folder. */
const newStoreOf = ({ folder }: { readonly folder: string }) => newDeps(folder).store;
