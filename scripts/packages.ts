// npm run packages: one folder for each program that installs Codicil by a command of its own, made from the release in dist.
//   node scripts/packages.ts [FOLDER] [--dist=FOLDER] [--mcp-name=NAME]
// What each holds is in scripts/packages; how people install them is in docs/hosts.md.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeBundle } from "./packages/bundle.ts";
import { writeHookPackages } from "./packages/hookPackages.ts";
import { writePluginPackages } from "./packages/pluginPackages.ts";
import { writeServerJson } from "./packages/serverJson.ts";

export interface About {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly engines: { readonly node: string };
  readonly os: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  /** The name in the MCP registry; whoever publishes it has to prove that the part before the slash is theirs. */
  readonly mcpName?: string;
}

export interface PackageRequest {
  readonly out: string;
  readonly dist: string;
  readonly about: About;
}

const words = process.argv.slice(2);
const option = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const out = words.find((word) => !word.startsWith("--")) ?? "packages";
const about = JSON.parse(readFileSync("package.json", "utf8")) as About;
const request: PackageRequest = { out, dist: option("dist") ?? "dist", about };

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
writeHookPackages(request);
await writePluginPackages(request);
const bundle = writeBundle(request);
const mcpName = option("mcp-name") ?? about.mcpName;
if (mcpName === undefined) console.log("server.json: not written, because package.json has no mcpName (give --mcp-name=NAMESPACE/codicil)");
else writeServerJson(join(out, "server.json"), { about, mcpName });
console.log(`packages for claude, codex, gemini, opencode and pi, and ${bundle}, in ${out}`);
