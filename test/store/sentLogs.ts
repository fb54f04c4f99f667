// What every store that machines have in common must do with the logs that they send. Plain functions, so that a broken
// driver can be shown to fail them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Mark, SentLog, SharedStore } from "../../src/store/index.ts";
import type { SentPen } from "../../src/store/port/sentLogs.ts";

export interface SentCheck {
  readonly title: string;
  readonly run: (sent: SharedStore["sent"], pen: SentPen) => Promise<void>;
}

const KEY = { kind: "session", name: "s1", device: "device_a", machine: "anvil" } as const;
const NOTHING: Mark = { count: 0, origin: "", bytes: 0 };
const at = (count: number): Mark => ({ count, origin: `hash ${count}`, bytes: count * 10 });
/** As migrations/sent.sql says it: each hash over the one before and the line. */
const chainOf = (lines: readonly string[]) =>
  lines.reduce((chain, line) => createHash("sha256").update(Buffer.from(chain, "hex")).update(line).digest("hex"), "");

async function only(sent: SharedStore["sent"], name: string = KEY.name): Promise<SentLog> {
  const [log, ...more] = await sent.named("session", name);
  assert.ok(log !== undefined && more.length === 0);
  return log;
}
const all = (sent: SharedStore["sent"], log: SentLog) => sent.read(log, { after: 0, through: log.count, bytes: 1e9 });

