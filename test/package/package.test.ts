// What people install, tried in a fresh folder: scripts/testPackage.ts says what each consumer does. Here without the programs
// that it would have to fetch (Bun and Deno): npm run test:package has those too.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CONSUMERS = [
  "sizes",
  "publint",
  "attw",
  "import of codicil",
  "strict TypeScript, libraries checked",
  "ES modules",
  "CommonJS",
  "an esbuild bundle of ES modules",
  "locks without the native library",
  "locks where the native library has no build (musl)",
  "the program: hand over, done-gate, CI",
  "an old Node gets one sentence",
];

describe("the packed package", () => {
  it.skipIf(process.env["CODICIL_FROM_SOURCE"] === "1")(
    "installs and works for every kind of consumer, within its limits",
    { timeout: 400_000 },
    () => {
      // The release that all tests run, built from this source.
      const dist = process.env["CODICIL_TEST_DIST"];
      const words = ["scripts/testPackage.ts", "--quick", ...(dist === undefined ? [] : [`--built=${dist}`])];
      const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", ...words], {
        cwd: ROOT,
        encoding: "utf8",
        timeout: 390_000,
      });
      console.log(
        done.stdout
          .split("\n")
          .filter((line) => /sizes|import of/.test(line))
          .join("\n"),
      );
      expect(`${done.stdout}${done.stderr}`).toContain("the package is good");
      for (const name of CONSUMERS) expect(done.stdout).toContain(`ok     ${name}`);
      expect(done.status).toBe(0);
    },
  );

  it("negative control: a package that is not one fails", () => {
    const done = spawnSync(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "scripts/testPackage.ts", "--quick", "--tarball=package.json"],
      { cwd: ROOT, encoding: "utf8" },
    );
    expect(done.status).not.toBe(0);
  });

  it("has one export path for each door, and a line of reading for each in the library's README", () => {
    const { exports, typesVersions } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as {
      exports: Record<string, unknown>;
      typesVersions: { "*": Record<string, unknown> };
    };
    const doors = Object.keys(exports)
      .filter((path) => path !== "." && path !== "./package.json")
      .map((path) => path.slice(2));
    expect(Object.keys(typesVersions["*"])).toEqual(doors);
    const library = readFileSync(`${ROOT}docs/library.md`, "utf8");
    for (const door of doors) expect(library).toContain(`\`codicil/${door}\``);
  });
});
