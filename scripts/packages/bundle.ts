// The .mcpb: the MCP server in one file, for programs that install servers from one. No hooks come with it, so no gate.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWN_TOOLS } from "../../src/hosts/hook/ownTools.ts";
import type { About, PackageRequest } from "../packages.ts";
import { writeJson, writeProgram } from "./program.ts";
import { zipOf } from "./zip.ts";

/** The name of the file. */
export function writeBundle(request: PackageRequest): string {
  const draft = mkdtempSync(join(tmpdir(), "codicil-mcpb-"));
  try {
    writeProgram(draft, request, { native: true });
    writeJson(join(draft, "manifest.json"), manifestOf(request.about));
    const name = `codicil-${request.about.version}.mcpb`;
    const paths = readdirSync(draft, { recursive: true, encoding: "utf8" }).sort();
    const files = paths.filter((path) => statSync(join(draft, path)).isFile());
    writeFileSync(join(request.out, name), zipOf(files.map((path) => ({ path, bytes: readFileSync(join(draft, path)) }))));
    return name;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function manifestOf({ name, version, description, license, keywords, engines, os }: About): object {
  const entry = "program/dist/codicil.cjs";
  return {
    manifest_version: "0.3",
    name,
    display_name: "Codicil",
    version,
    description,
    author: { name: "Codicil" },
    license,
    keywords,
    server: { type: "node", entry_point: entry, mcp_config: { command: "node", args: [`\${__dirname}/${entry}`, "mcp"] } },
    tools: Object.keys(OWN_TOOLS).map((tool) => ({ name: tool })),
    compatibility: { platforms: os, runtimes: { node: engines.node } },
  };
}
