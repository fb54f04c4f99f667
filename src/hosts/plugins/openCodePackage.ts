// The npm package for OpenCode. Unlike the file that install writes, it also names the MCP server and the skills to OpenCode.

import { openCodePlugin, type ServerInput, type SetupContext } from "./openCodePlugin.ts";
import { packagedFor } from "./packaged.ts";

const packaged = packagedFor("opencode", import.meta.url);
const plugin = packaged === null ? null : openCodePlugin(packaged.installation);

async function server(input: ServerInput): Promise<object> {
  if (packaged === null || plugin === null) return {};
  const { command, args } = packaged.server;
  return {
    ...(await plugin.server(input)),
    // What the person's own settings say of a server called codicil stays.
    config: async (config: { mcp?: Record<string, unknown>; skills?: { paths?: string[] } }) => {
      config.mcp = { codicil: { type: "local", command: [command, ...args], enabled: true }, ...config.mcp };
      config.skills = { ...config.skills, paths: [...(config.skills?.paths ?? []), packaged.skills] };
    },
  };
}

export default { id: "codicil", server, setup: async (context: SetupContext) => plugin?.setup(context) };
