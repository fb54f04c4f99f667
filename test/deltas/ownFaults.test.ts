// A fault of the program itself is never told as something else: it reaches whoever called, and what was there stays.

import { describe, expect, it } from "vitest";
import { AppError } from "../../src/base/index.ts";
import {
  accept,
  apply,
  type Deps,
  ensureFile,
  flush,
  forgetText,
  listConflicts,
  listProposals,
  plan,
  receiveText,
  reject,
  resolve,
  rollBack,
  sendUnsent,
  writeNow,
} from "../../src/deltas/index.ts";
import { resolveDocument } from "../../src/knowledge/index.ts";
import { between } from "./between.ts";
import { room } from "./deps.ts";

const USER = "## Name\n\nAda\n\n## Likes\n\n- tea\n";

/** Something of everything: a pending entry, a proposal, a conflict, a change, a session that was not sent, a project's delta. */
async function full() {
  const all = await room({ "home/USER.md": USER });
  const { deps, world } = all;
  const ask = (heading: string, content: string, session: string, path = "USER.md") => ({ path, heading, content, session });
  await writeNow(deps, { ...ask("Facts", "- one", "s0", "MEMORY.md"), operation: "append" });
  await plan(deps, ask("Name", "Eve", "s1"));
  await flush(deps, "s1");
  await plan(deps, ask("Values", "Calm.", "s2", "SOUL.md"));
  await flush(deps, "s2");
  for (const content of ["- a", "- b"]) await plan(deps, ask("Likes", content, "s3"));
  await flush(deps, "s3");
  await plan(deps, ask("Later", "x", "s4"));
  world.write("state/unsent.jsonl", "s4\n");
  const [proposal] = await listProposals(deps);
  const [conflict] = await listConflicts(deps);
  return { ...all, proposal: proposal?.id ?? "", staged: conflict?.file ?? "" };
}
type Full = Awaited<ReturnType<typeof full>>;

const ACTS: readonly (readonly [name: string, moment: RegExp, act: (deps: Deps, all: Full) => Promise<unknown>])[] = [
  ["apply, while a document is written", /^commit USER\.md/, (deps) => apply(deps)],
  ["apply, while a pending file is read", /^read last-word\/USER\.md\.yaml/, (deps) => apply(deps)],
  ["flush, while a pending file is read", /^read last-word\/USER\.md\.yaml/, (deps) => flush(deps, "s4")],
  ["flush, while a pending file is written", /^write last-word\/USER\.md\.yaml/, (deps) => flush(deps, "s4")],
  ["the list of conflicts, while it is read", /^read last-word\/staging/, (deps) => listConflicts(deps)],
  ["the list of conflicts, while the document is read", /^read USER\.md/, (deps) => listConflicts(deps)],
  ["the list of proposals", /^read last-word\/SOUL/, (deps) => listProposals(deps)],
  ["resolve, while a document is written", /^commit USER\.md/, (deps, { staged }) => resolve(deps, staged, { take: "entry" })],
  ["accept, while the word is written", /^append decisions/, (deps, { proposal }) => accept(deps, proposal)],
  ["accept, while the document is written", /^commit SOUL\.md/, (deps, { proposal }) => accept(deps, proposal)],
  ["reject, while the file is removed", /^remove last-word\/SOUL/, (deps, { proposal }) => reject(deps, proposal)],
  ["rolling back", /^commit MEMORY\.md/, (deps) => rollBack(deps, { session: "s0" })],
  ["sending what was not sent", /^lock flush s4/, (deps) => sendUnsent(deps)],
  [
    "the memory tool",
    /^commit MEMORY\.md/,
    (deps) => writeNow(deps, { path: "MEMORY.md", heading: "Facts", content: "- two", operation: "append", session: "s5" }),
  ],
  ["forgetting", /^rewriteLog ledger/, (deps) => forgetText(deps, "- one", [])],
  ["making a file", /^write last-word\/z/, (deps) => ensureFile(deps, { root: "home", path: "last-word/z.yaml" }, "z")],
  [
    "a text from elsewhere",
    /^commit USER\.md/,
    async (deps) =>
      receiveText(deps, resolveDocument(deps.environment, "USER.md"), {
        text: `${USER}\n## New\n\nx\n`,
        expect: (await deps.storeFor(null).read({ root: "home", path: "USER.md" }))?.version ?? null,
        from: "other",
      }),
  ],
];

describe("a fault of the program", () => {
  it.each(ACTS)("reaches whoever called: %s", async (_, moment, act) => {
    const all = await full();
    const broken = between(all.deps, (what) => {
      if (moment.test(what)) throw new TypeError(`no such thing at ${what}`);
    });
    await expect(act(broken, all)).rejects.toThrow(TypeError);
    expect(all.world.read("home/USER.md")).toBe(USER);
  });

  it("negative control: what the disk says is told, and everything else goes on", async () => {
    const { deps, world } = await full();
    const full_ = between(deps, (what) => {
      if (what === "commit USER.md") throw new AppError("IO", "no space left", { file: "USER.md" });
    });
    await plan(deps, { path: "./notes.md", heading: "A", content: "a", session: "s6" });
    await flush(deps, "s6");
    const { receipts, problems } = await apply(full_);
    expect([problems.map(({ file, error }) => `${file} ${error.code}`), world.read("project/notes.md")]).toEqual([
      ["USER.md IO"],
      "## A\n\na\n",
    ]);
    expect(receipts.map(({ document, status }) => `${document} ${status}`).toSorted()).toEqual(["./notes.md applied", "SOUL.md proposed"]);
    const busy = between(deps, (what) => {
      if (what.startsWith("lock flush")) throw new AppError("IO", "no space left");
    });
    await sendUnsent(busy);
    expect(world.read("state/unsent.jsonl")).toBe("s4\n");
    const stuck = between(deps, (what) => {
      if (what === "commit MEMORY.md") throw new AppError("IO", "no space left");
    });
    expect((await rollBack(stuck, { session: "s0" })).conflicts.map(({ document, error }) => [document, error.code])).toEqual([
      ["MEMORY.md", "IO"],
    ]);
    const write = writeNow(stuck, { path: "MEMORY.md", heading: "Facts", content: "- two", operation: "append", session: "s5" });
    await expect(write).rejects.toMatchObject({ code: "IO" });
  });
});
