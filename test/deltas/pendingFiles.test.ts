// Pending files: which entry takes the place of which, how a person's entries are known, what is left alone; and entries that
// another session, or a move, left behind.

import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AppError } from "../../src/base/index.ts";
import { apply, flush, listProposals, moveSection, plan, type PlanRequest, reject, sendUnsent } from "../../src/deltas/index.ts";
import { documentAt, resolveDocument } from "../../src/knowledge/index.ts";
import { between, hasty, once } from "./between.ts";
import { room } from "./deps.ts";

const FILE = "home/last-word/USER.md.yaml";
const ask = (more: Partial<PlanRequest>): PlanRequest => ({ path: "USER.md", heading: "A", content: "x", session: "s1", ...more });
const mine = (...contents: readonly string[]) =>
  `version: "1.1.0"\nsource: me\nentries:\n${contents
    .map((content) => `  - key: { path: USER.md, heading: A }\n    operation: append\n    content: "${content}"\n`)
    .join("")}`;

describe("an entry that is pending", () => {
  const CLEAR = { operation: "clear", content: "" } as const;
  const REPLACE = { operation: "replace", old: "x", content: "y" } as const;
  it.each<[string, Partial<PlanRequest>, Partial<PlanRequest>, number]>([
    ["an update", {}, { content: "y" }, 1],
    ["another operation on the whole section", {}, CLEAR, 1],
    ["an update of what was cleared", CLEAR, {}, 1],
    ["one for the same level", { level: 2 }, { level: 2, content: "y" }, 1],
    ["one for another level", { level: 2 }, { level: 3 }, 2],
    ["one for any level", { level: 2 }, {}, 2],
    ["one for another section", {}, { heading: "B" }, 2],
    ["one of another session", {}, { session: "s2" }, 2],
    ["one that adds", {}, { operation: "append" }, 2],
    ["one that replaces a text", {}, REPLACE, 2],
    ["an update where something was added", { operation: "append" }, {}, 2],
    ["an update where a text was replaced", REPLACE, {}, 2],
  ])("and a newer one: %s", async (_, first, second, count) => {
    const { deps, world } = await room();
    for (const more of [first, second]) {
      await plan(deps, ask(more));
      await flush(deps, more.session ?? "s1");
    }
    expect(world.read(FILE).match(/operation: /g)).toHaveLength(count);
  });

  it("for another document on the same server, or the same document by its address", async () => {
    const { deps, world } = await room({ "home/last-word/config.yaml": "remotes:\n  - { host: docs.example.org }\n" });
    for (const name of ["a", "b", "a"]) {
      await plan(deps, ask({ path: undefined, url: `https://docs.example.org/${name}.md`, content: name }));
      await flush(deps, "s1");
    }
    expect(
      world
        .read("home/last-word/remote.yaml")
        .match(/url: .*/g)
        ?.map((url) => url.slice(-6)),
    ).toEqual(['/b.md"', '/a.md"']);
  });
});

describe("a person's own file", () => {
  it("has ids that stay while it is as it was, and others when it is saved again", async () => {
    const { deps, world } = await room({ "home/last-word/mine.yaml": mine("x", "x") });
    const ids = async () => (await apply(deps, { dryRun: true })).receipts.map(({ entry }) => entry);
    const first = await ids();
    expect(first.map((id) => /^e_hand_[0-9a-f]{24}$/.test(id))).toEqual([true, true]);
    expect([await ids(), new Set(first).size]).toEqual([first, 2]);
    utimesSync(join(world.home, "last-word/mine.yaml"), 1000, 1000);
    expect((await ids()).some((id) => first.includes(id))).toBe(false);
  });

  it("LW-62 of two entries that say the same, one is applied and the other stays", async () => {
    const { deps, world } = await room({ "home/last-word/mine.yaml": mine("x", "x", "y") });
    const [first] = (await apply(deps, { dryRun: true })).receipts;
    expect((await apply(deps, { entries: new Set([first?.entry ?? ""]) })).receipts.map(({ status }) => status)).toEqual(["applied"]);
    expect(world.read("home/last-word/mine.yaml").match(/content: .*/g)).toEqual(['content: "x"', 'content: "y"']);
    expect((await apply(deps)).receipts.map(({ status }) => status)).toEqual(["applied", "applied"]);
    expect([world.read("home/USER.md"), world.has("home/last-word/mine.yaml")]).toEqual(["## A\n\nx\n\nx\n\ny\n", false]);
  });

  it("is not written where nothing of it is settled; schema.yaml and config.yaml are no deltas", async () => {
    const { deps, world } = await room({
      "home/last-word/mine.yaml": mine("x"),
      "home/last-word/schema.yaml": mine("never"),
      "project/.agents/config.yaml": mine("never"),
    });
    const moments: string[] = [];
    const lock = await deps.storeFor(null).lockName({ root: "home", path: "USER.md" });
    // Somebody else applies it and the person writes another entry into the same file.
    const meanwhile = once(`lock ${lock}`, async () => {
      await apply(deps);
      world.write("home/last-word/mine.yaml", mine("z"));
    });
    const late = between(deps, async (what) => {
      if (/^(?:write|remove) last-word/.test(what)) moments.push(what);
      await meanwhile(what);
    });
    await apply(late);
    expect([moments, world.read("home/last-word/mine.yaml")]).toEqual([[], mine("z")]);
    expect(world.read("home/USER.md")).toBe("## A\n\nx\n");
  });
});

