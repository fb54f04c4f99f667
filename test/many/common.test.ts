// One mind, several machines: what is written on one is there on the others, on disk too; edits outside Codicil stay possible
// everywhere, and no edit made outside Codicil is lost.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { makeWarmWorld as makeWorld, USER } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { addLine, makeMachines } from "./rig.ts";

describe.skipIf(noPostgres !== null)(`a mind in common${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();

  it("X26 an entry applied on one machine is in the documents of the others, and in one ledger", () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    expect(b.read("home/USER.md")).toBe(a.read("home/USER.md"));
    expect(addLine(a, "from a")).toEqual({ code: 0, err: "" });
    expect(addLine(b, "from b", "s2")).toEqual({ code: 0, err: "" });
    a.run(["status"]);
    expect(a.read("home/USER.md")).toContain("- compilers\n- from a\n- from b\n");
    expect(b.read("home/USER.md")).toBe(a.read("home/USER.md"));
    const history = a.run(["log", "USER.md", "--json"]).json<{ kind: string }[]>();
    expect(b.run(["log", "USER.md", "--json"]).json()).toEqual(history);
    expect(history.filter(({ kind }) => kind === "entry")).toHaveLength(2);
    // Who: the login and the machine, in the history and at every line.
    const entries = a
      .run(["log", "USER.md", "--json"])
      .json<{ kind: string; from?: string }[]>()
      .filter(({ kind }) => kind === "entry");
    expect(entries.map(({ from }) => from)).toEqual([`owner@${hostname()}`, `owner@${hostname()}`]);
    expect(a.run(["log", "USER.md"]).out).toContain(` · owner@${hostname()} · `);
    expect(b.run(["blame", "USER.md"]).out).toMatch(new RegExp(`owner@${hostname().slice(0, 8)}.*- from a`));
  });

  it("a bundle holds the history that is in the database, and what is pending there", () => {
    const [a] = makeMachines(server(), freshMind(), 1);
    if (!a) throw new Error("no machine");
    addLine(a, "from a");
    a.run(["plan", "--path", "SOUL.md", "--heading", "Values", "--op", "update", "--content", "Patience.", "--session", "s2"]);
    a.run(["flush", "--session", "s2"]);
    expect(a.run(["export", "bundle", join(a.root, "bundle")]).code).toBe(0);
    const ledger = a.names("bundle/state/ledger").find((name) => name.startsWith("USER.md"));
    expect(a.read(`bundle/state/ledger/${ledger ?? ""}`)).toContain("from a");
    expect(a.read("bundle/home/last-word/SOUL.md.yaml")).toContain("Patience.");
  });

  it("a proposal of one machine's agent waits for a word on every machine, and one word is enough", () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    a.run(["plan", "--path", "SOUL.md", "--heading", "Values", "--op", "update", "--content", "Patience.", "--session", "s1"]);
    a.run(["flush", "--session", "s1"]);
    // Unknown to the journal of b: on disk that would be the person's own file, here it is another machine's agent.
    expect(
      b
        .run(["apply", "--json"])
        .json<Receipt[]>()
        .map(({ status }) => status),
    ).toEqual(["proposed"]);
    const [proposal] = b.run(["review", "--json"]).json<{ id: string }[]>();
    expect(b.onTerminal(["accept", proposal?.id ?? ""]).code).toBe(0);
    expect(b.read("home/SOUL.md")).toContain("Patience.");
    expect(a.run(["review", "--json"]).json()).toEqual([]);
    expect(a.read("home/SOUL.md")).toBe(b.read("home/SOUL.md"));
  });

  it("edits outside Codicil on two machines in different places are both there, everywhere, and in the ledger", () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    a.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, engineer and gardener."));
    b.write("home/USER.md", USER.replace("soon gone", "soon gone, really"));
    expect(a.run(["sync", "--json"]).json()).toMatchObject({ sent: ["USER.md"], conflicts: [] });
    expect(b.run(["sync", "--json"]).json()).toMatchObject({ sent: ["USER.md"], received: ["USER.md"], conflicts: [] });
    expect(a.run(["sync", "--json"]).json()).toMatchObject({ received: ["USER.md"], sent: [] });
    expect(a.read("home/USER.md")).toBe(
      USER.replace("Ada, engineer.", "Ada, engineer and gardener.").replace("soon gone", "soon gone, really"),
    );
    expect(b.read("home/USER.md")).toBe(a.read("home/USER.md"));
    const history = a.run(["log", "USER.md", "--json"]).json<{ kind: string; reason?: string }[]>();
    expect(history.filter(({ kind, reason }) => kind === "hand" && reason === "edited outside Codicil in a working copy")).toHaveLength(2);
    expect(a.run(["sync"]).out).toBe("already in sync\n");
  });

  it("edits outside Codicil of the same line become two cards: the document has one, staging the other; no marker, no lost line", () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    a.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, gardener."));
    b.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, pilot."));
    expect(a.run(["sync"]).code).toBe(0);
    const second = b.run(["sync", "--json"]);
    expect(second.code).toBe(4);
    expect(second.json()).toMatchObject({ conflicts: ["USER.md"] });
    expect(b.read("home/USER.md")).toBe(USER.replace("Ada, engineer.", "Ada, gardener."));
    expect(b.read("home/USER.md")).not.toMatch(/<<<<<<<|>>>>>>>/);
    // The card is on every machine, and either may choose.
    const [card] = a.run(["status", "--json"]).json<{ staged: { file: string; code: string; document: string }[] }>().staged;
    expect(card).toMatchObject({ code: "CONFLICT", document: "USER.md" });
    expect(a.run(["resolve", card?.file ?? "", "--take", "entry"]).code).toBe(0);
    b.run(["sync"]);
    expect(b.read("home/USER.md")).toBe(USER.replace("Ada, engineer.", "Ada, pilot."));
    expect(a.run(["status"]).out).toBe("nothing is pending\n");
  });

  it("an edit outside Codicil meets an entry of another machine: lines added at one place are all kept", () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    b.write("home/USER.md", USER.replace("- compilers\n", "- compilers\n- by hand\n"));
    expect(addLine(a, "by entry").code).toBe(0);
    expect(b.run(["sync"]).code).toBe(0);
    expect(b.read("home/USER.md")).toContain("- compilers\n- by entry\n- by hand\n");
    a.run(["sync"]);
    expect(a.read("home/USER.md")).toBe(b.read("home/USER.md"));
  });

  it("a document made, and one removed, by hand on one machine are made and removed on the others", () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    a.write("home/notes/garden.md", "# Garden\n\nRoses.\n");
    a.run(["sync"]);
    b.run(["sync"]);
    expect(b.read("home/notes/garden.md")).toBe("# Garden\n\nRoses.\n");
    rmSync(join(b.home, "notes/garden.md"));
    b.run(["sync"]);
    a.run(["sync"]);
    expect(existsSync(join(a.home, "notes/garden.md"))).toBe(false);
    expect(
      a
        .run(["log", "~/.config/agents/notes/garden.md", "--json"])
        .json<{ kind: string }[]>()
        .map(({ kind }) => kind),
    ).toContain("removed");
  });

  it("config, hooks, skills, journals, sessions and project files stay the machine's own", () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    a.write("home/hooks/x/HOOK.md", "---\nname: x\n---\nrun something\n");
    a.write("home/skills/x/SKILL.md", "---\nname: x\n---\n");
    a.write("project/AGENTS.md", "# Rules\n");
    a.run([
      "plan",
      "--path",
      "./AGENTS.md",
      "--heading",
      "Rules",
      "--op",
      "append",
      "--content",
      "- one",
      "--session",
      "s9",
      "--origin",
      "user",
    ]);
    a.run(["sync"]);
    b.run(["sync"]);
    expect([
      b.has("home/hooks/x/HOOK.md"),
      b.has("home/skills/x/SKILL.md"),
      b.has("project/AGENTS.md"),
      b.has("state/journal/s9.jsonl"),
    ]).toEqual([false, false, false, false]);
    a.run(["flush", "--session", "s9"]);
    a.run(["apply"]);
    expect(a.read("project/AGENTS.md")).toContain("- one");
    expect(a.run(["log", "./AGENTS.md", "--json"]).json<unknown[]>().length).toBeGreaterThan(0);
  });

  it("with the clocks an hour apart an outside edit is still not overwritten by an entry that had not seen it", async () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    const off = (hours: number) => ({ now: () => new Date(Date.now() + hours * 3_600_000), timeZone: "UTC" });
    const { asOwner, plan, flush, apply } = await import("codicil");
    const early = await b.open({ clock: off(1) });
    await plan(early, {
      path: "USER.md",
      heading: "Identity",
      operation: "update",
      content: "Overwritten.",
      session: "late",
      origin: "user",
      person: asOwner(),
    });
    a.write("home/USER.md", USER.replace("Ada, engineer.", "By hand, afterwards."));
    const behind = await a.open({ clock: off(-1) });
    expect(behind.opened?.sent).toEqual(["USER.md"]);
    await flush(early, "late");
    const { receipts } = await apply(early);
    expect(receipts.map(({ status }) => status)).toEqual(["staged"]);
    expect(readFileSync(join(a.home, "USER.md"), "utf8")).toContain("By hand, afterwards.");
  });

  it(
    "while the database is away documents are read from the copies, and what is written waits in the journal",
    { timeout: 180_000 },
    async () => {
      const { startPostgres } = await import("../postgres.ts");
      const own = await startPostgres();
      try {
        const [a] = makeMachines(own, "m", 1);
        if (!a) throw new Error("no machine");
        await own.stop();
        const planned = a.run([
          "plan",
          "--path",
          "USER.md",
          "--heading",
          "Research Interests",
          "--op",
          "append",
          "--content",
          "- offline",
          "--session",
          "s1",
        ]);
        expect(planned.code).toBe(0);
        expect(planned.err).toMatch(/^no database since .*the database does not answer/);
        expect(a.run(["prompt"]).out).toContain("Ada, engineer.");
        expect(a.run(["apply", "--json"]).json()).toEqual([]);
        expect(a.run(["memory", "add", "--section", "Notes", "--content", "- tea", "--json"]).json()).toMatchObject({ status: "pending" });
        await own.start();
        expect(a.run(["flush", "--session", "s1"]).code).toBe(0);
        a.run(["apply"]);
        expect(a.read("home/USER.md")).toContain("- offline");
      } finally {
        await own.remove();
      }
    },
  );
});

describe("a mind in files alone", () => {
  it("has nothing to sync, and says so", () => {
    const world = makeWorld();
    expect(world.run(["sync"]).code).toBe(3);
  });
});
