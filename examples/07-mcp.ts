// Give any framework with MCP support access to memory: OpenAI Agents (`new MCPServerStdio({ command, args })`),
// LangGraph (`new MultiServerMCPClient({ codicil: { command, args } })`), or, as here, the protocol's own client library.
//   node examples/07-mcp.ts [FOLDER]

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
// Installed, this is { command: "codicil", args: ["mcp"] }.
const server = {
  command: fileURLToPath(new URL("../codicil", import.meta.url)),
  args: ["mcp", "--home", join(folder, "agents"), "--cwd", folder],
};
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(
  new StdioClientTransport({
    ...server,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, CODICIL_STATE: join(folder, "state") },
    stderr: "ignore",
  }),
);

const { tools } = await client.listTools();
console.log(
  "tools:",
  tools
    .map(({ name }) => name)
    .filter((name) => name.startsWith("memory_"))
    .join(", "),
);
const added = await client.callTool({
  name: "memory_add",
  arguments: { file: "memory", section: "Build", content: "the tests take forty seconds" },
});
console.log("added:", added.isError !== true);
const read = await client.callTool({ name: "memory_read", arguments: { file: "memory" } });
console.log("read:", JSON.stringify(read.content).includes("forty seconds"));
await client.close();
