// Hosts that call programs: Claude Code, Codex and Gemini CLI. Their hooks and the server are the ones that `codicil install` writes
// into settings (src/hosts/install/wiring.ts), with the host's own variable for the place of the package.

import type { Host } from "../../src/base/index.ts";
import { join } from "node:path";
import { mcpSessionOf } from "../../src/hosts/dialects/session.ts";
import type { Launcher } from "../../src/hosts/install/launcher.ts";
import { wiringFor } from "../../src/hosts/install/wiring.ts";
import { readAt } from "../../src/hosts/install/jsonText.ts";
import type { About, PackageRequest } from "../packages.ts";
import { writeJson, writeProgram, writeReadme, writeScripts, writeSkills } from "./program.ts";

interface HookPackage {
  readonly host: Extract<Host, "claude" | "codex" | "gemini">;
  /** What the host puts its own path into. */
  readonly root: string;
  /** Where the package lies below the folder that people name to the host. */
  readonly folder: string;
  /** Files with the host's own facts, by path from that folder. */
  readonly manifests: (about: About, server: unknown) => Readonly<Record<string, unknown>>;
}

const OWNER = { name: "Codicil" };
const CATEGORY = "Productivity";

const PACKAGES: readonly HookPackage[] = [
  {
    host: "claude",
    root: "${CLAUDE_PLUGIN_ROOT}",
    folder: "plugins/codicil",
    manifests: ({ name, version, description, license, keywords }, server) => ({
      ".claude-plugin/marketplace.json": {
        name,
        owner: OWNER,
        description,
        plugins: [{ name, source: "./plugins/codicil", description, version, category: CATEGORY.toLowerCase() }],
      },
      "plugins/codicil/.claude-plugin/plugin.json": { name, version, description, author: OWNER, license, keywords },
      "plugins/codicil/.mcp.json": { mcpServers: { [name]: server } },
    }),
  },
  {
    host: "codex",
    root: "${PLUGIN_ROOT}",
    folder: "plugins/codicil",
    manifests: ({ name, version, description, keywords }, server) => ({
      ".agents/plugins/marketplace.json": {
        name,
        interface: { displayName: OWNER.name },
        plugins: [
          {
            name,
            source: { source: "local", path: "./plugins/codicil" },
            policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
            category: CATEGORY,
          },
        ],
      },
      "plugins/codicil/.codex-plugin/plugin.json": {
        name,
        version,
        description,
        keywords,
        skills: "./skills",
        mcpServers: "./.mcp.json",
        hooks: "./hooks/hooks.json",
        interface: { displayName: OWNER.name, shortDescription: description, developerName: OWNER.name, category: CATEGORY },
      },
      "plugins/codicil/.mcp.json": { mcpServers: { [name]: server } },
    }),
  },
  {
    host: "gemini",
    root: "${extensionPath}",
    folder: ".",
    manifests: ({ name, version, description }, server) => ({
      "gemini-extension.json": { name, version, description, mcpServers: { [name]: server } },
    }),
  },
];

export function writeHookPackages(request: PackageRequest): void {
  for (const each of PACKAGES) {
    const folder = join(request.out, each.host);
    const inside = join(folder, each.folder);
    const { hooks, server } = wired(each, request.about.version);
    writeProgram(inside, request, { native: true });
    writeScripts(inside);
    writeSkills(inside);
    writeReadme(inside, request);
    writeJson(join(inside, "hooks/hooks.json"), { hooks });
    for (const [path, value] of Object.entries(each.manifests(request.about, server))) writeJson(join(folder, path), value);
  }
}

/**
 * Codex puts no place of the plugin into a server's command, and one with a `cwd` would not know the project. Where Codex keeps
 * plugins is documented.
 */
function codexServer(version: string): object {
  const program = `\${CODEX_HOME:-$HOME/.codex}/plugins/cache/codicil/codicil/${version}/bin/codicil`;
  return {
    command: "sh",
    args: ["-c", `exec "${program}" "$@"`, "codicil", "mcp", "--hooked", "--session", mcpSessionOf("codex")],
    env_vars: ["CODEX_HOME", "CODICIL_HOME", "CODICIL_STATE"],
  };
}

function wired({ host, root }: HookPackage, version: string): { readonly hooks: unknown; readonly server: unknown } {
  const [hookProgram, program] = [`${root}/bin/codicil-hook`, `${root}/bin/codicil`];
  const statusLine = `"${program}" statusline`;
  const launcher: Launcher = { hook: (name, event) => `"${hookProgram}" ${name} ${event}`, statusLine, program, hookProgram, files: [] };
  const { files } = wiringFor({
    host,
    scope: { userHome: "", project: null, env: {} },
    launcher,
    plugin: () => "",
    skills: [],
    shared: false,
    trust: false,
    real: (path) => path,
  });
  const texts = files.filter(({ path }) => path.endsWith(".json")).map((file) => ({ path: file.path, text: file.put(null, new Map()) }));
  const found = (where: readonly string[]) => texts.map(({ path, text }) => readAt(text, where, path)).find((value) => value !== undefined);
  return { hooks: found(["hooks"]), server: found(["mcpServers", "codicil"]) ?? codexServer(version) };
}
