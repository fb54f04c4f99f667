// What is given and cannot be meant: each is told, with its place, and the rest goes on.

import { describe, expect, it } from "vitest";
import type { DoctorReport } from "../../src/doctor/index.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";

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
