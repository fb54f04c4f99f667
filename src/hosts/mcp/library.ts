// The protocol's own library, in one place: the release keeps it in a file of its own, which only `codicil mcp` loads.

export { createMcpHandler, McpServer, parseJSONRPCMessage, ResourceTemplate } from "@modelcontextprotocol/server";
export { serveStdio } from "@modelcontextprotocol/server/stdio";
export { toNodeHandler } from "@modelcontextprotocol/node";
