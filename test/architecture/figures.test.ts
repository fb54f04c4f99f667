// The figures of `npm run figures` never become worse than scripts/figures.json. The quick ones are checked here.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { held, shown } from "../../scripts/figures/figure.ts";
import { withPicture, wrongIn } from "../../scripts/figures/house.ts";
import { beneathDoors, mutualFolders } from "../../scripts/figures/imports.ts";
import { sizes } from "../../scripts/figures/sizes.ts";
import { worse } from "../../scripts/figures/table.ts";
import { sourceFiles } from "./graph.ts";

const SCRIPT = fileURLToPath(new URL("../../scripts/figures.ts", import.meta.url));

describe("figures", () => {
  it("no figure is worse than the one that is committed", { timeout: 180_000 }, () => {
    const run = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", SCRIPT, "--quick", "--check"], { encoding: "utf8" });
    expect(run.stderr).toBe("");
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("functions above complexity 15");
  });

  it("the picture of the house in ARCHITECTURE.md has every room, with about as many files as it has", () => {
    const [text, files] = [readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8"), [...sourceFiles().keys()]];
    expect(wrongIn(text, files)).toEqual([]);
    // Negative control: a room that nobody drew, and one that has doubled.
    const grown = files.filter((file) => file.startsWith("bank/")).map((file) => file.replace("bank/", "bank/again/"));
    expect(wrongIn(text, [...files, "attic/chest.ts", ...grown])).toEqual(["bank", "attic"]);
    expect(wrongIn(withPicture(text, files), files)).toEqual([]);
  });

  it("negative control: a held figure that grew, or was never committed, is named; a shown one is not", () => {
    const figures = [held("a", 2, 0), held("b", 1, 0), held("c", 1, 0), held("d", 0, 0), shown("e", 9, 0)];
    expect(worse(figures, { a: 1, b: 1, d: 4, e: 1 })).toEqual(["a 1 → 2", "c (not committed) → 1"]);
  });

  it("negative control: folders that import each other and a test beneath a door are found", () => {
    const house = new Map([
      ["store/one/a.ts", 'import { b } from "../two/b.ts";'],
      ["store/two/b.ts", 'import type { A } from "../one/a.ts";'],
      ["store/two/c.ts", 'import { d } from "../three/d.ts";\nimport { x } from "../../base/deep/x.ts";'],
      ["base/deep/x.ts", 'import { c } from "../../store/two/c.ts";'],
    ]);
    expect(mutualFolders(house)).toEqual(["store/one store/two"]);
    const tests = new Map([
      ["store/door.test.ts", 'import { a } from "../../src/store/index.ts";'],
      ["store/beneath.test.ts", 'import { a } from "../../src/store/one/a.ts";'],
    ]);
    expect(beneathDoors(tests)).toEqual(["test/store/beneath.test.ts"]);
  });

  it("negative control: what is too long, too many or too deep is counted", () => {
    const files = new Map([
      ["base/a/b/deep.ts", `// ${"x".repeat(160)}\nexport const long = /${"y".repeat(81)}/;\n`],
      ["mind/long.ts", "\n".repeat(401)],
      ...Array.from({ length: 16 }, (_, at): [string, string] => [`store/many/f${at}.ts`, "export {};\n"]),
    ]);
    const values = Object.fromEntries(sizes(files).map(({ name, value }) => [name, value]));
    expect(values).toEqual({
      "lines of src": 419,
      "files of src": 18,
      "lines over 140 characters": 1,
      "lines over 160 characters": 1,
      "regular expressions": 1,
      "regular expressions over 80 characters": 1,
      "files over 400 lines": 1,
      "folders with more than 15 files": 1,
      "folders deeper than two levels": 1,
      "files of mind": 1,
      "lines of mind": 401,
    });
  });
});
