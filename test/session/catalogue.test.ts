// The catalogue of a log and its index: lines in, values out.

import { describe, expect, it } from "vitest";
import type { OpenBytes } from "../../src/store/index.ts";
import { BAD, CONTROL, NO_PARENT, ORPHAN, TREE, UNKNOWN } from "../../src/session/log/catalogue.ts";
import { bytesOf } from "../../src/session/log/lines.ts";
import { Pass } from "../../src/session/log/pass.ts";
import { readIndex, writeIndexParts } from "../../src/session/log/sideIndex.ts";
import { beginCatalogue, survey } from "../../src/session/log/survey.ts";
import { agent, item, user } from "./rig.ts";

const HEADER = { version: 1, sessionId: "s", deviceId: "d", createdAt: 0, meta: {} };
const event = (id: string, parentId: string | null, body: object, seq = Number(id.slice(1))) => ({
  id,
  parentId,
  seq,
  sessionId: "s",
  clientId: "c",
  ts: 0,
  ...body,
});
const logOf = (...lines: readonly (object | string)[]) =>
  bytesOf(Buffer.from(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("")));

describe("the catalogue", () => {
  const lines = [
    HEADER,
    event("e1", null, user("one")),
    event("e2", "e1", agent("two")),
    "broken",
    event("e3", "none", user("three")),
    event("e4", "e2", { type: "from_the_future" }),
    event("e5", null, { type: "session_title_updated", title: "t" }),
    event("e6", "e2", item("memory", "i", { visibility: "compact" })),
    event("e7", null, { type: "queue_update", queue: "steer", operation: "rewrite", items: [] }),
    event("e8", null, { type: "context_control", operation: "select_leaf", leafId: "e2" }),
    event("e2", "e1", agent("again"), 9),
  ];
  const surveyed = (thorough: boolean, log = logOf(...lines)) => {
    const catalogue = beginCatalogue(log, "s.jsonl");
    survey(log, catalogue, { thorough });
    return { catalogue, log };
  };

  it.each([true, false])(
    "knows of each line its parent and what it is, of a session its leaf and what it says now (parsed: %s)",
    (thorough) => {
      const { catalogue } = surveyed(thorough);
      expect([...catalogue.kinds.subarray(0, catalogue.lines)]).toEqual([
        TREE,
        TREE + 1,
        BAD,
        TREE,
        UNKNOWN,
        CONTROL,
        TREE + 3,
        CONTROL,
        CONTROL,
        BAD,
      ]);
      expect([...catalogue.parents.subarray(0, catalogue.lines)]).toEqual([-1, 0, -1, ORPHAN, 1, -1, 1, -1, -1, -1]);
      expect(catalogue).toMatchObject({
        leaf: 1,
        lastSeq: 8,
        events: 8,
        unknown: 1,
        trees: 4,
        contextControls: [8],
        latest: { session_title_updated: 5, "queue_update:steer": 7 },
        selections: [{ number: 8, leaf: 1 }],
      });
      expect(catalogue.allProblems()).toEqual([
        { code: "BAD_JSON", line: 4, message: "the line is not JSON; it does not count" },
        { code: "BAD_EVENT", line: 5, message: "its parent none is not above it; earlier events of this branch cannot be shown" },
        { code: "BAD_EVENT", line: 11, message: "the id e2 occurs twice; the first one counts" },
      ]);
      expect([
        catalogue.branchTo(6),
        catalogue.firstOf("user_message"),
        catalogue.firstOf("compact"),
        catalogue.typeOf(1),
        catalogue.typeOf(5),
      ]).toEqual([[0, 1, 6], 0, -1, "assistant_message", null]);
      expect([catalogue.find("e6"), catalogue.find("e9"), NO_PARENT]).toEqual([6, -1, -1]);
    },
  );

  it("a line that turns out to be bad no longer counts: what hung below it begins a branch, and the leaf is looked for again", () => {
    const { catalogue } = surveyed(true);
    catalogue.strike(1, "BAD_EVENT", "no");
    expect([catalogue.events, catalogue.trees, catalogue.leaf, catalogue.find("e2")]).toEqual([7, 3, 6, -1]);
    expect([...catalogue.parents.subarray(0, 7)]).toEqual([-1, 0, -1, ORPHAN, ORPHAN, -1, ORPHAN]);
    expect(catalogue.allProblems().map(({ line }) => line)).toEqual([4, 5, 11, 3, 6, 8]);
    catalogue.strike(5, "BAD_EVENT", "no");
    expect([catalogue.events, catalogue.trees]).toEqual([6, 3]);
  });

  it("keeps a thousand problems and counts the rest", () => {
    const { catalogue } = surveyed(true, logOf(HEADER, ...Array.from({ length: 1002 }, () => "broken")));
    expect([catalogue.allProblems().length, catalogue.allProblems().at(-1)]).toEqual([
      1001,
      { code: "DAMAGED", line: 1, message: "and 2 more problems" },
    ]);
  });

  it("comes back from its index, where that fits the log; a log that has grown is known up to there", () => {
    const { catalogue, log } = surveyed(true);
    const written = Buffer.concat(writeIndexParts(catalogue, log));
    const again = (index: Buffer, of: OpenBytes = log) => readIndex(bytesOf(index), of, "s.jsonl");
    const back = again(written);
    const plain = (each: typeof catalogue | null) => ({
      ...each,
      ids: undefined,
      ...Object.fromEntries(
        (["offsets", "lengths", "parents", "kinds"] as const).map((column) => [
          column,
          Array.from(each?.[column] ?? []).slice(0, each?.lines),
        ]),
      ),
    });
    expect(plain(back)).toEqual(plain(catalogue));
    expect(["e1", "e6", "e9"].map((id) => back?.find(id))).toEqual([0, 6, -1]);
    expect(again(written, logOf(...lines, event("e9", "e6", user("more"))))?.end).toBe(catalogue.end);

    const text = written.toString("latin1");
    const changed = (from: string, to: string) => Buffer.from(text.replace(from, to), "latin1");
    expect(changed('"version":1', '"version":2').equals(written)).toBe(false);
    expect(
      [
        again(changed('"version":1', '"version":2')),
        again(changed('"index":"codicil', '"index":"another')),
        again(changed('"leaf":1', '"leaf":3')),
        again(written.subarray(0, -1)),
        again(Buffer.from("{}")),
        again(Buffer.from("not json\n")),
        again(Buffer.concat([written.subarray(0, -1), Buffer.from([9])])),
        again(written, { ...log, modified: 1 }),
        again(written, logOf(...lines.slice(0, -1))),
        again(written, logOf(HEADER, event("e1", null, user("eno")), ...lines.slice(2))),
      ].map((each) => each === null),
    ).toEqual(Array.from({ length: 10 }, () => true));
  });

  it("a pass over all events gives them in the order of the file, and any of them by its id", () => {
    const pass = new Pass(logOf(...lines), "s.jsonl");
    const ids = [...pass.batches()].flat().map(({ id }) => id);
    expect([ids, pass.torn]).toEqual([["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"], false]);
    expect(["e1", "e3", "none"].map((id) => pass.tree.byId.get(id)?.id)).toEqual(["e1", "e3", undefined]);
    expect(["e1", "e3"].map((id) => pass.tree.orphans.has(id))).toEqual([false, true]);
  });
});
