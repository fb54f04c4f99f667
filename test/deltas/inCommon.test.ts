// A mind in common, in this process: who is named, whose word counts, and what becomes of entries while the database is away.

import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import type { Mind } from "codicil";
import {
  accept,
  apply,
  changesFor,
  type Deps,
  flush,
  listPlannedProposals,
  listProposals,
  plan,
  type PlanRequest,
  sendUnsent,
  writeNow,
} from "../../src/deltas/index.ts";
import { resolveDocument } from "../../src/knowledge/index.ts";
import type { World } from "../kit.ts";
import { database, machines, pointElsewhere } from "../many/rig.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { bytes, home, random } from "../store/rig.ts";

const ME = `owner@${hostname()}`;
const ask = (path: string, heading: string, content: string, more: Partial<PlanRequest> = {}): PlanRequest => ({
  path,
  heading,
  content,
  session: "s1",
  ...more,
});
const opened = async (world: World, wait = "5000"): Promise<Mind> => world.open({ env: { HOME: world.root, CODICIL_STORE_WAIT: wait } });
const statuses = (receipts: readonly { readonly status: string }[]) => receipts.map(({ status }) => status);
const applyAll = async (deps: Deps) => statuses((await apply(deps)).receipts);

describe.skipIf(noPostgres !== null)(`entries in a mind in common${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();

  it("X26 name the login and machine that planned them, and changes those that wrote them; a project's document names nobody", async () => {
    const [world] = (await machines(server(), freshMind(), 1)) as [World];
    world.write("project/notes.md", "## A\n\na\n");
    const { deps } = await opened(world);
    await plan(deps, ask("USER.md", "Name", "Ada"));
    await plan(deps, ask("./notes.md", "A", "b"));
    await plan(deps, ask("SOUL.md", "Values", "Calm."));
    const journal = world.read("state/journal/s1.jsonl").trim().split("\n");
    expect(journal.map((line) => (JSON.parse(line) as { entry: { meta: { planned_by?: string } } }).entry.meta.planned_by)).toEqual([
      ME,
      undefined,
      ME,
    ]);
    expect((await listPlannedProposals(deps, "s1")).map(({ document, from }) => [document, from])).toEqual([["SOUL.md", ME]]);
    await flush(deps, "s1");
    expect(await applyAll(deps)).toEqual(["proposed", "applied", "applied"]);
    expect((await listProposals(deps)).map(({ from, changedBy }) => [from, changedBy])).toEqual([[ME, undefined]]);
    const from = async (key: string) =>
      (await changesFor(deps, resolveDocument(deps.environment, key))).changes.map((change) => change.from);
    expect([await from("USER.md"), await from("./notes.md")]).toEqual([[ME], [undefined, undefined]]);
    await writeNow(deps, ask("MEMORY.md", "Notes", "- tea", { operation: "append", session: "s2" }));
    expect(await from("MEMORY.md")).toEqual([ME]);
  });

  it("X26 X3 of another machine's agent are judged by what they say of themselves, and by the role, whatever the file says by then", async () => {
    const [a, b] = (await machines(server(), freshMind(), 2)) as [World, World];
    const [here, there] = [(await opened(a)).deps, (await opened(b)).deps];
    await plan(here, ask("USER.md", "Name", "Ada"));
    await plan(here, ask("SOUL.md", "Values", "Calm."));
    await plan(here, ask("USER.md", "Held", "- x", { origin: "web" }));
    await flush(here, "s1");
    // Somebody takes the marks off.
    const store = database.open({ address: server().address(mindOf(a)), random, machine: "hand" });
    for (const name of ["SOUL.md", "USER.md"]) {
      const place = home(`last-word/${name}.yaml`);
      const stored = await store.read(place);
      const text = Buffer.from(stored?.bytes ?? [])
        .toString("utf8")
        .replaceAll(/ +state: "?proposed"?\n/g, "");
      await database.writerOf(store).write(place, bytes(text), stored?.version ?? null);
    }
    await store.close();
    const receipts = (await apply(there)).receipts.map(({ document, heading, status }) => `${document} ${heading} ${status}`);
    expect(receipts.toSorted()).toEqual(["SOUL.md Values proposed", "USER.md Held proposed", "USER.md Name applied"]);
  });

  it("X26 of somebody who may only propose need approval, whatever they say of themselves, and say who changed the file", async () => {
    const mind = freshMind();
    const [a] = (await machines(server(), mind, 1)) as [World];
    const { deps } = await opened(a);
    await plan(deps, ask("USER.md", "Name", "Ada"));
    await flush(deps, "s1");
    expect(await applyAll(deps)).toEqual(["applied"]);
    const carl = `carl_${mind}`;
    await server().sql.unsafe(`create role ${carl} login password 'x'; grant codicil_${mind}_contributor to ${carl}`);
    const store = database.open({ address: server().address(mind, { user: carl, password: "x" }), random, machine: "carl" });
    const entry = (id: string, heading: string) =>
      `  - key: { path: ~/.config/agents/USER.md, heading: ${heading} }\n    operation: update\n    content: Carl\n    meta: { id: ${id}, origin: user }\n`;
    const delta = `version: "1.0.0"\nsource: carl\nentries:\n${entry("e_1", "Name")}${entry("e_2", "Likes")}`;
    await database.writerOf(store).write(home("last-word/CARL.yaml"), bytes(delta), null);
    await store.close();
    expect(await applyAll(deps)).toEqual(["proposed", "proposed"]);
    const proposals = await listProposals(deps);
    expect(proposals.map(({ id, changedBy, from }) => [id, changedBy?.split(" ")[0], from])).toEqual([
      ["e_1", carl, undefined],
      ["e_2", carl, undefined],
    ]);
    expect((await accept(deps, "e_1", { hash: proposals[0]?.hash ?? "" })).status).toBe("applied");
    expect(a.read("home/USER.md")).toBe("## Name\n\nCarl\n");
    expect([(await listProposals(deps)).map(({ id }) => id), await applyAll(deps)]).toEqual([["e_2"], ["proposed"]]);
  });

  it("X26 stay in this machine's journal while the database is away; a retry is the same entry, and each arrives once", async () => {
    const [world] = (await machines(server(), freshMind(), 1)) as [World];
    await writeNow((await opened(world)).deps, ask("MEMORY.md", "Notes", "- first", { operation: "append" }));
    const back = pointElsewhere(world);
    const { deps } = await opened(world, "300");
    const note = (line: string, more: Partial<PlanRequest> = {}) =>
      writeNow(deps, ask("MEMORY.md", "Notes", line, { operation: "append", ...more }));
    const first = await note("- offline");
    expect([first.status, first.why]).toEqual([
      "pending",
      expect.stringMatching(/^STORE_\w+: .*; the entry is in this machine's journal and is applied when the database takes it$/),
    ]);
    const others = [
      await note("- offline"),
      await note("- other"),
      await note("- offline", { heading: "More" }),
      await note("- offline", { session: "s2" }),
    ];
    expect(others.map(({ entry, status }) => [entry === first.entry, status])).toEqual([
      [true, "pending"],
      [false, "pending"],
      [false, "pending"],
      [false, "pending"],
    ]);
    expect((await note("- second", { operation: "replace", old: "- first", session: "s4" })).status).toBe("pending");
    await plan(deps, ask("USER.md", "Name", "Ada", { session: "s3" }));
    expect((await flush(deps, "s3")).map(({ status, why }) => [status, why?.replace(/:.*;/, ":…;")])).toEqual([
      ["pending", expect.stringMatching(/^STORE_\w+:…; the entry stays in the journal$/)],
    ]);
    expect([...new Set(world.read("state/unsent.jsonl").trim().split("\n"))]).toEqual(["s1", "s2", "s4", "s3"]);
    // It is still away: everything stays.
    await sendUnsent(deps);
    expect([...new Set(world.read("state/unsent.jsonl").trim().split("\n"))]).toEqual(["s1", "s2", "s4", "s3"]);
    back();
    const again = await opened(world);
    await sendUnsent(again.deps);
    expect([world.has("state/unsent.jsonl"), world.read("home/MEMORY.md"), world.read("home/USER.md")]).toEqual([
      false,
      "## Notes\n\n- second\n- offline\n- other\n- offline\n\n## More\n\n- offline\n",
      "## Name\n\nAda\n",
    ]);
    expect(await applyAll(again.deps)).toEqual([]);
  });
});

const mindOf = (world: World) => /mind=(\w+)/.exec(world.read("home/last-word/config.yaml"))?.[1] ?? "";
