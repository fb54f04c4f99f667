// The tests run what people run: the bundle, built from the present source.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function setup(): void {
  if (process.env["CODICIL_FROM_SOURCE"] === "1") return;
  const root = fileURLToPath(new URL("..", import.meta.url));
  const built = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/build.ts"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) throw new Error("the bundle could not be built");
}
