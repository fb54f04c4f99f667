// What is on people's disks: names of ledgers, lines that were damaged, and files that an act does not concern.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  apply,
  blame,
  changesFor,
  findChange,
  flush,
  forgetText,
  listLedgers,
  newestChanges,
  plan,
  showAt,
  signedChanges,
  writeWhole,
} from "../../src/deltas/index.ts";
import { documentAt, resolveDocument } from "../../src/knowledge/index.ts";
import { between } from "./between.ts";
import { failure, room } from "./deps.ts";

describe("ledgers on disk", () => {
  it("are named by their document and twelve signs of its hash; a person's own begin with me--, and nobody else's do", async () => {
    const { deps, world } = await room();
    const paths = ["USER.md", "me/USER.md", "me--x.md", "ME--x.md", "a b&c 文.md", `${"n".repeat(70)}.md`, "home.md"];
    for (const path of paths) await writeWhole(deps, documentAt(deps.environment, "home", path), "x\n", { reason: "r" });
    const names = world.names("state/ledger").filter((name) => name.endsWith(".jsonl"));
    expect(names.map((name) => name.replace(/-[0-9a-f]{12}\.jsonl$/, "")).toSorted()).toEqual(
      ["USER.md", "me--USER.md", "_me--x.md", "_ME--x.md", "a_b_c_文.md", "n".repeat(60), "home.md"].toSorted(),
    );
    expect((await listLedgers(deps.storeFor(null))).map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  });

  it("say whose they are: a project's ledger names its project, also where another one is open", async () => {
    const { deps } = await room();
    const { project } = deps.environment;
    await writeWhole(deps, resolveDocument(deps.environment, "./notes.md"), "x\n", { reason: "r" });
    await writeWhole(deps, resolveDocument(deps.environment, "USER.md"), "x\n", { reason: "r" });
    const wanted = [
      { root: "home", project: null, path: "USER.md" },
      { root: "project", project, path: "notes.md" },
    ];
    const byPath = (all: readonly { readonly path: string }[]) => all.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const store = deps.storeFor(null);
    const told = [];
    for await (const { document } of newestChanges(store)) told.push(document);
    expect([byPath(await listLedgers(store)), byPath(told), project === null]).toEqual([wanted, wanted, false]);
  });

  it("a damaged line is told by its number, wherever it is, by whatever reads it", async () => {
    const { deps, world } = await room();
    const document = resolveDocument(deps.environment, "USER.md");
    for (const text of ["a\n", "b\n", "c\n"]) await writeWhole(deps, document, text, { reason: "r" });
    const name = world.names("state/ledger").find((each) => each.endsWith(".jsonl")) ?? "";
    const lines = world.read(`state/ledger/${name}`).split("\n");
    const changes = lines.flatMap((line, at) => (line.includes('"kind":"whole"') ? [at] : []));
    for (const [nth, at] of changes.entries()) {
      world.write(`state/ledger/${name}`, lines.map((line, index) => (index === at ? line.replace('"v":1', '"v":9') : line)).join("\n"));
      const error = (await changesFor(deps, document).catch((each: unknown) => each)) as { line?: number; code?: string };
      expect([nth, error.line]).toEqual([nth, nth + 2]);
    }
  });

  it("an entry is found by the change that it made, not by the look that left everything as it was", async () => {
    const { deps } = await room({ "home/USER.md": "## A\n\na\n" });
    const receipt = await plan(deps, { path: "USER.md", heading: "A", content: null, operation: "no-op", session: "s1" });
    const made = await plan(deps, { path: "USER.md", heading: "A", content: "b", session: "s2" });
    for (const session of ["s1", "s2"]) await flush(deps, session);
    await apply(deps);
    const document = resolveDocument(deps.environment, "USER.md");
    expect((await changesFor(deps, document)).changes.map(({ kind }) => kind)).toEqual(["first", "considered", "entry"]);
    const found = async (id: string) => (await findChange(deps, id))?.change.kind;
    expect([await found(receipt.entry), await found(made.entry), await found("e_none")]).toEqual([undefined, "entry", undefined]);
    expect(await failure(showAt(deps, document, "2026-13-01"))).toMatch(/^BAD_INPUT/);
  });
});

describe("documents on disk", () => {
  it.each([
    ["in the first line", [0xff, 10, 97], 1],
    ["in the second", [97, 10, 0xff, 97, 10, 97], 2],
    ["in the last, without a line break", [97, 10, 10, 97, 0xc3], 3],
    ["over a line break", [97, 0xe4, 10, 97], 1],
  ])("that are no UTF-8 are told with the line of the first wrong byte: %s", async (_, bytes, line) => {
    const { deps, world } = await room();
    world.write("home/USER.md", Uint8Array.from(bytes));
    await expect(changesFor(deps, resolveDocument(deps.environment, "USER.md"))).rejects.toMatchObject({ code: "NOT_UTF8", line });
  });

  it("that a person removes, and makes again, are told as removed and as theirs; one that never was has no history", async () => {
    const { deps, world } = await room();
    const document = resolveDocument(deps.environment, "USER.md");
    expect((await changesFor(deps, document)).changes).toEqual([]);
    await writeWhole(deps, document, "a\n", { reason: "r" });
    rmSync(join(world.home, "USER.md"));
    const told = async () => (await changesFor(deps, document)).changes.map(({ kind, document: hash }) => [kind, hash === null]);
    expect(await told()).toEqual([
      ["whole", false],
      ["removed", true],
    ]);
    world.write("home/USER.md", "b\n");
    expect(await told()).toEqual([
      ["whole", false],
      ["hand", false],
    ]);
    await writeWhole(deps, document, "c\n", { reason: "r" });
    expect((await told()).map(([kind]) => kind)).toEqual(["whole", "hand", "whole"]);
  });

  it("X26 a change says who entered it where the database knows better than the change", async () => {
    const { deps } = await room();
    const document = resolveDocument(deps.environment, "USER.md");
    for (const text of ["a\n", "a\nb\n"]) await writeWhole(deps, document, text, { reason: "r" });
    const [first, second] = (await changesFor(deps, document)).changes;
    const signed = (signers: ReadonlyMap<string, string>) => ({
      ...deps,
      storeFor: (project: string | null) => ({ ...deps.storeFor(project), signers: () => Promise.resolve(signers) }),
    });
    const carl = signed(new Map([[second?.id ?? "", "carl (psql)"]]));
    expect(await signedChanges(carl, document)).toStrictEqual([{ ...second, entered: "carl (psql)" }, first]);
    expect((await blame(carl, document)).map(({ text, change }) => [text, change.entered])).toEqual([
      ["a", undefined],
      ["b", "carl (psql)"],
    ]);
    expect(await signedChanges(signed(new Map()), document)).toStrictEqual([second, first]);
    expect(await signedChanges(carl, document, { limit: 1 })).toStrictEqual([{ ...second, entered: "carl (psql)" }]);
  });
});

describe("forgetting", () => {
  it("X22 writes only the logs and files that held the text; a trial writes none, and counts the same", async () => {
    const { deps, world } = await room({ "home/MEMORY.md": "## A\n\n- green room\n- x\n", "home/last-word/a.yaml": "x: green room\n" });
    for (const [session, content] of [
      ["s1", "the green room"],
      ["s2", "the red room"],
    ] as const)
      await plan(deps, { path: "USER.md", heading: session, content, session });
    world.write("home/last-word/b.yaml", "x: red room\n");
    mkdirSync(join(world.state, "sessions"), { recursive: true });
    world.write("state/sessions/note.txt", "green room\n");
    const moments: string[] = [];
    const watched = between(deps, (what) => {
      if (/^(?:write|rewriteLog|remove|commit|append) /.test(what)) moments.push(what);
    });
    const documents = [resolveDocument(deps.environment, "MEMORY.md"), resolveDocument(deps.environment, "SOUL.md")];
    const counted = await forgetText(watched, "green room", documents, { isTrial: true });
    expect([counted, moments]).toEqual([{ documents: 1, versions: 1, logs: 1, files: 1 }, []]);
    expect(await forgetText(watched, "green room", documents)).toEqual(counted);
    expect(moments.map((what) => what.replace(/-[0-9a-f]{12}/, "")).toSorted()).toEqual(
      ["rewriteLog journal/s1.jsonl", "write MEMORY.md", "write last-word/a.yaml"].toSorted(),
    );
    expect(world.read("home/MEMORY.md")).toBe("## A\n\n- x\n");
    moments.length = 0;
    expect([await forgetText(watched, "green room", documents), moments]).toEqual([{ documents: 0, versions: 0, logs: 0, files: 0 }, []]);
  });
});
