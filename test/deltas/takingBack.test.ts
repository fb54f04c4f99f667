// What a person takes back: rejections, changes that others came behind, whole sessions.

import { describe, expect, it } from "vitest";
import {
  accept,
  apply,
  changesFor,
  type Desk,
  flush,
  isKeptRejection,
  listConflicts,
  listProposals,
  moveDocument,
  plan,
  reject,
  resolve,
  rollBack,
  undoChange,
  undoReject,
  writeWhole,
} from "../../src/deltas/index.ts";
import { documentAt, resolveDocument } from "../../src/knowledge/index.ts";
import { failure, room } from "./desk.ts";

const at = (desk: Desk, time: { ms: number }): Desk => ({ ...desk, clock: { ...desk.clock, now: () => new Date(time.ms) } });

async function proposed(count: number) {
  const all = await room();
  const time = { ms: Date.parse("2026-03-04T10:00:00Z") };
  const desk = at(all.desk, time);
  for (let number = 0; number < count; number++)
    await plan(desk, { path: "SOUL.md", heading: `Value ${number}`, content: `text ${number}`, session: "s1" });
  await flush(desk, "s1");
  return { ...all, desk, time, ids: (await listProposals(desk)).map(({ id }) => id) };
}

describe("a rejection", () => {
  it("can be taken back for ten minutes: the proposal is pending again, as it was, and may be made again", async () => {
    const { desk, time, ids, world } = await proposed(1);
    const [id = ""] = ids;
    const lines = () => world.read("home/last-word/SOUL.md.yaml").split("\n").toSorted();
    const before = lines();
    await reject(desk, id, { forEver: true });
    expect([isKeptRejection(desk, id), isKeptRejection(desk, "e_none"), await listProposals(desk)]).toEqual([true, false, []]);
    const again = { path: "SOUL.md", heading: "Value 0", content: "text 0", session: "s2" };
    expect((await plan(desk, again)).why).toBe("REJECTED_FOREVER: you chose to always reject this content");
    time.ms += 10 * 60_000 - 1;
    await undoReject(desk, id);
    expect([lines(), (await plan(desk, again)).status]).toEqual([before, "proposed"]);
    const gone = `NOT_FOUND: the rejection of ${id} can no longer be undone (Let it be proposed again.)`;
    expect([isKeptRejection(desk, id), await failure(undoReject(desk, id))]).toEqual([false, gone]);
    await reject(desk, id);
    time.ms += 10 * 60_000;
    expect([isKeptRejection(desk, id), await failure(undoReject(desk, id))]).toEqual([false, gone]);
    expect((await listProposals(desk)).map(({ id: each }) => each)).toEqual([]);
  });

  it("the last hundred can be taken back, and those that are too old make room first", async () => {
    const { desk, time, ids } = await proposed(102);
    for (const id of ids.slice(0, 101)) await reject(desk, id);
    expect(ids.map((id) => isKeptRejection(desk, id))).toEqual(ids.map((_, number) => number >= 1 && number < 101));
    time.ms += 10 * 60_000;
    await reject(desk, ids[101] ?? "");
    time.ms -= 10 * 60_000;
    expect(ids.filter((id) => isKeptRejection(desk, id))).toEqual([ids[101]]);
  });
});

