// What is given and cannot be meant: each is told, with its place, and the rest goes on.

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { DoctorReport } from "../../src/doctor/index.ts";
import { makeWarmWorld as makeWorld, plan, PROGRAM } from "../kit.ts";

describe("a document that is not there", () => {
  it("is the same error for log, blame and show, and one that has no changes yet is none", () => {
    const world = makeWorld();
    const of = (verb: string, name: string) => {
      const { code, out, err } = world.run([verb, name]);
      return [code, out, err.split("\n")[0]];
    };
    const missing = of("blame", "lost.md");
    expect(missing).toEqual([3, "", expect.stringContaining("there is no document ./lost.md yet")]);
    expect([of("show", "lost.md"), of("log", "lost.md")]).toEqual([missing, missing]);
    world.write("home/MEMORY.md", "# Memory\n");
    expect(of("log", "MEMORY.md")[0]).toBe(0);
  });

  it("log still tells the history of one that was removed", () => {
    const world = makeWorld();
    expect(world.run(["memory", "add", "The tests need Redis"]).code).toBe(0);
    world.run(["undo", "last"]);
    expect(world.run(["log", "MEMORY.md", "--json"]).json<unknown[]>().length).toBeGreaterThan(0);
  });
});

describe("doctor, where a folder of the state is a file", () => {
  it.each(["", "/decisions", "/ledger", "/sessions", "/index"])("state%s is a finding, and the documents are still looked at", (path) => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "# Memory\n\n- Deploys run at noon\n");
    world.write(`state${path}`, "");
    const ran = world.run(["doctor", "--own", "--json"]);
    const { findings, checked } = ran.json<DoctorReport>();
    const named = findings.filter(({ file, severity }) => severity === "error" && file === `${world.state}${path}`);
    expect([ran.code, named.map(({ code }) => code)]).toEqual([1, expect.arrayContaining(["not-writable"])]);
    expect(checked.documents).toBe(1);
  });

  it("negative control: folders are none", () => {
    const world = makeWorld();
    world.write("state/decisions/.keep", "");
    expect(world.run(["doctor", "--own", "--json"]).out).not.toContain("not-writable");
  });
});

describe("what is missing", () => {
  it.each([
    ["memory add", [], "memory add"],
    ["memory replace", ["--section", "Tastes"], "memory replace"],
    ["memory remove", ["--section", "Tastes"], "memory remove"],
  ])("%s shows a line of its own", (verb, options, shown) => {
    const ran = makeWorld().run([...verb.split(" "), ...options]);
    expect([ran.code, ran.err]).toEqual([3, expect.stringContaining(`For example: codicil ${shown} `)]);
  });
});

describe("a measured set", () => {
  const asked = (units: readonly object[]) => {
    const world = makeWorld();
    const file = world.write("units.jsonl", units.map((unit) => JSON.stringify(unit)).join("\n"));
    const queries = world.write("queries.jsonl", JSON.stringify({ id: "q", query: "harbour" }));
    return world.run(["recall", "--corpus", file, "--queries", queries]);
  };

  it("whose id is there twice, or whose text is a number, is an error with its line", () => {
    const [one, two] = [
      { id: 7, text: "The harbour opens at six" },
      { id: "8", text: "The mill is closed" },
    ];
    const twice = asked([one, two, { id: "7", text: "The harbour closes at ten" }]);
    expect([twice.code, twice.err]).toEqual([3, expect.stringMatching(/units\.jsonl:3[^]*the id "7" is on line 1 already/)]);
    const number = asked([one, { id: "9", text: 12 }]);
    expect([number.code, number.err]).toEqual([3, expect.stringMatching(/units\.jsonl:2[^]*text is missing or no text/)]);
    const right = asked([one, two]);
    expect([right.code, JSON.parse(right.out)]).toEqual([0, { id: "q", hits: expect.arrayContaining(["7"]) }]);
  });
});

