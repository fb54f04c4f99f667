import { describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { bringHome, makeWarmWorld as makeWorld, plan, type World } from "../kit.ts";

const WORK = "# Me\n\n## Work\n\nold work\n\n### Tools\n\nold tools\n\n## Hobbies\n\nchess\n";

function worldOf(text = WORK): World {
  const world = makeWorld();
  world.write("home/USER.md", text);
  return world;
}

function entry(heading: string, content: string, more: Record<string, string | number> = {}) {
  return { path: "USER.md", heading, content, op: "update", session: "s1", ...more };
}

const statuses = (receipts: readonly Receipt[]) => receipts.map(({ heading, status }) => `${heading} ${status}`);
const document = (world: World) => world.read("home/USER.md");

describe("sections inside sections", () => {
  it("LW-70 one session: the section is applied before the one inside it, whatever the order of the plans", () => {
    const world = worldOf();
    plan(world, entry("Tools", "new tools"));
    plan(world, entry("Work", "new work"));
    const { applied } = bringHome(world);
    expect(statuses(applied).sort()).toEqual(["Tools applied", "Work applied"]);
    expect(document(world)).toBe("# Me\n\n## Work\n\nnew work\n\n### Tools\n\nnew tools\n\n## Hobbies\n\nchess\n");
    for (const { undo } of applied) expect(world.run(["log", "USER.md", "--json"]).out).toContain(undo);
  });

  it("LW-70 two sessions, applied together: both texts are in the document", () => {
    const world = worldOf();
    plan(world, entry("Tools", "new tools"));
    plan(world, entry("Work", "new work", { session: "s2" }));
    world.run(["flush"]);
    expect(statuses(world.run(["apply", "--json"]).json<Receipt[]>()).sort()).toEqual(["Tools applied", "Work applied"]);
    expect(document(world)).toContain("new work\n\n### Tools\n\nnew tools\n");
  });

  it("LW-70 two sessions, one after the other: an update that would remove a newer change below it is a conflict", () => {
    const world = worldOf();
    plan(world, entry("Work", "new work", { session: "s2" }));
    plan(world, entry("Tools", "new tools"));
    world.run(["flush", "--session", "s1"]);
    world.run(["apply"]);
    world.run(["flush", "--session", "s2"]);
    const notes = world.run(["validate", "USER.md.yaml"]).out;
    expect(notes).toMatch(/line \d+: CONFLICT: update of "Work" would remove what was written to "Tools" below it/);
    const [receipt] = world.run(["apply", "--json"]).json<Receipt[]>();
    expect(receipt).toMatchObject({ heading: "Work", status: "staged" });
    expect(receipt?.why).toContain('"Tools"');
    expect(document(world)).toBe(WORK.replace("old tools", "new tools"));
    // A person may still say so.
    expect(world.run(["resolve", "USER.md.yaml", "--take", "entry", "--json"]).json<Receipt[]>()[0]?.status).toBe("applied");
    expect(document(world)).not.toContain("tools");
  });

  it("LW-70 the same is a conflict where the section below shares its name with another: nobody could tell which to keep", () => {
    const world = worldOf(`${WORK}\n## Home\n\na flat\n`);
    plan(world, entry("Work", "new work\n\n### Tools\n\nold tools", { session: "s2" }));
    plan(world, entry("Tools", "new tools"));
    plan(world, entry("Home", "a house\n\n### Tools\n\nhammer"));
    world.run(["flush", "--session", "s1"]);
    world.run(["apply"]);
    expect(document(world).match(/^### Tools$/gm)).toHaveLength(2);
    world.run(["flush", "--session", "s2"]);
    expect(statuses(world.run(["apply", "--json"]).json<Receipt[]>())).toEqual(["Work staged"]);
    expect(document(world)).toContain("new tools");
  });

  it("an update that carries the section below as it was is merged with the newer one", () => {
    const world = worldOf();
    plan(world, entry("Work", "new work\n\n### Tools\n\nold tools", { session: "s2" }));
    plan(world, entry("Tools", "new tools"));
    world.run(["flush", "--session", "s1"]);
    world.run(["apply"]);
    world.run(["flush", "--session", "s2"]);
    const [receipt] = world.run(["apply", "--json"]).json<Receipt[]>();
    expect(receipt).toMatchObject({ heading: "Work", status: "applied" });
    expect(document(world)).toBe(WORK.replace("old work", "new work").replace("old tools", "new tools"));
    world.run(["undo", receipt?.undo ?? ""]);
  });

  it("an update planned after the change below it replaces all of the section, as before", () => {
    const world = worldOf();
    plan(world, entry("Tools", "new tools"));
    bringHome(world);
    plan(world, entry("Work", "new work", { session: "s2" }));
    expect(statuses(bringHome(world, "s2").applied)).toEqual(["Work applied"]);
    expect(document(world)).toBe("# Me\n\n## Work\n\nnew work\n\n## Hobbies\n\nchess\n");
  });

  it("LW-31 the same heading at two levels, the lower one first: both are kept, and validate says which goes first", () => {
    const world = worldOf("## Projects\n\na\n\n### Projects\n\nb\n");
    const one = (level: number, content: string) =>
      `  - key: { path: USER.md, heading: Projects, level: ${level} }\n    operation: update\n    content: ${content}\n`;
    world.write("home/last-word/USER.md.yaml", `version: "1.0.0"\nsource: me\nentries:\n${one(3, "the list")}${one(2, "the survey")}`);
    expect(world.run(["validate", "USER.md.yaml"]).out).toContain('line 4: "Projects" is inside "Projects" (line 7)');
    expect(statuses(world.run(["apply", "--json"]).json<Receipt[]>())).toEqual(["Projects applied", "Projects applied"]);
    expect(document(world)).toBe("## Projects\n\nthe survey\n\n### Projects\n\nthe list\n");
    const fresh = worldOf("");
    fresh.write("home/last-word/USER.md.yaml", `version: "1.0.0"\nsource: me\nentries:\n${one(3, "the list")}${one(2, "the survey")}`);
    fresh.run(["apply"]);
    expect(document(fresh)).toBe("## Projects\n\nthe survey\n\n### Projects\n\nthe list\n");
  });

  it("a person's file that is older than a change below its section conflicts with it; a newer one does not", () => {
    const world = worldOf();
    plan(world, entry("Tools", "new tools"));
    const file =
      'version: "1.0.0"\nsource: me\nentries:\n  - key: { path: USER.md, heading: Work }\n    operation: update\n    content: mine\n';
    world.write("home/last-word/mine.yaml", file);
    world.run(["flush", "--session", "s1"]);
    world.run(["apply", "--file", "USER.md.yaml"]);
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]).toMatchObject({ heading: "Work", status: "staged" });
    world.write("home/last-word/again.yaml", file);
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]).toMatchObject({ heading: "Work", status: "applied" });
  });

  it("a person's file keeps its time when a session's entries join it", () => {
    const world = worldOf();
    plan(world, entry("Tools", "new tools"));
    world.write(
      "home/last-word/USER.md.yaml",
      '# mine\nversion: "1.0.0"\nsource: me\nentries:\n  - key: { path: USER.md, heading: Work }\n    operation: update\n    content: mine\n',
    );
    const toolsFirst = world.write(
      "home/last-word/tools.yaml",
      'version: "1.0.0"\nsource: me\nentries:\n  - key: { path: USER.md, heading: Tools }\n    operation: update\n    content: newest tools\n',
    );
    world.run(["apply", "--file", toolsFirst.replace(/^.*\//, "")]);
    plan(world, entry("Hobbies", "go", { session: "s2" }));
    world.run(["flush", "--session", "s2"]);
    expect(world.read("home/last-word/USER.md.yaml")).toContain("# mine");
    const receipts = world.run(["apply", "--json"]).json<Receipt[]>();
    expect(statuses(receipts).sort()).toEqual(["Hobbies applied", "Work staged"]);
    expect(document(world)).toContain("newest tools");
  });
});
