// What is one person's own, in a mind of a team: ada has two machines, bob has one. Ada's word is looked for in everything
// that bob can reach: SQL, copies, recall, prompt, status, notices.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { bringHome, hasTerminal, makeWarmWorld as makeWorld, plan, USER, type World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { makeCarried } from "./gitRig.ts";

const CANARY = "quetzalcoatlus";
const OWN_USER = "~/.config/agents/me/USER.md";

describe.skipIf(noPostgres !== null)(`audience in a team's mind${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const mind = freshMind();
  const schema = `codicil_${mind}`;
  const password = (name: string) => `${name}-word`;
  let machines: { ada: World; adaToo: World; bob: World };
  let bobs: ReturnType<typeof postgres>;
  const heard: string[] = [];

  const join_ = (name: string): World => {
    const machine = makeWorld({ keep: true });
    const joined = machine.run(["move", "--to", server().address(mind, { user: name, password: password(name) })]);
    if (joined.code !== 0) throw new Error(joined.err);
    return machine;
  };

  beforeAll(async () => {
    const owner = makeWorld({ keep: true });
    owner.run(["init", "--yes"]);
    owner.write("home/USER.md", USER);
    if (owner.run(["move", "--to", server().address(mind)]).code !== 0) throw new Error("no mind");
    owner.remove();
    for (const name of ["ada", "bob"])
      await server().sql.unsafe(`create role ${name} login password '${password(name)}'; grant ${schema}_maintainer to ${name}`);
    bobs = postgres({
      host: "127.0.0.1",
      port: server().port,
      user: "bob",
      password: password("bob"),
      database: "postgres",
      max: 2,
      onnotice: () => undefined,
    });
    await bobs.listen(schema, (payload) => heard.push(payload));
    machines = { ada: join_("ada"), adaToo: join_("ada"), bob: join_("bob") };
  });
  afterAll(async () => {
    await bobs?.end({ timeout: 0 });
    for (const machine of Object.values(machines ?? {})) machine.remove();
  });

  const WAYS = [
    ["prompt"],
    ["status", "--json"],
    ["log", "--json"],
    ["review", "--json"],
    ["show", "USER.md"],
    ["audience", "user"],
    ["doctor", "--json"],
  ];
  /** Where bob finds a word: every table in SQL, every file of his machine, notices, and what his program says. */
  const reachedByBob = async (word: string, ways: readonly string[][] = []): Promise<string[]> => {
    const found: string[] = [];
    const { bob } = machines;
    bob.run(["sync"]);
    const tables = await server().sql.unsafe(
      `select relname from pg_class where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'v', 'm', 'p')`,
    );
    for (const { relname } of tables) {
      const rows = await bobs
        .unsafe(`select t.*::text as row from (select * from ${schema}.${String(relname)}) t`)
        .catch((error: { code: string }) => (error.code === "42501" ? [] : Promise.reject(error as unknown as Error)));
      const text = rows.map((row) => String(row["row"])).join("\n");
      if (text.includes(word) || text.includes(Buffer.from(word).toString("hex"))) found.push(`table ${String(relname)}`);
    }
    for (const args of [["recall", word, "--json"], ...ways]) {
      if (bob.run(args).out.includes(word)) found.push(args.join(" "));
    }
    for (const file of filesBelow(bob.root)) if (readFileSync(file).includes(word)) found.push(file.slice(bob.root.length));
    if (heard.some((payload) => payload.includes(word) || payload.includes("me/"))) found.push("notices");
    return found;
  };

  it("negative control: what ada writes for the team, bob reaches by every way", async () => {
    const { ada } = machines;
    plan(ada, { path: "USER.md", heading: "Pets", op: "update", content: "- a hedgehog called stegosaurus", session: "s1" });
    bringHome(ada);
    const found = await reachedByBob("stegosaurus", WAYS);
    expect(found).toEqual(
      expect.arrayContaining(["table places", "table lines", "recall stegosaurus --json", "prompt", "show USER.md", "/home/USER.md"]),
    );
  });

  it("what is ada's own is on both her machines, and nowhere that bob can reach: document, ledger, pending, proposed, staged", async () => {
    const { ada, adaToo } = machines;
    // Applied.
    expect(
      plan(ada, { path: "USER.md", heading: "Health", op: "update", content: `- ${CANARY} one`, audience: "me", session: "s2" }),
    ).toMatchObject({ document: OWN_USER });
    bringHome(ada, "s2");
    // Pending, for another document; and proposed; and staged.
    plan(ada, { path: "MEMORY.md", heading: "Doctor", op: "update", content: `- ${CANARY} two`, audience: "me", session: "s3" });
    plan(ada, { path: "SOUL.md", heading: "Mood", op: "update", content: `- ${CANARY} three`, audience: "me", session: "s3" });
    plan(ada, { path: "USER.md", heading: "Twice", op: "update", content: `- ${CANARY} four`, audience: "me", session: "s4" });
    plan(ada, { path: "USER.md", heading: "Twice", op: "update", content: `- ${CANARY} five`, audience: "me", session: "s4" });
    ada.run(["flush"]);
    expect(
      adaToo.run(["status", "--json"]).json<{ pending: { document: string; state: string }[]; staged: { code: string }[] }>(),
    ).toMatchObject({
      pending: [
        { document: "~/.config/agents/me/MEMORY.md", state: "pending" },
        { document: "~/.config/agents/me/SOUL.md", state: "proposed" },
      ],
      staged: [{ code: "DUPLICATE_HEADING", document: OWN_USER }],
    });
    expect(adaToo.read("home/me/USER.md")).toBe(`## Health\n\n- ${CANARY} one\n`);
    expect(await reachedByBob(CANARY)).toEqual([]);
    // A word on it, by the other machine; and an outside edit there.
    const [proposal] = adaToo.run(["review", "--json"]).json<{ id: string; document: string }[]>();
    expect(adaToo.onTerminal(["accept", proposal?.id ?? ""]).code).toBe(0);
    adaToo.run(["apply"]);
    adaToo.write("home/me/USER.md", `${adaToo.read("home/me/USER.md")}- ${CANARY} by hand\n`);
    expect(adaToo.run(["sync", "--json"]).json()).toMatchObject({ sent: [OWN_USER] });
    expect(ada.run(["sync", "--json"]).json<{ received: string[] }>().received).toContain(OWN_USER);
    expect(ada.read("home/me/USER.md")).toContain("by hand");
    expect(ada.read("home/me/MEMORY.md")).toContain("two");
    expect(ada.read("home/me/SOUL.md")).toContain("three");
    expect(ada.run(["log", OWN_USER, "--json"]).json()).toEqual(adaToo.run(["log", OWN_USER, "--json"]).json());
    expect(ada.run(["recall", CANARY, "--json"]).json<unknown[]>().length).toBeGreaterThan(2);
    expect(ada.run(["prompt"]).out).toContain(`${CANARY} one`);
    expect(ada.run(["recall", CANARY, "--scope", "shared"]).out).not.toContain(CANARY);
    expect(ada.run(["prompt", "--session-type", "shared"]).out).not.toContain(CANARY);
    expect(await reachedByBob(CANARY, WAYS)).toEqual([]);
  });

  it("verdicts that ada's machine sends tell bob, a maintainer, nothing of what is hers", async () => {
    const { ada } = machines;
    const { decide, openMind } = await import("codicil");
    const mind = await openMind({ home: ada.home, state: ada.state, cwd: ada.project, env: { HOME: ada.root } });
    await decide(mind, { call: { tool: "memory_add", input: { role: "user", section: "Health", content: `${CANARY} six` } } });
    await decide(mind, { call: { tool: "shell", command: `echo '${CANARY} by hand'` } });
    await decide(mind, { call: { tool: "shell", command: "echo diplodocus" } });
    await mind.close();
    expect(ada.run(["sync"]).code).toBe(0);
    expect(await reachedByBob("diplodocus")).toContain("table events");
    expect(await reachedByBob(CANARY)).toEqual([]);
  });

  it("bob has a me/USER.md of his own under the same name, and neither sees the other's; the owner's machine has neither", async () => {
    const { ada, bob } = machines;
    plan(bob, { path: "USER.md", heading: "Health", op: "update", content: "- bob sleeps badly", audience: "me", session: "b1" });
    bringHome(bob, "b1");
    expect(bob.read("home/me/USER.md")).toBe("## Health\n\n- bob sleeps badly\n");
    ada.run(["sync"]);
    expect(ada.read("home/me/USER.md")).not.toContain("bob");
    expect(await reachedByBob(CANARY)).toEqual([]);
    const owner = makeWorld();
    expect(owner.run(["move", "--to", server().address(mind)]).code).toBe(0);
    expect(owner.has("home/me")).toBe(false);
    for (const args of [
      ["recall", CANARY],
      ["recall", "sleeps badly"],
      ["status", "--json"],
      ["log", "--json"],
    ])
      expect(owner.run(args).out).not.toMatch(new RegExp(`${CANARY}|sleeps badly|agents/me/`));
  });

  it("a section taken to me leaves the team's document everywhere, and forget leaves nothing of it for bob", async () => {
    const { ada, bob } = machines;
    plan(ada, { path: "USER.md", heading: "Address", op: "update", content: "- Archaeopteryx Lane 7", session: "s6" });
    bringHome(ada, "s6");
    expect(await reachedByBob("Archaeopteryx")).toContain("/home/USER.md");
    expect(ada.run(["audience", "USER.md#Address", "me"]).err).toContain("stays in the history of USER.md");
    bob.run(["sync"]);
    expect(bob.read("home/USER.md")).not.toContain("Archaeopteryx");
    expect(ada.read("home/me/USER.md")).toContain("Archaeopteryx Lane 7");
    // As it says: history still has it.
    expect(await reachedByBob("Archaeopteryx")).toContain("table lines");
    expect(ada.run(["audience", "USER.md#Address", "--json"]).json()).toMatchObject([{ audience: "me", document: OWN_USER }]);
    expect(bob.run(["audience", "USER.md#Address", "--json"]).json()).toMatchObject({ error: { code: "HEADING_NOT_FOUND" } });
    if (!hasTerminal) return;
    expect(ada.onTerminal(["forget", "Archaeopteryx Lane 7", "--everywhere"]).code).toBe(0);
    expect(await reachedByBob("Archaeopteryx")).toEqual([]);
  });

  it("what a team's delta says of somebody's own is staged, on whichever machine; secrets are refused in me/ too", async () => {
    const { ada, bob } = machines;
    const before = ada.read("home/me/USER.md");
    await bobs.unsafe(
      `insert into ${schema}.places (root, path, folder, kind, bytes, version) values ('home', 'last-word/bob.yaml', 'last-word', 'document', $1, encode(sha256($1), 'hex'))`,
      [
        Buffer.from(
          `version: "1.0.0"\nsource: bob\nentries:\n  - key:\n      path: ~/.config/agents/me/USER.md\n      heading: Health\n    operation: update\n    content: "from bob"\n    meta: { id: e_bob_1, origin: user }\n`,
        ),
      ],
    );
    expect(
      ada
        .run(["apply", "--json"])
        .json<Receipt[]>()
        .find(({ entry }) => entry === "e_bob_1"),
    ).toMatchObject({ status: "staged", why: expect.stringMatching(/^AUDIENCE/) as string });
    expect([ada.read("home/me/USER.md"), bob.read("home/me/USER.md").includes("from bob")]).toEqual([before, false]);
    const secret = `AKIA${"IOSFODNN7"}${"EXAMPLQ"}`;
    expect(
      plan(ada, { path: "USER.md", heading: "Keys", op: "update", content: `key ${secret}`, audience: "me", session: "s7" }),
    ).toMatchObject({ status: "refused", why: expect.stringMatching(/^SECRET/) as string });
    ada.write("home/me/USER.md", `${before}\nkey ${secret}\n`);
    expect(
      ada
        .run(["sync", "--json"])
        .json<{ problems: { code: string }[] }>()
        .problems.map(({ code }) => code),
    ).toEqual(["SECRET"]);
    ada.write("home/me/USER.md", before);
    ada.run(["sync"]);
  });

  it("move to files brings a person's own along, with its history, and nobody else's", () => {
    const { adaToo } = machines;
    adaToo.run(["sync"]);
    const text = adaToo.read("home/me/USER.md");
    expect(adaToo.run(["move", "--to", "files"]).code).toBe(0);
    expect(adaToo.read("home/me/USER.md")).toBe(text);
    expect(adaToo.names("state/ledger").filter((name) => name.startsWith("me--USER.md-"))).toHaveLength(1);
    expect(adaToo.run(["log", OWN_USER, "--json"]).json<unknown[]>().length).toBeGreaterThan(1);
    expect(filesBelow(adaToo.root).some((file) => readFileSync(file).includes("sleeps badly"))).toBe(false);
  });
});

describe("audience with Git as a carrier", () => {
  it("what is the person's own is not carried: document, ledger, pending entries", async () => {
    const [a, b] = (await makeCarried(2)).machines as [World, World];
    a.write("home/me/USER.md", `## Health\n\n- ${CANARY}\n`);
    plan(a, { path: "MEMORY.md", heading: "Doctor", op: "update", content: `- ${CANARY} two`, audience: "me", session: "s1" });
    plan(a, { path: "MEMORY.md", heading: "Garden", op: "update", content: "- roses", session: "s1", origin: "user" });
    bringHome(a);
    plan(a, { path: "MEMORY.md", heading: "Doctor", op: "append", content: `- ${CANARY} three`, session: "s2" });
    a.run(["flush"]);
    expect(a.run(["sync"]).code).toBe(0);
    expect(b.run(["sync"]).code).toBe(0);
    expect(b.read("home/MEMORY.md")).toContain("roses");
    expect(b.has("home/me")).toBe(false);
    expect(filesBelow(b.root).filter((file) => readFileSync(file).includes(CANARY))).toEqual([]);
    expect(a.run(["sync"]).code).toBe(0);
    expect(a.read("home/me/MEMORY.md")).toContain(`${CANARY} two`);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
