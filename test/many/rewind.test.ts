// A database that was lost, made anew or restored from an older copy is not newer than the machines that went on without
// it: what they had comes back, in the documents or on a card, and another mind in its place is refused.

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, USER, type World } from "../kit.ts";
import { freshMind, noPostgres, type Server, withPostgres } from "../postgres.ts";
import { addLine, dumpOf, makeMachines } from "./rig.ts";

/** Everything that a machine shows: documents, and cards in the database. */
async function everythingOn(world: World, { sql }: Server, mind: string): Promise<string> {
  const cards = await sql.unsafe(
    `select convert_from(bytes, 'UTF8') as text from codicil_${mind}.places where path like 'last-word/staging/%'`,
  );
  return [world.read("home/USER.md"), ...cards.map((row) => String(row["text"]))].join("\n");
}

const count = (text: string, line: string) => text.split("\n").filter((each) => each.trim() === line).length;

describe.skipIf(noPostgres !== null)(
  `a database that is not the newest any more${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`,
  () => {
    const server = withPostgres();

    it(
      "yesterday's copy restored: every acknowledged entry is back on all machines, once, and an old delta is not applied again",
      { timeout: 240_000 },
      async () => {
        const mind = freshMind();
        const [a, b, c] = makeMachines(server(), mind, 3) as [World, World, World];
        expect(addLine(a, "monday").code).toBe(0);
        for (const args of [
          ["plan", "--path", "USER.md", "--heading", "Research Interests", "--op", "append", "--content", "- waiting", "--session", "w"],
          ["flush", "--session", "w"],
        ])
          expect(b.run(args).code).toBe(0);
        const restore = await dumpOf(server(), mind);
        expect(b.run(["apply"]).code).toBe(0);
        expect(addLine(a, "tuesday", "s2").code).toBe(0);
        expect(addLine(b, "wednesday", "s3").code).toBe(0);
        a.run(["sync"]);
        await restore();
        // A machine that had not seen the newest goes on first.
        expect(addLine(c, "thursday", "s4").code).toBe(0);
        const back = a.run(["sync", "--json"]);
        expect(back.json()).toMatchObject({ rejoined: ["USER.md"] });
        for (const machine of [b, c, a, b, c]) machine.run(["sync"]);
        for (const machine of [a, b, c]) machine.run(["apply"]);
        for (const machine of [a, b, c]) {
          machine.run(["sync"]);
          const shown = await everythingOn(machine, server(), mind);
          for (const line of ["monday", "waiting", "tuesday", "wednesday", "thursday"])
            expect([line, count(shown, `- ${line}`)]).toEqual([line, 1]);
        }
      },
    );

    it(
      "yesterday's copy restored, and nobody wrote since: changed lines and removed documents are as the machines had them",
      { timeout: 240_000 },
      async () => {
        const mind = freshMind();
        const [a, b] = makeMachines(server(), mind, 2) as [World, World];
        const restore = await dumpOf(server(), mind);
        a.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, gardener."));
        a.write("home/notes/garden.md", "# Garden\n\nRoses.\n");
        a.run(["sync"]);
        b.run(["sync"]);
        await restore();
        const said = b.run(["status"]);
        expect(said.err).toContain("the database had lost changes of USER.md");
        a.run(["sync"]);
        for (const machine of [a, b]) {
          expect(machine.read("home/USER.md")).toContain("Ada, gardener.");
          expect(machine.read("home/notes/garden.md")).toContain("Roses.");
        }
        expect(a.run(["status"]).out).toBe("nothing is pending\n");
        // Once is enough: nothing goes back and forth.
        expect(a.run(["sync"]).out).toBe("already in sync\n");
        expect(b.run(["sync"]).out).toBe("already in sync\n");
      },
    );

    it(
      "dropped and made anew by a machine of this mind: the others join, and nothing is received over their notes",
      { timeout: 240_000 },
      async () => {
        const mind = freshMind();
        const [a, b] = makeMachines(server(), mind, 2) as [World, World];
        expect(addLine(a, "from a").code).toBe(0);
        expect(addLine(b, "from b", "s2").code).toBe(0);
        await server().sql.unsafe(`drop schema codicil_${mind} cascade`);
        rmSync(join(a.home, "USER.md"));
        expect(a.run(["move", "--to", server().address(mind)]).code).toBe(0);
        a.run(["sync"]);
        b.run(["sync"]);
        a.run(["sync"]);
        for (const machine of [a, b]) {
          expect(machine.read("home/USER.md")).toContain("- from a\n- from b\n");
          expect(machine.read("home/USER.md")).toContain("Ada, engineer.");
        }
      },
    );

    it(
      "dropped and filled by an empty machine first: another mind is refused, copies stay, and a person's move joins both",
      { timeout: 240_000 },
      async () => {
        const mind = freshMind();
        const [a, b] = makeMachines(server(), mind, 2) as [World, World];
        expect(addLine(a, "two years").code).toBe(0);
        b.run(["sync"]);
        const before = a.read("home/USER.md");
        await server().sql.unsafe(`drop schema codicil_${mind} cascade`);
        const empty = makeWorld();
        empty.run(["init", "--yes"]);
        expect(empty.run(["move", "--to", server().address(mind)]).code).toBe(0);
        for (const machine of [a, b]) {
          expect(machine.run(["status"]).err).toContain("the database holds another mind");
          const refused = machine.run(["sync", "--json"]);
          expect([refused.code, refused.json()]).toMatchObject([4, { error: { code: "OTHER_MIND" } }]);
          expect(machine.read("home/USER.md")).toBe(before);
          expect(machine.run(["prompt"]).out).toContain("two years");
        }
        for (const machine of [a, b])
          expect(machine.run(["move", "--to", server().address(mind), "--json"]).json()).toMatchObject({ kind: "joined" });
        for (const machine of [empty, a, b]) {
          machine.run(["sync"]);
          expect(await everythingOn(machine, server(), mind)).toContain("- two years");
          expect(await everythingOn(machine, server(), mind)).toContain("Ada, engineer.");
        }
        expect(b.run(["sync"]).code).toBe(0);
      },
    );

    it("a document that another machine removed is in this machine's trash, and the command says so", { timeout: 240_000 }, async () => {
      const [a, b] = makeMachines(server(), freshMind(), 2) as [World, World];
      a.write("home/notes/garden.md", "# Garden\n\nRoses.\n");
      a.run(["sync"]);
      b.run(["sync"]);
      rmSync(join(a.home, "notes/garden.md"));
      a.run(["sync"]);
      expect(b.run(["sync", "--json"]).json()).toMatchObject({ received: [], removed: [expect.stringContaining("notes/garden.md")] });
      expect(existsSync(join(b.home, "notes/garden.md"))).toBe(false);
      const [kept] = readdirSync(join(b.state, "trash/files"));
      expect(readFileSync(join(b.state, "trash/files", kept ?? ""), "utf8")).toContain("Roses.");
    });
  },
);