describe("a proposal among others", () => {
  it("X16 accepted in the person's own words leaves the others as they are", async () => {
    const { desk, ids, world } = await proposed(3);
    expect((await accept(desk, ids[1] ?? "", { content: "mine" })).status).toBe("applied");
    expect(world.read("home/SOUL.md")).toBe("## Value 1\n\nmine\n");
    expect((await listProposals(desk)).map(({ heading, content }) => [heading, content])).toEqual([
      ["Value 0", "text 0"],
      ["Value 2", "text 2"],
    ]);
    expect(await failure(accept(desk, ids[1] ?? ""))).toMatch(/^NOT_FOUND: there is no proposal e_\w+ \(codicil review lists/);
    expect(await failure(accept(desk, ids[0] ?? "", { hash: "other" }))).toMatch(/^STALE: proposal e_\w+ is not what was shown/);
  });
});

describe("a change that others came behind", () => {
  const TEXT = "## A\n\na\n\n## B\n\nb\n\n## C\n\nc\n";
  /** B is deleted, then something else is done, then the deletion is taken back. */
  const undone = async (then: (text: string) => string) => {
    const { desk, world } = await room({ "home/USER.md": TEXT });
    const document = resolveDocument(desk.around, "USER.md");
    await plan(desk, { path: "USER.md", heading: "B", content: null, operation: "delete", session: "s1" });
    await flush(desk, "s1");
    await apply(desk);
    const deletion = (await changesFor(desk, document)).changes.at(-1)?.id ?? "";
    const text = world.read("home/USER.md");
    await writeWhole(desk, document, then(text), { reason: "r" });
    const answer = await undoChange(desk, document, deletion).then(
      ({ status }) => status,
      ({ code }: { code: string }) => code,
    );
    return [answer, world.read("home/USER.md")];
  };

  it.each([
    ["in front of it", "a\n", "aaaa\n", TEXT.replace("a\n", "aaaa\n")],
    ["in front of it, shorter", "## A\n\na\n\n", "## A\n\n", TEXT.replace("## A\n\na\n\n", "## A\n\n")],
    ["behind it", "c\n", "cc\n", TEXT.replace("c\n", "cc\n")],
  ])("is taken back where it stands by then: %s", async (_, from, to, wanted) => {
    expect(await undone((text) => text.replace(from, to))).toEqual(["applied", wanted]);
  });

  it("stands before what was written at its very place since", async () => {
    const there = (text: string) => text.replace("## C", "## New\n\nx\n\n## C");
    expect(await undone(there)).toEqual(["applied", TEXT.replace("## C", "## New\n\nx\n\n## C")]);
  });

  it("LW-90 a session is taken back without what was taken back before, and without conflicts", async () => {
    const { desk, world } = await room({ "home/USER.md": TEXT });
    const document = resolveDocument(desk.around, "USER.md");
    for (const heading of ["A", "B"]) await plan(desk, { path: "USER.md", heading, content: "new", session: "s1" });
    await flush(desk, "s1");
    const [first] = (await apply(desk)).receipts;
    await undoChange(desk, document, first?.undo ?? "");
    const { receipts, conflicts } = await rollBack(desk, { session: "s1" });
    expect([receipts.map(({ heading, status }) => `${heading} ${status}`), conflicts, world.read("home/USER.md")]).toEqual([
      ["B applied"],
      [],
      TEXT,
    ]);
    expect(await rollBack(desk, { session: "s1" })).toEqual({ receipts: [], conflicts: [] });
  });
});

describe("what cannot be taken back", () => {
  it("is the first text, a removal, a new text as a whole, and whatever a later whole text replaced", async () => {
    const { desk, world } = await room({ "home/USER.md": "a\n" });
    const document = resolveDocument(desk.around, "USER.md");
    await writeWhole(desk, document, "a\nb\n", { reason: "r" });
    await moveDocument(desk, document, documentAt(desk.around, "home", "archive/USER.md"), "away");
    await writeWhole(desk, document, "c\n", { reason: "r" });
    await writeWhole(desk, document, "c\nd\n", { reason: "r" });
    const { changes } = await changesFor(desk, document);
    const tried = [];
    for (const { id, kind } of changes) tried.push(`${kind} ${await failure(undoChange(desk, document, id))}`);
    const edit = "(Use codicil show --at and codicil edit.)";
    expect(tried).toEqual([
      `first CONFLICT: a change of kind first cannot be undone ${edit}`,
      `whole CONFLICT: the whole document was replaced since ${edit}`,
      `removed CONFLICT: a change of kind removed cannot be undone ${edit}`,
      `whole CONFLICT: a change of kind whole cannot be undone ${edit}`,
      "whole no error",
    ]);
    expect(world.read("home/USER.md")).toBe("c\n");
  });

  it("is what a later change wrote over: that one is named, and can be taken back first", async () => {
    const { desk, world } = await room({ "home/USER.md": "## A\n\na\n" });
    const document = resolveDocument(desk.around, "USER.md");
    const ids = [];
    for (const text of ["## A\n\nb\n", "## A\n\nc\n"]) ids.push((await writeWhole(desk, document, text, { reason: "r" })).undo ?? "");
    const [first = "", second = ""] = ids;
    expect(await failure(undoChange(desk, document, first))).toBe(
      `CONFLICT: change ${second} touched the same text since (Undo ${second} first, or edit the document yourself.)`,
    );
    await undoChange(desk, document, second);
    expect(await undoChange(desk, document, first)).toMatchObject({ entry: first, status: "applied", document: "USER.md", heading: "" });
    expect(world.read("home/USER.md")).toBe("## A\n\na\n");
  });
});

describe("what is staged for a key that may not be used", () => {
  it("LW-82 can be dropped, and is told as long as it is not", async () => {
    const { desk, world } = await room({
      "home/last-word/mine.yaml":
        'version: "1.0.0"\nsource: me\nentries:\n  - key: { path: ../x.md, heading: A }\n    operation: update\n    content: x\n',
    });
    await apply(desk);
    const [conflict] = await listConflicts(desk);
    expect([conflict?.code, conflict?.present]).toEqual(["BAD_PATH", null]);
    expect(await failure(resolve(desk, conflict?.file ?? "", { take: "entry" }))).toMatch(/^BAD_PATH/);
    expect((await resolve(desk, conflict?.file ?? "", { take: "document" })).map(({ status }) => status)).toEqual(["refused"]);
    expect([await listConflicts(desk), world.names("home/last-word/staging")]).toEqual([[], []]);
    expect(await failure(resolve(desk, "none.yaml", { take: "document" }))).toBe(
      "NOT_FOUND: nothing in staging belongs to none.yaml (codicil last-word status lists what is staged.)",
    );
  });
});
