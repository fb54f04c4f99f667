// What the formats of packages ask for, as tables of fields in our own words, from their public descriptions: Claude Code's plugin and
// marketplace reference, Codex's plugin pages, Gemini CLI's extension reference, package.json with pi's and OpenCode's fields, the MCP
// registry's schema of 2025-12-11 and MCPB's manifest 0.3.

const text = { type: "string", minLength: 1 } as const;
const texts = { type: "array", items: text, minItems: 1 } as const;
/** Lower case, digits and hyphens. */
const kebab = { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" } as const;
const version = { type: "string", pattern: "^[0-9]+\\.[0-9]+\\.[0-9]+$" } as const;
const inside = { type: "string", pattern: "^\\./(?!.*\\.\\.)" } as const;

function fields(properties: Readonly<Record<string, unknown>>, required: readonly string[]): Record<string, unknown> {
  return { type: "object", properties, required, additionalProperties: false };
}

const server = fields({ command: text, args: texts, env_vars: texts }, ["command"]);
const servers = { type: "object", additionalProperties: server, minProperties: 1 };
const person = fields({ name: text, email: text, url: text }, ["name"]);

function manifest(path: string, properties: Readonly<Record<string, unknown>>, must: readonly string[]) {
  return { path, schema: fields(properties, must), must };
}

const npm = { name: kebab, version, description: text, keywords: texts, license: text, type: { const: "module" }, engines: {}, os: texts };
const npmRest = { files: texts, dependencies: { type: "object" } };

export const MANIFESTS = [
  manifest(
    "claude/.claude-plugin/marketplace.json",
    {
      name: kebab,
      owner: person,
      description: text,
      plugins: {
        type: "array",
        minItems: 1,
        items: fields({ name: kebab, source: inside, description: text, version, category: text }, ["name", "source"]),
      },
    },
    ["name", "owner", "plugins"],
  ),
  manifest(
    "claude/plugins/codicil/.claude-plugin/plugin.json",
    { name: kebab, version, description: text, author: person, license: text, keywords: texts },
    ["name"],
  ),
  manifest("claude/plugins/codicil/.mcp.json", { mcpServers: servers }, ["mcpServers"]),
  manifest(
    "codex/.agents/plugins/marketplace.json",
    {
      name: kebab,
      interface: fields({ displayName: text }, []),
      plugins: {
        type: "array",
        minItems: 1,
        items: fields(
          {
            name: kebab,
            source: fields({ source: { const: "local" }, path: inside }, ["source", "path"]),
            policy: fields(
              {
                installation: { enum: ["NOT_AVAILABLE", "AVAILABLE", "INSTALLED_BY_DEFAULT"] },
                authentication: { enum: ["ON_INSTALL", "ON_USE"] },
              },
              [],
            ),
            category: text,
          },
          ["name", "source"],
        ),
      },
    },
    ["name", "plugins"],
  ),
  manifest(
    "codex/plugins/codicil/.codex-plugin/plugin.json",
    {
      name: kebab,
      version,
      description: text,
      keywords: texts,
      skills: inside,
      mcpServers: inside,
      hooks: inside,
      interface: fields({ displayName: text, shortDescription: text, developerName: text, category: text }, []),
    },
    ["name"],
  ),
  manifest("codex/plugins/codicil/.mcp.json", { mcpServers: servers }, ["mcpServers"]),
  manifest("gemini/gemini-extension.json", { name: kebab, version, description: text, mcpServers: servers }, ["name", "version"]),
  manifest("opencode/package.json", { ...npm, ...npmRest, main: inside, exports: { type: "object" } }, ["name", "version", "main"]),
  manifest(
    "pi/package.json",
    {
      ...npm,
      ...npmRest,
      keywords: { type: "array", contains: { const: "pi-package" } },
      pi: fields({ extensions: { type: "array", items: inside, minItems: 1 }, skills: { type: "array", items: inside } }, ["extensions"]),
    },
    ["name", "version", "pi", "keywords"],
  ),
  manifest(
    "server.json",
    {
      $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
      name: { type: "string", pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", minLength: 3, maxLength: 200 },
      title: { type: "string", minLength: 1, maxLength: 100 },
      description: { type: "string", minLength: 1, maxLength: 100 },
      version: { type: "string", minLength: 1, maxLength: 255, not: { const: "latest" } },
      packages: {
        type: "array",
        items: fields(
          {
            registryType: { enum: ["npm", "pypi", "cargo", "oci", "nuget", "mcpb"] },
            identifier: text,
            version,
            runtimeHint: text,
            transport: fields({ type: { const: "stdio" } }, ["type"]),
            packageArguments: { type: "array", items: fields({ type: { const: "positional" }, value: text }, ["type", "value"]) },
          },
          ["registryType", "identifier", "transport"],
        ),
      },
    },
    ["name", "description", "version"],
  ),
  manifest(
    "mcpb/manifest.json",
    {
      manifest_version: { const: "0.3" },
      name: text,
      display_name: text,
      version: text,
      description: text,
      author: person,
      license: text,
      keywords: texts,
      server: fields(
        {
          type: { enum: ["python", "node", "binary"] },
          entry_point: text,
          mcp_config: fields({ command: text, args: texts, env: { type: "object" } }, ["command"]),
        },
        ["type", "entry_point", "mcp_config"],
      ),
      tools: { type: "array", items: fields({ name: text, description: text }, ["name"]) },
      compatibility: fields(
        { platforms: { type: "array", items: { enum: ["darwin", "win32", "linux"] } }, runtimes: fields({ python: text, node: text }, []) },
        [],
      ),
    },
    ["name", "version", "description", "author", "server"],
  ),
];
