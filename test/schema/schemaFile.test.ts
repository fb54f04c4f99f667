// schema.yaml is what other programs and editors judge a delta by: it refuses what the reader refuses (LW-05).

import { readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { makeWarmWorld as makeWorld, plan } from "../kit.ts";

const scenarios = new URL("../scenarios/", import.meta.url);
const golden = readdirSync(scenarios).filter((name) => /^\d{3}_/.test(name));

/** As a stranger would: the file on disk, and a validator of their own. */
function published(): (text: string) => boolean {
  const world = makeWorld();
  world.run(["init", "--yes"]);
  const validate = new Ajv({ strict: true, strictRequired: false, strictTypes: false }).compile(
    parse(world.read("home/last-word/schema.yaml")) as object,
  );
  return (text) => validate(parse(text));
}

const KEY = "key: { path: USER.md, heading: H }";
const file = (entry: string, version = "1.0.0") => `version: "${version}"\nsource: s\nentries:\n  - ${entry.split("\n").join("\n    ")}\n`;

/** One entry each, with the version it is written for, and whether it may be. */
const CASES: readonly (readonly [string, string, string, boolean])[] = [
  ["LW-12 a path", "1.0.0", `${KEY}\noperation: update\ncontent: x`, true],
  ["LW-12 a url", "1.0.0", 'key: { url: "https://kb.example.org/a.md", heading: H }\noperation: update\ncontent: x', true],
  ["LW-12 neither", "1.0.0", "key: { heading: H }\noperation: update\ncontent: x", false],
  ["LW-12 both", "1.0.0", 'key: { path: USER.md, url: "https://kb.example.org/a.md", heading: H }\noperation: update\ncontent: x', false],
  ["LW-25 update and null", "1.0.0", `${KEY}\noperation: update\ncontent: null`, false],
  ["LW-25 update and nothing", "1.0.0", `${KEY}\noperation: update`, false],
  ["LW-25 update and an empty text", "1.0.0", `${KEY}\noperation: update\ncontent: ""`, false],
  ["LW-25 clear and an empty text", "1.0.0", `${KEY}\noperation: clear\ncontent: ""`, true],
  ["LW-25 clear and a text", "1.0.0", `${KEY}\noperation: clear\ncontent: x`, false],
  ["LW-25 clear and null", "1.0.0", `${KEY}\noperation: clear\ncontent: null`, false],
  ["LW-25 delete and null", "1.0.0", `${KEY}\noperation: delete\ncontent: null`, true],
  ["LW-25 delete and nothing", "1.0.0", `${KEY}\noperation: delete`, true],
  ["LW-25 delete and a text", "1.0.0", `${KEY}\noperation: delete\ncontent: x`, false],
  ["LW-25 no-op and a text", "1.0.0", `${KEY}\noperation: no-op\ncontent: x`, false],
  ["LW-16 no operation and a text", "1.0.0", `${KEY}\ncontent: x`, true],
  ["LW-16 no operation and null", "1.0.0", KEY, true],
  ["X4 append in 1.0.0", "1.0.0", `${KEY}\noperation: append\ncontent: x`, false],
  ["X4 append in 1.1.0", "1.1.0", `${KEY}\noperation: append\ncontent: x`, true],
  ["X4 append of blanks", "1.1.0", `${KEY}\noperation: append\ncontent: "  "`, false],
  ["X4 replace with old", "1.1.0", `${KEY}\noperation: replace\nold: y\ncontent: x`, true],
  ["X4 replace without old", "1.1.0", `${KEY}\noperation: replace\ncontent: x`, false],
  ["X4 update with old", "1.1.0", `${KEY}\noperation: update\nold: y\ncontent: x`, false],
  ["X28 scope in 1.0.0", "1.0.0", `${KEY}\noperation: update\nscope: body\ncontent: x`, false],
  ["X28 scope of an update", "1.1.0", `${KEY}\noperation: update\nscope: body\ncontent: x`, true],
  ["X28 scope of a delete", "1.1.0", `${KEY}\noperation: delete\nscope: body`, false],
  ["LW-15 level 7", "1.0.0", "key: { path: USER.md, heading: H, level: 7 }\ncontent: x", false],
  ["LW-15 level null", "1.0.0", "key: { path: USER.md, heading: H, level: null }\ncontent: x", true],
  ["LW-18 confidence 1.5", "1.0.0", `${KEY}\ncontent: x\nmeta: { confidence: 1.5 }`, false],
  ["planned by a login of a tenant", "1.0.0", `${KEY}\ncontent: x\nmeta: { planned_by: "ada@tenant@laptop" }`, true],
  ["planned by a name with C and p in it", "1.0.0", `${KEY}\ncontent: x\nmeta: { planned_by: "Cpp@laptop" }`, true],
  ["planned by an escape", "1.0.0", `${KEY}\ncontent: x\nmeta: { planned_by: "a\\e[2J@laptop" }`, false],
  ["an empty heading", "1.0.0", 'key: { path: USER.md, heading: "" }\ncontent: x', false],
  ["a heading of two lines", "1.0.0", 'key: { path: USER.md, heading: "a\\nb" }\ncontent: x', false],
  ["a heading with spaces around", "1.0.0", 'key: { path: USER.md, heading: " a" }\ncontent: x', false],
  ["a heading of one character", "1.0.0", "key: { path: USER.md, heading: 性 }\ncontent: x", true],
  ["a field that nobody knows", "1.0.0", `${KEY}\ncontent: x\nwhy: y`, false],
  ["a version that is not known", "2.0.0", `${KEY}\ncontent: x`, false],
];

describe("LW-05 the published schema", () => {
  it("LW-12 LW-25 says of every case what the reader says", () => {
    const fits = published();
    const world = makeWorld();
    for (const [name, version, entry, wanted] of CASES) {
      world.write("home/last-word/USER.md.yaml", file(entry, version));
      const read = world.run(["validate", "USER.md.yaml", "--json"]).code === 0;
      // A host that config.yaml does not name is refused for another reason.
      expect([name, fits(file(entry, version)), name === "LW-12 a url" ? wanted : read]).toEqual([name, wanted, wanted]);
    }
  }, 180_000);

  it("accepts every golden delta, and what Codicil itself writes", () => {
    const fits = published();
    for (const name of golden) expect([name, fits(readFileSync(new URL(`${name}/delta.yaml`, scenarios), "utf8"))]).toEqual([name, true]);
    const world = makeWorld();
    plan(world, { path: "USER.md", heading: "H", content: "a", session: "s1", confidence: 0.5, reason: "why" });
    plan(world, { path: "USER.md", heading: "H", op: "append", content: "b", session: "s1" });
    world.run(["flush"]);
    expect(fits(world.read("home/last-word/USER.md.yaml"))).toBe(true);
  });
});
