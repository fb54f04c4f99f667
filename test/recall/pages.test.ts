// Paging through hits: page after page they are those that one long list has, each once.

import { beforeAll, describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

describe("recall --page", () => {
  let world: World;
  beforeAll(() => {
    world = makeWorld({ keep: true });
    const notes = Array.from({ length: 23 }, (_, at) => `- Tea ${at}: the kettle number ${at} stands on floor ${at % 5}`);
    world.write("home/MEMORY.md", `## Tea\n\n${notes.join("\n")}\n`);
    return () => world.remove();
  });

  const page = (...more: readonly string[]) => world.run(["recall", "kettle", "-k", "5", "--json", ...more]).json<{ text: string }[]>();

  it("shows each hit once, in the order of one long list, and ends", () => {
    const pages = [1, 2, 3, 4, 5, 6].map((number) => page("--page", String(number)).map(({ text }) => text));
    expect(pages.map((each) => each.length)).toEqual([5, 5, 5, 5, 3, 0]);
    expect(pages[0]).toEqual(page().map(({ text }) => text));
    expect(new Set(pages.flat()).size).toBe(23);
  });

  it("numbers go on, the next page is named, and --open takes a number of this page", () => {
    const second = world.run(["recall", "kettle", "-k", "5", "--page", "2"]);
    expect(second.out).toMatch(/^6\. .*\n[^]*\n10\. /);
    expect(second.err).toContain("more: --page 3");
    const last = world.run(["recall", "kettle", "-k", "5", "--page", "5"]);
    expect(last.err).not.toContain("more:");
    expect(world.run(["recall", "kettle", "-k", "5", "--page", "2", "--open", "7"]).code).toBe(0);
    expect(world.run(["recall", "kettle", "-k", "5", "--page", "6"]).err).toContain("nothing more");
  });

  it("negative control: a page that is none is refused", () => {
    for (const wrong of ["0", "-1", "x", "201"]) expect(world.run(["recall", "kettle", "-k", "5", `--page=${wrong}`]).code).toBe(3);
  });
});