export const SENT_CHECKS: readonly SentCheck[] = [
  {
    title: "nothing was sent: no marks, no list, no lines",
    run: async (sent) => {
      assert.deepEqual([...(await sent.marks("session", KEY.device))], []);
      assert.deepEqual(await sent.list("session"), []);
      assert.equal(await sent.count("session", { notOf: "" }), 0);
      assert.deepEqual(await sent.named("session", "s1"), []);
      assert.deepEqual(await sent.lastVerdicts(5), []);
    },
  },
  {
    title: "parts stand one behind the other, line for line, with a hash over all of them and the newest mark",
    run: async (sent, pen) => {
      const lines = ["one", "zwei 漢字 \u2028 é", '{"a":"\\u0000 \\ud800"}', "", "x".repeat(100_000)];
      assert.deepEqual(await pen.send(KEY, { seen: NOTHING, lines: lines.slice(0, 2), now: at(2), about: { title: "t" } }), {
        kind: "sent",
        count: 2,
        chain: chainOf(lines.slice(0, 2)),
      });
      await pen.send(KEY, { seen: at(2), lines: lines.slice(2), now: at(5), about: null });
      const log = await only(sent);
      assert.deepEqual(await all(sent, log), lines);
      assert.deepEqual(
        [log.count, log.origin, log.bytes, log.chain, log.machine, log.isAmended],
        [5, "hash 5", 50, chainOf(lines), "anvil", false],
      );
      assert.deepEqual(log.about, { title: "t" });
      assert.deepEqual([...(await sent.marks("session", KEY.device))], [["s1", { ...at(5), isAmended: false }]]);
    },
  },
  {
    title: "P3 a part that was seen behind another mark is stale and changes nothing; the answer says where the log stands",
    run: async (sent, pen) => {
      await pen.send(KEY, { seen: NOTHING, lines: ["one", "two"], now: at(2), about: null });
      for (const seen of [NOTHING, at(1), { ...at(2), origin: "another" }, at(3)])
        assert.deepEqual(await pen.send(KEY, { seen, lines: ["late"], now: at(9), about: null }), { kind: "stale", mark: at(2) });
      assert.deepEqual(await all(sent, await only(sent)), ["one", "two"]);
    },
  },
  {
    title: "of several that append behind the same mark one does",
    run: async (sent, pen) => {
      const done = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          pen.send(KEY, { seen: NOTHING, lines: [`line ${index}`], now: { ...at(1), origin: `hash of ${index}` }, about: null }),
        ),
      );
      assert.equal(done.filter(({ kind }) => kind === "sent").length, 1);
      assert.equal((await all(sent, await only(sent))).length, 1);
    },
  },
  {
    title: "a part is read by position, so many bytes and a little more, and never behind the end that was asked for",
    run: async (sent, pen) => {
      await pen.send(KEY, { seen: NOTHING, lines: ["aaaa", "bbbb", "cccc", "dddd"], now: at(4), about: null });
      const log = await only(sent);
      assert.deepEqual(await sent.read(log, { after: 0, through: 4, bytes: 1 }), ["aaaa"]);
      assert.deepEqual(await sent.read(log, { after: 1, through: 4, bytes: 5 }), ["bbbb", "cccc"]);
      assert.deepEqual(await sent.read(log, { after: 0, through: 2, bytes: 1000 }), ["aaaa", "bbbb"]);
      assert.deepEqual(await sent.read(log, { after: 4, through: 4, bytes: 1000 }), []);
    },
  },
  {
    title: "logs of two machines and of two kinds are apart, newest first, at most so many",
    run: async (sent, pen) => {
      await pen.send(KEY, { seen: NOTHING, lines: ["a"], now: at(1), about: { createdAt: 1 } });
      await pen.send(
        { ...KEY, device: "device_b", machine: "bellows" },
        { seen: NOTHING, lines: ["b", "b"], now: at(2), about: { createdAt: 3 } },
      );
      await pen.send({ ...KEY, device: "device_b", name: "s2" }, { seen: NOTHING, lines: ["c"], now: at(1), about: { createdAt: 2 } });
      await pen.send({ ...KEY, kind: "verdicts", name: "verdicts" }, { seen: NOTHING, lines: ["v1", "v2", "v3"], now: at(3), about: null });
      assert.deepEqual(
        (await sent.list("session")).map(({ name, device }) => [name, device]),
        [
          ["s1", "device_b"],
          ["s2", "device_b"],
          ["s1", "device_a"],
        ],
      );
      assert.deepEqual(
        (await sent.list("session", { notOf: "device_a", limit: 1 })).map(({ name }) => name),
        ["s1"],
      );
      assert.equal(await sent.count("session", { notOf: "device_a" }), 2);
      assert.deepEqual(
        (await sent.named("session", "s1")).map(({ device }) => device),
        ["device_b", "device_a"],
      );
      assert.deepEqual((await sent.lastVerdicts(2)).map(({ line }) => line).sort(), ["v2", "v3"]);
    },
  },
  {
    title: "amended lines say something else, the hash and the list follow, and the sender's mark stays until it is set anew",
    run: async (sent, pen) => {
      await pen.send(KEY, {
        seen: NOTHING,
        lines: ["one", "secret here", "three", "secret there"],
        now: at(4),
        about: { title: "secret" },
      });
      const log = await only(sent);
      assert.deepEqual(
        (await sent.holding(log, ["secret", "nothing"], { after: 0, limit: 1 })).map(({ n }) => n),
        [2],
      );
      const found = await sent.holding(log, ["secret"], { after: 0, limit: 9 });
      await pen.amend(
        log,
        found.map(({ n, line }) => ({ n, line: line.replace("secret", "") })),
        { title: "" },
      );
      const amended = await only(sent);
      const clean = ["one", " here", "three", " there"];
      assert.deepEqual(
        [await all(sent, amended), amended.chain, amended.about, amended.origin, amended.isAmended],
        [clean, chainOf(clean), { title: "" }, "hash 4", true],
      );
      await pen.remark(amended, { count: 4, origin: "rewritten", bytes: 30 });
      const marked = await only(sent);
      assert.deepEqual([marked.origin, marked.bytes, marked.isAmended], ["rewritten", 30, false]);
      assert.equal(
        (await pen.send(KEY, { seen: { count: 4, origin: "rewritten", bytes: 30 }, lines: ["five"], now: at(5), about: null })).kind,
        "sent",
      );
    },
  },
];
