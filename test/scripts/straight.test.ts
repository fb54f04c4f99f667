// In the release a command that wants one thing of a room does not load the room.

import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { originOf, straight } from "../../scripts/build/straight.ts";

/** The files of the analysis that the status line loads, in a build of it beside the gate's. */
async function analysisIn(plugins: Parameters<typeof build>[0]["plugins"]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: { line: "src/cli/documents/statusline.ts", gate: "src/gate/judging.ts" },
    outdir: "never-written",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    metafile: true,
    write: false,
    ...(plugins === undefined ? {} : { plugins }),
  });
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) if (kind === "import-statement") load(path);
  };
  load("never-written/line.js");
  return [...loaded]
    .flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}))
    .filter((file) => file.startsWith("src/analysis/"));
}

describe("imports that go straight to their file (issue 20)", () => {
  it("the status line loads nothing that analyses calls; negative control: through the doors it does", async () => {
    expect(await analysisIn([straight])).toEqual([]);
    expect((await analysisIn([])).length).toBeGreaterThan(50);
  });

  it("a name is found in the file that has it, also where a door calls it otherwise", () => {
    const door = `${process.cwd()}/src/hosts/index.ts`;
    expect(originOf(door, "checkHosts")).toEqual({ file: `${process.cwd()}/src/hosts/install/checkHosts.ts`, name: "checkHosts" });
    expect(originOf(door, "nobody")).toEqual({ file: door, name: "nobody" });
  });
});
