// A plugin that comes in a package of its own (scripts/packages): the hook program lies beside it. Where `codicil install` wrote its
// plugin into the same host, that one works and this one does nothing.

import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mcpSessionOf } from "../dialects/session.ts";
import { hasPluginOnDisk } from "../install/record.ts";
import type { Installation } from "../install/pluginText.ts";

export interface Packaged {
  readonly installation: Installation;
  /** How the host starts our MCP server. */
  readonly server: { readonly command: string; readonly args: readonly string[] };
  readonly skills: string;
}

/** `url`: of the plugin's own file. null: install serves this host already. */
export function packagedFor(host: "opencode" | "pi", url: string): Packaged | null {
  const root = dirname(fileURLToPath(url));
  const { env } = process;
  const [home, state] = [env["CODICIL_HOME"] ?? "", env["CODICIL_STATE"] || standardState(env)];
  if (hasPluginOnDisk(state, host)) return null;
  return {
    installation: { hook: join(root, "bin/codicil-hook"), home, state },
    server: { command: join(root, "bin/codicil"), args: ["mcp", "--hooked", "--session", mcpSessionOf(host)] },
    skills: join(root, "skills"),
  };
}

function standardState(env: NodeJS.ProcessEnv): string {
  return join(env["XDG_STATE_HOME"] || join(env["HOME"] || homedir(), ".local/state"), "codicil");
}
