// Somebody else is faster, or holds the lock: nothing is lost, nothing is done twice, and the answer says what to do.

import { describe, expect, it } from "vitest";
import {
  accept,
  apply,
  changesFor,
  type Deps,
  editWhole,
  ensureFile,
  flush,
  forgetText,
  listConflicts,
  listProposals,
  moveDocument,
  plan,
  type PlanRequest,
  readReleases,
  receiveText,
  reject,
  releaseLines,
  resolve,
  planRestore,
  restoreFiles,
  rewriteFile,
  rollBack,
  trustProject,
  undoChange,
  writeNow,
  writeWhole,
} from "../../src/deltas/index.ts";
import { documentAt, resolveDocument } from "../../src/knowledge/index.ts";
import { sourceOf } from "../../src/store/index.ts";
import { between, hasty, once } from "./between.ts";
import { ask, failure, room } from "./deps.ts";

const USER = "## Name\n\nAda\n\n## Likes\n\n- tea\n";
const user = ({ environment }: Deps) => resolveDocument(environment, "USER.md");
const mine = (heading: string, content: string) =>
  `  - key: { path: USER.md, heading: ${heading} }\n    operation: update\n    content: ${content}\n`;
const FILE = "home/last-word/USER.md.yaml";

describe("a pending file that a person saves at the same moment", () => {
  it("keeps what they added when entries join it, and when entries leave it", async () => {
    const { deps, world } = await room({ "home/USER.md": USER, [FILE]: `version: "1.0.0"\nsource: me\nentries:\n${mine("Name", "Eve")}` });
    await plan(deps, ask("Likes", "- coffee"));
    const joining = between(
      deps,
      once("write last-word/USER.md.yaml", () => world.write(FILE, `${world.read(FILE)}${mine("First", "one")}`)),
    );
    expect((await flush(joining, "s1")).map(({ status }) => status)).toEqual(["pending"]);
    expect(world.read(FILE).match(/heading: .*/g)).toEqual(["heading: Name }", "heading: First }", "heading: Likes"]);
    const leaving = between(
      deps,
      once("remove last-word/USER.md.yaml", () => world.write(FILE, `${world.read(FILE)}${mine("Second", "two")}`)),
    );
    expect((await apply(leaving)).receipts.map(({ heading, status }) => `${heading} ${status}`)).toEqual([
      "Name applied",
      "First applied",
      "Likes applied",
    ]);
    expect(world.read(FILE).match(/heading: .*/g)).toEqual(["heading: Second }"]);
    expect((await apply(deps)).receipts.map(({ heading }) => heading)).toEqual(["Second"]);
    expect([world.has(FILE), world.read("home/USER.md").match(/^## .*/gm)]).toEqual([
      false,
      ["## Name", "## Likes", "## First", "## Second"],
    ]);
  });

  it.each([1, 2, 3])("loses nothing of theirs where a newer entry replaces an older one, saved before the look number %i", async (look) => {
    const { deps, world } = await room();
    await plan(deps, ask("Likes", "- tea"));
    await flush(deps, "s1");
    await plan(deps, ask("Likes", "- coffee"));
    let looks = 0;
    const joining = between(deps, (what) => {
      if (what === "read last-word/USER.md.yaml" && ++looks === look)
        world.write(FILE, world.read(FILE).replace("entries:\n", `entries:\n${mine("Theirs", "kept")}`));
    });
    await flush(joining, "s1");
    expect((await apply(deps)).problems).toEqual([]);
    const theirs = looks < look ? "" : "## Theirs\n\nkept\n\n";
    expect(world.read("home/USER.md")).toBe(`${theirs}## Likes\n\n- coffee\n`);
  });

  it("is tried five times; then the entry stays in the journal, and the next flush takes it", async () => {
    const { deps, world } = await room({ "home/USER.md": USER, [FILE]: `version: "1.0.0"\nsource: me\nentries:\n${mine("Name", "Eve")}` });
    await plan(deps, ask("Likes", "- coffee"));
    let tries = 0;
    const never = between(deps, (what) => {
      if (what === "write last-word/USER.md.yaml") world.write(FILE, `${world.read(FILE)}# ${++tries}\n`);
    });
    expect((await flush(never, "s1")).map(({ status, why }) => `${status}: ${why ?? ""}`)).toEqual([
      "pending: STALE: the pending file changed while it was being written; the entry stays in the journal",
    ]);
    expect([tries, (await flush(deps, "s1")).map(({ status }) => status)]).toEqual([5, ["pending"]]);
  });

  it("that somebody removed or applied meanwhile is no reason to write it again", async () => {
    const { deps, world } = await room({ "home/USER.md": USER });
    await plan(deps, ask("Likes", "- coffee"));
    await flush(deps, "s1");
    const text = world.read(FILE);
    // Another process applies the same file between the look and the lock.
    const document = await deps.storeFor(null).lockName({ root: "home", path: "USER.md" });
    const late = between(
      deps,
      once(`lock ${document}`, () => apply(deps)),
    );
    expect((await apply(late)).receipts.map(({ status, why }) => `${status}: ${why ?? ""}`)).toEqual([
      "unchanged: this entry was applied before",
    ]);
    expect([world.has(FILE), world.read("home/USER.md").match(/coffee/g)]).toEqual([false, ["coffee"]]);
    // It comes back from a copy, as one that was applied: what is pending next replaces it.
    world.write(FILE, `applied: true\n${text}`);
    await plan(deps, ask("Name", "Eve", { session: "s2" }));
    await flush(deps, "s2");
    expect(world.read(FILE).match(/heading: .*|applied.*/g)).toEqual(['heading: "Name"']);
  });
});

describe("a document that somebody saves at the same moment", () => {
  const saved = async () => {
    const all = await room({ "home/USER.md": USER });
    const save = (moment: string) =>
      between(
        all.deps,
        once(moment, () => all.world.write("home/USER.md", `${USER}\n## Own\n\nmine\n`)),
      );
    return { ...all, save };
  };

  it("is not overwritten by an entry, which stays pending and is applied by the next apply", async () => {
    const { deps, world, save, tell } = await saved();
    await plan(deps, ask("Likes", "- coffee"));
    await flush(deps, "s1");
    const { receipts, problems } = await apply(save("commit USER.md"));
    expect([receipts, tell(problems.map(({ file, error }) => `${file} ${error.code} ${error.hint ?? ""}`))]).toEqual([
      [],
      "/home/USER.md STALE Run the command again; nothing was lost.",
    ]);
    expect((await apply(deps)).receipts.map(({ status }) => status)).toEqual(["applied"]);
    expect(world.read("home/USER.md")).toBe("## Name\n\nAda\n\n## Likes\n\n- coffee\n\n## Own\n\nmine\n");
  });

  it("is written by the memory tool all the same, once; and where it never stops changing the answer says that the entry waits", async () => {
    const { deps, world } = await room({ "home/MEMORY.md": "## Notes\n\n- tea\n" });
    const add = (content: string) => ({ path: "MEMORY.md", heading: "Notes", operation: "append", content, session: "s2" }) as const;
    const save = (text: string) => world.write("home/MEMORY.md", `${world.read("home/MEMORY.md")}${text}`);
    const saving = between(
      deps,
      once("commit MEMORY.md", () => save("\n## Own\n\nmine\n")),
    );
    expect((await writeNow(saving, add("- cake"))).status).toBe("applied");
    expect(world.read("home/MEMORY.md").match(/cake|mine/g)).toEqual(["cake", "mine"]);
    let saves = 0;
    const restless = between(deps, (what) => (what === "commit MEMORY.md" ? save(`${++saves}\n`) : undefined));
    const receipt = await writeNow(restless, add("- pie"));
    expect(receipt).toMatchObject({ status: "pending", why: expect.stringMatching(/^STALE: .* applied later$/) as string });
    await flush(deps, "s2");
    await apply(deps);
    expect(world.read("home/MEMORY.md").match(/cake|pie/g)).toEqual(["cake", "pie"]);
    expect(saves).toBe(5);
  });

  it("is not overwritten by forget, by a restore, or by a text from another machine", async () => {
    const { deps, world, save } = await saved();
    expect(await failure(forgetText(save("write USER.md"), "- tea", [user(deps)]))).toBe(
      "STALE: the document changed meanwhile (Run forget again.)",
    );
    expect(world.read("home/USER.md")).toContain("- tea");
    world.write("home/last-word/x.yaml", "a 4711-secret\n");
    const other = between(
      deps,
      once("write last-word/x.yaml", () => world.write("home/last-word/x.yaml", "b 4711-secret\n")),
    );
    expect(await failure(forgetText(other, "4711-secret", []))).toBe("STALE: a file changed meanwhile (Run forget again.)");
    expect(world.read("home/last-word/x.yaml")).toBe("b 4711-secret\n");
    const source = sourceOf(new TextEncoder().encode("restored\n"));
    const file = { root: "home" as const, path: "USER.md", came: source.sha256, source };
    const restoring = between(
      deps,
      once("bring USER.md", () => world.write("home/USER.md", "newer\n")),
    );
    expect(await failure(restoreFiles(restoring, await planRestore(restoring, [file])))).toBe(
      "STALE: a file changed during the restore (Run restore again.)",
    );
    expect(world.read("home/USER.md")).toBe("newer\n");
    // Judged over one version, and another is there when it would be written.
    const version = (await deps.storeFor(null).read({ root: "home", path: "USER.md" }))?.version ?? null;
    const judged = { ...deps, known: () => (world.write("home/USER.md", "newest\n"), deps.known()) };
    const answer = await receiveText(judged, user(deps), { text: "newer\nsent\n", expect: version, from: "other" });
    expect([answer.kind, world.read("home/USER.md")]).toEqual(["stale", "newest\n"]);
    const now = (await deps.storeFor(null).read({ root: "home", path: "USER.md" }))?.version;
    expect(answer).toEqual({ kind: "stale", actual: now });
  });

  it("a file that is made once is made by the first of two", async () => {
    const { deps, world } = await room();
    const place = { root: "home" as const, path: "last-word/x.yaml" };
    const late = between(
      deps,
      once("write last-word/x.yaml", () => world.write("home/last-word/x.yaml", "first\n")),
    );
    expect([await ensureFile(late, place, "second\n"), world.read("home/last-word/x.yaml")]).toEqual([false, "first\n"]);
  });
});

describe("staging", () => {
  const conflict = async () => {
    const all = await room({ "home/USER.md": USER });
    for (const content of ["- coffee", "- cocoa"]) await plan(all.deps, ask("Likes", content));
    await flush(all.deps, "s1");
    return { ...all, name: (await listConflicts(all.deps))[0]?.file ?? "" };
  };

  it("a staged file that changes while it is settled is told, one that is gone is settled", async () => {
    const { deps, world, name } = await conflict();
    const path = `home/last-word/staging/${name}`;
    const changed = between(
      deps,
      once(`remove last-word/staging/${name}`, () => world.write(path, `${world.read(path)}# mine\n`)),
    );
    expect(await failure(resolve(changed, name, { take: "document" }))).toBe(
      "STALE: the staging file changed meanwhile (Run resolve again.)",
    );
    expect(world.read(path)).toContain("# mine");
    const receipts = await resolve(deps, name, { take: "document" });
    expect([receipts.map(({ status, why }) => [status, why]), world.has(path)]).toEqual([
      [
        ["refused", "the document's text was kept"],
        ["refused", "the document's text was kept"],
      ],
      false,
    ]);
  });

  it("never writes over another file there: a name that is taken is passed over, fifty of them are an error", async () => {
    const { deps, world } = await room({ "home/USER.md": USER });
    const stuck = (after: number): Deps => {
      let count = 0;
      return { ...deps, random: { ...deps.random, hex: (bytes) => (count++ < after ? "00".repeat(bytes) : deps.random.hex(bytes)) } };
    };
    const stagedBy = async (session: string, one: Deps) => {
      for (const content of ["a", "b"]) await plan(deps, ask("Likes", content, { session }));
      return (await flush(one, session)).map(({ status, why }) => [status, why?.split(":")[0]]);
    };
    expect(await stagedBy("s1", stuck(1))).toEqual(Array.from({ length: 2 }, () => ["staged", "DUPLICATE_HEADING"]));
    expect(await stagedBy("s2", stuck(2))).toEqual(Array.from({ length: 2 }, () => ["staged", "DUPLICATE_HEADING"]));
    expect(await stagedBy("s3", stuck(49))).toEqual(Array.from({ length: 2 }, () => ["staged", "DUPLICATE_HEADING"]));
    expect(world.names("home/last-word/staging")).toHaveLength(3);
    expect(await stagedBy("s4", stuck(50))).toEqual(Array.from({ length: 2 }, () => ["pending", "INTERNAL"]));
    expect(world.names("home/last-word/staging")).toHaveLength(3);
  });
});

describe("locks that another process holds", () => {
  it("each act says so, and nothing has changed", async () => {
    const { deps, world } = await room({ "home/USER.md": USER, "home/MEMORY.md": "## Facts\n\n- one\n" });
    await writeNow(deps, ask("Facts", "- two", { path: "MEMORY.md", operation: "append", session: "s9" }));
    await plan(deps, ask("Values", "Calm.", { path: "SOUL.md" }));
    await flush(deps, "s1");
    const [proposal] = await listProposals(deps);
    const memory = resolveDocument(deps.environment, "MEMORY.md");
    const [change] = (await changesFor(deps, memory)).changes.slice(-1);
    const store = deps.storeFor(null);
    const one = hasty(deps);
    const nameOf = (path: string) => store.lockName({ root: "home", path });
    const held = async (name: string, work: () => Promise<unknown>) => {
      const done = await store.lock(name, () => failure(work()), one.lock);
      return done.kind === "done" ? done.value : done.kind;
    };
    const before = ["home/USER.md", "home/MEMORY.md"].map((path) => world.read(path));
    const to = documentAt(deps.environment, "home", "archive/USER.md");
    const acts: readonly (readonly [string, () => Promise<unknown>, string])[] = [
      [
        "USER.md",
        () => writeWhole(one, user(deps), "x\n", { reason: "r" }),
        "LOCKED: another process holds USER.md (Try again; nothing was changed.)",
      ],
      ["USER.md", () => editWhole(one, user(deps), () => "x\n"), "LOCKED: another process holds USER.md (Try again; nothing was changed.)"],
      ["USER.md", () => moveDocument(one, user(deps), to, "r"), "LOCKED: another process holds USER.md (Try again; nothing was changed.)"],
      [
        "archive/USER.md",
        () => moveDocument(one, user(deps), to, "r"),
        "LOCKED: another process holds ~/.config/agents/archive/USER.md (Try again; nothing was changed.)",
      ],
      [
        "MEMORY.md",
        () => undoChange(one, memory, change?.id ?? ""),
        "LOCKED: another process holds the document (Try again; nothing was changed.)",
      ],
      ["USER.md", () => forgetText(one, "- tea", [user(deps)]), "LOCKED: another process holds USER.md (Run forget again to finish.)"],
    ];
    for (const [path, act, wanted] of acts) expect(await held(await nameOf(path), act)).toBe(wanted);
    const rolled = await store.lock(await nameOf("MEMORY.md"), () => rollBack(one, { session: "s9" }), one.lock);
    expect(
      rolled.kind === "done" ? rolled.value.conflicts.map(({ change: id, document, error }) => [id, document, error.code]) : [],
    ).toEqual([[change?.id, "MEMORY.md", "LOCKED"]]);
    const version = (await store.read({ root: "home", path: "USER.md" }))?.version ?? null;
    const sent = () => receiveText(one, user(deps), { text: `${USER}\n## New\n\nx\n`, expect: version, from: "other" });
    const again = "LOCKED: another process holds USER.md (Send it again; nothing was changed.)";
    expect([await held(`arriving ${user(deps).id}`, sent), await held(await nameOf("USER.md"), sent)]).toEqual([again, again]);
    const decided = "LOCKED: the decisions are locked by another process (Try again; nothing was decided.)";
    expect([
      await held("decisions", () => accept(one, proposal?.id ?? "")),
      await held("decisions", () => reject(one, proposal?.id ?? "")),
      await held("releases", () => releaseLines(one, user(deps), ["a"])),
      await held("releases", () => trustProject(one, "/p", true)),
    ]).toEqual([
      decided,
      decided,
      ...Array.from({ length: 2 }, () => "LOCKED: the releases are locked by another process (Try again; nothing was released.)"),
    ]);
    expect((await readReleases(deps)).isTrusted("/p")).toBe(false);
    const place = { root: "home" as const, path: "last-word/x.yaml" };
    expect(await held(await nameOf(place.path), () => rewriteFile(one, place, () => Promise.resolve("x")))).toBe(
      "LOCKED: another process holds the file (Try again; nothing was changed.)",
    );
    const made = await store.lock(await nameOf(place.path), () => ensureFile(one, place, "x"), one.lock);
    expect([made, world.has("home/last-word/x.yaml")]).toEqual([{ kind: "done", value: false }, false]);
    expect(["home/USER.md", "home/MEMORY.md"].map((path) => world.read(path))).toEqual(before);
    expect((await listProposals(deps)).map(({ id }) => id)).toEqual([proposal?.id]);
  });

  it("the memory tool's entry stays in the journal, with and without a budget, and the next flush brings it to the document", async () => {
    const { deps, world, tell } = await room({ "home/MEMORY.md": "## Facts\n\n- one\n", "project/notes.md": "## A\n\na\n" });
    const store = deps.storeFor(deps.environment.project);
    const write = async (root: "home" | "project", path: string, request: PlanRequest) => {
      const name = await store.lockName({ root, path });
      const done = await store.lock(name, () => writeNow(hasty(deps), request), hasty(deps).lock);
      return done.kind === "done" ? done.value : null;
    };
    const fact = ask("Facts", "- two", { path: "MEMORY.md", operation: "append" });
    expect(tell(await write("home", "MEMORY.md", fact))).toMatchInlineSnapshot(
      `"entry: e_1 | status: pending | document: MEMORY.md | heading: Facts | before: ae95d3… | after: null | why: LOCKED: another process holds the document; the entry stays in the journal"`,
    );
    await flush(deps, "s1");
    expect((await apply(deps)).receipts.map(({ status }) => status)).toEqual(["applied"]);
    expect(world.read("home/MEMORY.md")).toBe("## Facts\n\n- one\n- two\n");
  });

  it("a journal that is in use when it would be put away stays, and is put away the next time", async () => {
    const { deps, world } = await room();
    await plan(deps, ask("Likes", "- coffee"));
    let count = 0;
    const store = deps.storeFor(null);
    // The first lock of the journal is for the word that the group is settled; the second one is to put it away.
    const busy = between(hasty(deps), (what) => {
      if (what === "lock journal s1" && ++count === 2)
        return new Promise<void>((begun) => void store.lock("journal s1", () => (begun(), held)));
      return undefined;
    });
    let release = () => {};
    const held = new Promise<void>((resolve_) => (release = resolve_));
    await flush(busy, "s1");
    expect([world.has("state/journal/s1.jsonl"), world.has("state/journal/settled/s1.jsonl")]).toEqual([true, false]);
    release();
    await held;
    await flush(deps, "s1");
    expect([world.has("state/journal/s1.jsonl"), world.has("state/journal/settled/s1.jsonl")]).toEqual([false, true]);
  });
});