describe("the word on what is one person's own", () => {
  it("X16 is in a file of its own, and so is what is staged", async () => {
    const { deps, world } = await room({ "home/me/SOUL.md": "## A\n\na\n", "home/SOUL.md": "## B\n\nb\n" });
    for (const [path, heading] of [
      ["~/.config/agents/me/SOUL.md", "A"],
      ["SOUL.md", "B"],
    ] as const)
      await plan(deps, ask({ path, heading, content: "new" }));
    await flush(deps, "s1");
    const proposals = await listProposals(deps);
    for (const { id } of proposals) await reject(deps, id, { forEver: true });
    const lines = (name: string) => world.read(`state/decisions/${name}`).match(/"entry":"\w+"/g);
    const of = (heading: string) => [`"entry":"${proposals.find((each) => each.heading === heading)?.id ?? ""}"`];
    expect([lines("me--proposals.jsonl"), lines("proposals.jsonl")]).toEqual([of("A"), of("B")]);
    const again = await plan(deps, ask({ path: "~/.config/agents/me/SOUL.md", heading: "A", content: "new", session: "s2" }));
    expect(again.why).toBe("REJECTED_FOREVER: you chose to always reject this content");
    for (const content of ["1", "2"]) await plan(deps, ask({ path: "~/.config/agents/me/USER.md", content, session: "s3" }));
    for (const content of ["1", "2"]) await plan(deps, ask({ content, session: "s4" }));
    for (const session of ["s3", "s4"]) await flush(deps, session);
    expect(world.names("home/last-word/staging").map((name) => name.startsWith("me--"))).toEqual([false, true]);
  });
});

describe("what others left behind", () => {
  it("sessions that were not sent: those behind one that cannot be sent stay noted", async () => {
    const { deps, world } = await room();
    for (const [session, path] of [
      ["s1", "USER.md"],
      ["s2", "MEMORY.md"],
      ["s3", "USER.md"],
    ] as const)
      await plan(deps, ask({ session, path, heading: session }));
    world.write("state/unsent.jsonl", "s1\ns2\ns3\n");
    const store = deps.storeFor(null);
    const held = `pending ${store.describe({ root: "home", path: "last-word/MEMORY.md.yaml" })}`;
    await store.lock(held, () => sendUnsent(hasty(deps)), hasty(deps).lock);
    expect([world.read("state/unsent.jsonl"), world.read("home/USER.md")]).toEqual(["s2\ns3\n", "## s1\n\nx\n"]);
    await sendUnsent(deps);
    expect([world.has("state/unsent.jsonl"), world.read("home/MEMORY.md"), world.read("home/USER.md")]).toEqual([
      false,
      "## s2\n\nx\n",
      "## s1\n\nx\n\n## s3\n\nx\n",
    ]);
  });

  it("a move that was cut short is finished by the next flush of it, and nothing of it becomes a pending entry", async () => {
    const { deps, world } = await room({ "home/USER.md": "## A\n\na\n\n## B\n\nb\n" });
    const [from, to] = [resolveDocument(deps.environment, "USER.md"), documentAt(deps.environment, "home", "me/USER.md")];
    const cut = between(deps, (what) => {
      if (what === "commit USER.md") throw new AppError("IO", "no space left");
    });
    await moveSection(cut, from, to, { heading: "A", level: null }).catch(() => undefined);
    expect([world.read("home/USER.md").includes("## A"), world.has("home/me/USER.md")]).toEqual([true, true]);
    const session =
      world
        .names("state/journal")
        .find((name) => name.endsWith(".jsonl"))
        ?.replace(".jsonl", "") ?? "";
    expect(await flush(deps, session)).toEqual([]);
    expect([world.read("home/USER.md"), world.read("home/me/USER.md")]).toEqual(["## B\n\nb\n", "## A\n\na\n"]);
    expect(world.names("home/last-word").filter((name) => name.endsWith(".md.yaml"))).toEqual([]);
  });
});
