// The tests run what people run: the bundle, built from the present source, in a folder of this run's own.

import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

export default function setup(): (() => void) | undefined {
  if (process.env["CODICIL_FROM_SOURCE"] === "1") return undefined;
  const root = fileURLToPath(new URL("..", import.meta.url));
  const folder = `${root}.test-dist/${process.pid}`;
  const built = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/build.ts", folder], {
    cwd: root,
    stdio: "inherit",
  });
  if (built.status !== 0) throw new Error("the bundle could not be built");
  process.env["CODICIL_TEST_DIST"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
