// What `npm pack` does, in a copy: tests that run at the same time read this checkout.

import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeTypes } from "./build/types.ts";
import { stripped } from "./packageJson.ts";

const root = resolve(import.meta.dirname, "..");

/** `built`: a release that is there already; its types are written where `types` says so. Answers the tarball's path. */
export function packInto(folder: string, built?: string, types: "types" | "no types" = "no types"): string {
  const stage = join(folder, "stage");
  const text = readFileSync(join(root, "package.json"), "utf8");
  const { files } = JSON.parse(text) as { files: string[] };
  for (const name of [...files, "LICENSE"].filter((each) => each !== "dist" && !each.startsWith("!")))
    cpSync(join(root, name), join(stage, name), { recursive: true });
  writeFileSync(join(stage, "package.json"), stripped(text));
  if (built === undefined)
    run(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/build.ts", join(stage, "dist"), "--types"]);
  else cpSync(built, join(stage, "dist"), { recursive: true });
  if (built !== undefined && types === "types") writeTypes(join(stage, "dist"));
  run("npm", ["pack", stage, "--ignore-scripts", "--pack-destination", folder]);
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
}
