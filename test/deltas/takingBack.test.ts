// What a person undoes: rejections, changes that others came behind, whole sessions.

import { describe, expect, it } from "vitest";
import {
  accept,
  apply,
  changesFor,
  type Deps,
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
  undoDecided,
  undoReject,
  writeWhole,
} from "../../src/deltas/index.ts";
import { documentAt, resolveDocument } from "../../src/knowledge/index.ts";
import { failure, room } from "./deps.ts";

const at = (deps: Deps, time: { ms: number }): Deps => ({ ...deps, clock: { ...deps.clock, now: () => new Date(time.ms) } });

async function proposed(count: number) {
  const all = await room();
  const time = { ms: Date.parse("2026-03-04T10:00:00Z") };
  const deps = at(all.deps, time);
  for (let number = 0; number < count; number++)
    await plan(deps, { path: "SOUL.md", heading: `Value ${number}`, content: `text ${number}`, session: "s1" });
  await flush(deps, "s1");
  return { ...all, deps, time, ids: (await listProposals(deps)).map(({ id }) => id) };
}

describe("a rejection", () => {
  it("can be undone for ten minutes: the proposal is pending again, as it was, and may be made again", async () => {
    const { deps, time, ids, world } = await proposed(1);
    const [id = ""] = ids;
    const lines = () => world.read("home/last-word/SOUL.md.yaml").split("\n").toSorted();
    const before = lines();
    await reject(deps, id, { forEver: true });
    expect([isKeptRejection(deps, id), isKeptRejection(deps, "e_none"), await listProposals(deps)]).toEqual([true, false, []]);
    const again = { path: "SOUL.md", heading: "Value 0", content: "text 0", session: "s2" };
    expect((await plan(deps, again)).why).toBe("REJECTED_FOREVER: you chose to always reject this content");
    time.ms += 10 * 60_000 - 1;
    await undoReject(deps, id);
    expect([lines(), (await plan(deps, again)).status]).toEqual([before, "proposed"]);
    const gone = `NOT_FOUND: the rejection of ${id} can no longer be undone (Let it be proposed again.)`;
    expect([isKeptRejection(deps, id), await failure(undoReject(deps, id))]).toEqual([false, gone]);
    await reject(deps, id);
    time.ms += 10 * 60_000;
    expect([isKeptRejection(deps, id), await failure(undoReject(deps, id))]).toEqual([false, gone]);
    expect((await listProposals(deps)).map(({ id: each }) => each)).toEqual([]);
  });

  it("the last hundred can be undone, and those that are too old make room first", async () => {
    const { deps, time, ids } = await proposed(102);
    for (const id of ids.slice(0, 101)) await reject(deps, id);
    expect(ids.map((id) => isKeptRejection(deps, id))).toEqual(ids.map((_, number) => number >= 1 && number < 101));
    time.ms += 10 * 60_000;
    await reject(deps, ids[101] ?? "");
    time.ms -= 10 * 60_000;
    expect(ids.filter((id) => isKeptRejection(deps, id))).toEqual([ids[101]]);
  });
});

describe("an accept", () => {
  it("is undone with its proposal pending again, as it was proposed; nothing applies it without another approval", async () => {
    const { deps, time, ids, world } = await proposed(2);
    const { undo = "" } = await accept(deps, ids[0] ?? "", { content: "mine" });
    expect(isKeptRejection(deps, undo)).toBe(false);
    const soul = resolveDocument(deps.environment, "SOUL.md");
    const { entry: again, undo: undone = "" } = await undoDecided(deps, soul, undo);
    expect(ids.includes(again)).toBe(false);
    // The undo itself is no accept.
    await undoDecided(deps, soul, undone);
    await undoChange(deps, soul, (await changesFor(deps, soul)).changes.at(-1)?.id ?? "");
    await apply(deps);
    expect((await listProposals(deps)).map(({ id, heading, content }) => [id, heading, content])).toEqual([
      [ids[1], "Value 1", "text 1"],
      [again, "Value 0", "text 0"],
    ]);
    const second = await accept(deps, again);
    expect([second.status, world.read("home/SOUL.md")]).toEqual(["applied", "## Value 0\n\ntext 0\n"]);
    time.ms += 10 * 60_000;
    expect((await undoDecided(deps, soul, second.undo ?? "")).entry).toBe(again);
    expect((await listProposals(deps)).map(({ id }) => id)).toEqual([ids[1]]);
  });
});

