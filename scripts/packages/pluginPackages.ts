// Hosts that load code: npm packages for OpenCode and pi. The program is in them; the native library comes as a dependency.

import { build } from "esbuild";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BUILD_ID, SHARED } from "../build/options.ts";
import type { PackageRequest } from "../packages.ts";
import { writeJson, writeProgram, writeReadme, writeScripts, writeSkills } from "./program.ts";

interface PluginPackage {
  readonly host: "opencode" | "pi";
  readonly entry: string;
  readonly keywords: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

const PACKAGES: readonly PluginPackage[] = [
  {
    host: "opencode",
    entry: "src/hosts/plugins/openCodePackage.ts",
    keywords: ["opencode-plugin"],
    fields: { main: "./index.js", exports: { ".": "./index.js", "./server": "./index.js" } },
  },
  {
    host: "pi",
    entry: "src/hosts/plugins/piPackage.ts",
    keywords: ["pi-package"],
    fields: { pi: { extensions: ["./index.js"], skills: ["./skills"] } },
  },
];

export async function writePluginPackages(request: PackageRequest): Promise<void> {
  const { version, description, license, keywords, engines, os, dependencies } = request.about;
  for (const each of PACKAGES) {
    const folder = join(request.out, each.host);
    writeProgram(folder, request, { native: false });
    writeScripts(folder);
    writeSkills(folder);
    writeReadme(folder, request);
    await build({
      ...SHARED,
      charset: "ascii",
      format: "esm",
      entryPoints: [each.entry],
      outfile: join(folder, "index.js"),
      define: BUILD_ID,
    });
    writeJson(join(folder, "package.json"), {
      name: `codicil-${each.host}`,
      version,
      description: `${description} For ${each.host === "pi" ? "pi" : "OpenCode"}.`,
      keywords: [...keywords, ...each.keywords],
      license,
      type: "module",
      engines,
      os,
      ...each.fields,
      files: readdirSync(folder).sort(),
      dependencies,
    });
  }
}
