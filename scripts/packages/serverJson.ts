// server.json: what the MCP registry wants to know. It names the npm package; the registry takes it only from whoever owns the name.

import type { About } from "../packages.ts";
import { writeJson } from "./program.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

export function writeServerJson(path: string, { about, mcpName }: { readonly about: About; readonly mcpName: string }): void {
  const { name, version, description } = about;
  writeJson(path, {
    $schema: SCHEMA,
    name: mcpName,
    title: "Codicil",
    description,
    version,
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ],
  });
}