describe("a proposal among others", () => {
  it("X16 accepted in the person's own words leaves the others as they are", async () => {
    const { deps, ids, world } = await proposed(3);
    expect((await accept(deps, ids[1] ?? "", { content: "mine" })).status).toBe("applied");
    expect(world.read("home/SOUL.md")).toBe("## Value 1\n\nmine\n");
    expect((await listProposals(deps)).map(({ heading, content }) => [heading, content])).toEqual([
      ["Value 0", "text 0"],
      ["Value 2", "text 2"],
    ]);
    expect(await failure(accept(deps, ids[1] ?? ""))).toMatch(/^NOT_FOUND: there is no proposal e_\w+ \(codicil review lists/);
    expect(await failure(accept(deps, ids[0] ?? "", { hash: "other" }))).toMatch(/^STALE: proposal e_\w+ is not what was shown/);
  });
});

describe("a change that others came behind", () => {
  const TEXT = "## A\n\na\n\n## B\n\nb\n\n## C\n\nc\n";
  /** B is deleted, then something else is done, then the deletion is undone. */
  const undone = async (then: (text: string) => string) => {
    const { deps, world } = await room({ "home/USER.md": TEXT });
    const document = resolveDocument(deps.environment, "USER.md");
    await plan(deps, { path: "USER.md", heading: "B", content: null, operation: "delete", session: "s1" });
    await flush(deps, "s1");
    await apply(deps);
    const deletion = (await changesFor(deps, document)).changes.at(-1)?.id ?? "";
    const text = world.read("home/USER.md");
    await writeWhole(deps, document, then(text), { reason: "r" });
    const answer = await undoChange(deps, document, deletion).then(
      ({ status }) => status,
      ({ code }: { code: string }) => code,
    );
    return [answer, world.read("home/USER.md")];
  };

  it.each([
    ["in front of it", "a\n", "aaaa\n", TEXT.replace("a\n", "aaaa\n")],
    ["in front of it, shorter", "## A\n\na\n\n", "## A\n\n", TEXT.replace("## A\n\na\n\n", "## A\n\n")],
    ["behind it", "c\n", "cc\n", TEXT.replace("c\n", "cc\n")],
  ])("is undone where it is by then: %s", async (_, from, to, wanted) => {
    expect(await undone((text) => text.replace(from, to))).toEqual(["applied", wanted]);
  });

  it("is before what was written at its very place since", async () => {
    const there = (text: string) => text.replace("## C", "## New\n\nx\n\n## C");
    expect(await undone(there)).toEqual(["applied", TEXT.replace("## C", "## New\n\nx\n\n## C")]);
  });

  it("LW-90 a session is undone without what was undone before, and without conflicts", async () => {
    const { deps, world } = await room({ "home/USER.md": TEXT });
    const document = resolveDocument(deps.environment, "USER.md");
    for (const heading of ["A", "B"]) await plan(deps, { path: "USER.md", heading, content: "new", session: "s1" });
    await flush(deps, "s1");
    const [first] = (await apply(deps)).receipts;
    await undoChange(deps, document, first?.undo ?? "");
    const { receipts, conflicts } = await rollBack(deps, { session: "s1" });
    expect([receipts.map(({ heading, status }) => `${heading} ${status}`), conflicts, world.read("home/USER.md")]).toEqual([
      ["B applied"],
      [],
      TEXT,
    ]);
    expect(await rollBack(deps, { session: "s1" })).toEqual({ receipts: [], conflicts: [] });
  });
});

describe("what cannot be undone", () => {
  it("is the first text, a removal, a new text as a whole, and whatever a later whole text replaced", async () => {
    const { deps, world } = await room({ "home/USER.md": "a\n" });
    const document = resolveDocument(deps.environment, "USER.md");
    await writeWhole(deps, document, "a\nb\n", { reason: "r" });
    await moveDocument(deps, document, documentAt(deps.environment, "home", "archive/USER.md"), "away");
    await writeWhole(deps, document, "c\n", { reason: "r" });
    await writeWhole(deps, document, "c\nd\n", { reason: "r" });
    const { changes } = await changesFor(deps, document);
    const tried = [];
    for (const { id, kind } of changes) tried.push(`${kind} ${await failure(undoChange(deps, document, id))}`);
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

  it("is what a later change wrote over: that one is named, and can be undone first", async () => {
    const { deps, world } = await room({ "home/USER.md": "## A\n\na\n" });
    const document = resolveDocument(deps.environment, "USER.md");
    const ids = [];
    for (const text of ["## A\n\nb\n", "## A\n\nc\n"]) ids.push((await writeWhole(deps, document, text, { reason: "r" })).undo ?? "");
    const [first = "", second = ""] = ids;
    expect(await failure(undoChange(deps, document, first))).toBe(
      `CONFLICT: change ${second} touched the same text since (Undo ${second} first, or edit the document yourself.)`,
    );
    await undoChange(deps, document, second);
    expect(await undoChange(deps, document, first)).toMatchObject({ entry: first, status: "applied", document: "USER.md", heading: "" });
    expect(world.read("home/USER.md")).toBe("## A\n\na\n");
  });
});

describe("what is staged for a key that may not be used", () => {
  it("LW-82 can be dropped, and is told as long as it is not", async () => {
    const { deps, world } = await room({
      "home/last-word/mine.yaml":
        'version: "1.0.0"\nsource: me\nentries:\n  - key: { path: ../x.md, heading: A }\n    operation: update\n    content: x\n',
    });
    await apply(deps);
    const [conflict] = await listConflicts(deps);
    expect([conflict?.code, conflict?.present]).toEqual(["BAD_PATH", null]);
    expect(await failure(resolve(deps, conflict?.file ?? "", { take: "entry" }))).toMatch(/^BAD_PATH/);
    expect((await resolve(deps, conflict?.file ?? "", { take: "document" })).map(({ status }) => status)).toEqual(["refused"]);
    expect([await listConflicts(deps), world.names("home/last-word/staging")]).toEqual([[], []]);
    expect(await failure(resolve(deps, "none.yaml", { take: "document" }))).toBe(
      "NOT_FOUND: nothing in staging belongs to none.yaml (codicil last-word status lists what is staged.)",
    );
  });
});