describe("answers of a model", () => {
  it("policy read says how many calls a reading needs, and exits 1 where none was taken", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Keep the ledger closed after the audit, mostly.\n");
    const reading = { file: "AGENTS.md", line: 1, block: { deny: "ledger open" }, stop: ["ledger open", "ledger open --all"], pass: [] };
    const file = world.write("answers.json", JSON.stringify({ readings: [reading] }));
    const ran = world.run(["policy", "read", "--answers", file]);
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("at least 3 calls")]);
    expect(world.run(["policy", "read", "--answers", file, "--json"]).code).toBe(1);
    for (const told of [world.run(["policy", "read", "--help"]).out, world.run(["policy", "read", "--prompt"]).out])
      expect(told).toContain("at least 3 calls");
    world.write("answers.json", JSON.stringify({ readings: [] }));
    expect(world.run(["policy", "read", "--answers", file]).code).toBe(0);
  });
});

describe("filters", () => {
  it("memory scan refuses for a target that can be no document, and takes a name for what it is", () => {
    const world = makeWorld();
    const verdicts = (targets: readonly string[]) =>
      world
        .run(["memory", "scan"], {
          input: targets.map((target) => JSON.stringify({ content: "- Has a dog", origin: "user", target })).join("\n"),
        })
        .out.trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { verdict: string; why: string });
    const wrong = verdicts(["../../up.md", "/etc/hosts.md", "list.txt"]);
    expect(wrong.map(({ verdict }) => verdict)).toEqual(["reject", "reject", "reject"]);
    expect(wrong[0]?.why).toContain("leaves the folder");
    const right = verdicts(["MEMORY.md", "memory", "", "./notes/dogs.md", "whatever"]);
    expect(right.map(({ verdict }) => verdict)).toEqual(["accept", "accept", "accept", "accept", "accept"]);
  });

  it("redact says on stderr that a part of the input is not UTF-8, in pieces and in lines, and nothing where all is", () => {
    const world = makeWorld();
    const given = (options: readonly string[], text: string) => {
      const [before = "", after = ""] = text.split("*");
      const input = Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]);
      return spawnSync(process.execPath, [...PROGRAM, "redact", ...options], {
        cwd: world.project,
        env: world.env,
        input,
        encoding: "utf8",
      });
    };
    const broken = given([], "a*b\n");
    expect([broken.status, broken.stdout, broken.stderr]).toEqual([0, "a\ufffdb\n", expect.stringContaining("not UTF-8")]);
    const line = given(["--jsonl"], '{"id":1,"text":"a*b"}\n');
    expect([line.status, JSON.parse(line.stdout), line.stderr]).toMatchObject([
      0,
      { text: "a\ufffdb" },
      expect.stringContaining("not UTF-8"),
    ]);
    const fine = world.run(["redact"], { input: "café 茶\n" });
    expect([fine.out, fine.err]).toEqual(["café 茶\n", ""]);
  });
});

describe("what a next step needs", () => {
  it("plan without a session says in its receipt which one flush takes", () => {
    const world = makeWorld();
    const receipt = world
      .run(["plan", "--path", "MEMORY.md", "--heading", "Pets", "--content", "- Has a dog", "--json"])
      .json<{ session: string }>();
    const flushed = world.run(["flush", "--session", receipt.session, "--json"]).json<{ heading: string }[]>();
    expect(flushed).toMatchObject([{ heading: "Pets" }]);
    expect(plan(world, { session: "s1", path: "MEMORY.md", heading: "Pets", content: "- Has a cat" })).not.toHaveProperty("session");
  });

  it("prompt --receipt counts one line as one line", () => {
    const world = makeWorld();
    world.write("home/SOUL.md", "Calm.");
    const { out } = world.run(["prompt", "--receipt"]);
    expect(out).toContain("1 line, 5 bytes");
    expect(out).not.toMatch(/\b1 lines/);
  });

  it("prompt says on stderr which document it cannot read, and goes on without it", () => {
    const world = makeWorld();
    world.write("home/USER.md", Buffer.from("\ufeff# Me\n", "utf16le"));
    world.write("home/MEMORY.md", "# Memory\n\n- The mill is closed\n");
    const ran = world.run(["prompt"]);
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("The mill is closed")]);
    expect(ran.err).toMatch(/USER\.md: .*not UTF-8/);
    world.write("home/USER.md", "# Me\n");
    expect(world.run(["prompt"]).err).toBe("");
  });
});
