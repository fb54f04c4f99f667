// The program inside of a package: the release without types, with the skills, and with the native lock library where no package
// manager brings it.

import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { packageScripts } from "../../src/hosts/install/launcher.ts";
import type { PackageRequest } from "../packages.ts";

/** Systems that the package is for, as the native library names its builds. */
const BUILDS = new Set(["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]);

/** `native`: the library is put into the package, because nothing installs its dependencies. */
export function writeProgram(folder: string, { dist, about }: PackageRequest, { native }: { readonly native: boolean }): void {
  const program = join(folder, "program");
  cpSync(dist, join(program, "dist"), { recursive: true, filter: (path) => !/\.map$|\/types$|-plugin\.js$/.test(path) });
  // Without it the program does not know where its package begins.
  const { name, version, license, engines } = about;
  writeJson(join(program, "package.json"), { name, version, license, type: "module", private: true, engines });
  // What rewritten commands call (src/gate/diskWorld.ts).
  writeFileSync(join(program, "codicil"), '#!/bin/sh\nexec node "${0%/*}/dist/codicil.cjs" "$@"\n', { mode: 0o755 });
  cpSync("skills", join(program, "skills"), { recursive: true });
  if (native) for (const each of Object.keys(about.dependencies)) copyPackage(each, join(program, "node_modules"));
}

export function writeScripts(folder: string): void {
  mkdirSync(join(folder, "bin"), { recursive: true });
  for (const { name, text } of packageScripts()) {
    writeFileSync(join(folder, "bin", name), text);
    chmodSync(join(folder, "bin", name), 0o755);
  }
}

/** For hosts that look for skills in the package itself. */
export function writeSkills(folder: string): void {
  cpSync("skills", join(folder, "skills"), { recursive: true });
}

export function writeReadme(folder: string, { about }: PackageRequest): void {
  const { name, description, license, engines } = about;
  writeFileSync(
    join(folder, "README.md"),
    [
      "# Codicil",
      `${description} This package connects one agent program to your mind: the agent gets your memory and rules when a session begins, every tool call passes the gate, and what the agent wants to remember goes through deltas that you can review and undo.`,
      `It needs Node ${engines.node.replace(">=", "")} or newer as \`node\` on the PATH; without it every call is refused, with a line that says so. Your documents are in \`~/.config/agents\` (\`CODICIL_HOME\` names another folder). The command line is \`bin/codicil\` in this package, or \`npx ${name}\`.`,
      `Where \`codicil install\` set up the same program, this package does nothing. Licence: ${license}.`,
    ].join("\n\n") + "\n",
  );
}

export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** With what it depends on; of its builds those for our systems. */
function copyPackage(name: string, target: string): void {
  const from = join("node_modules", name);
  cpSync(from, join(target, name), {
    recursive: true,
    filter: (path) => basename(dirname(path)) !== "prebuilds" || BUILDS.has(basename(path)),
  });
  const { dependencies = {} } = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  for (const each of Object.keys(dependencies)) copyPackage(each, target);
}
