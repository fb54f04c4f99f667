// Whether a call is really one of our own MCP server's, which has rules of its own for what it may do. A name proves
// nothing: a cloned repository can register a server of any name. So the tool must be one that we have, its input one that
// it takes, our server must be registered by the person, and nothing in the project may speak of a server of that name,
// unless install wrote it. Loaded only for calls that claim to be ours.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Host, sha256, wordSet } from "../../base/index.ts";
import { readHostFile } from "../../hostSessions/hostFiles.ts";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import { type InstalledFile, readRecord } from "../install/record.ts";
import { folderOf } from "../install/wiring.ts";

/** The fields of our tools; a test compares them with what the server offers. */
export const OWN_TOOLS: Readonly<Record<string, Readonly<Record<string, "string" | "number" | "object">>>> = {
  plan: {
    path: "string",
    url: "string",
    heading: "string",
    level: "number",
    operation: "string",
    op: "string",
    content: "string",
    old: "string",
    scope: "string",
    confidence: "number",
    reason: "string",
  },
  memory_add: { file: "string", section: "string", content: "string", reason: "string" },
  memory_replace: {
    file: "string",
    section: "string",
    old: "string",
    old_text: "string",
    new: "string",
    new_text: "string",
    reason: "string",
  },
  memory_remove: { file: "string", section: "string", reason: "string" },
  memory_read: { file: "string", path: "string" },
  recall: { query: "string", limit: "number", scope: "string" },
  memory_reader: { question: "string" },
  policy_check: { command: "string", call: "object" },
  policy_propose: { file: "string", answers: "object" },
  prompt_receipt: {},
};

/** Where a project can register servers, in any of the hosts. */
const PROJECT_FILES = [
  ...wordSet(
    ".mcp.json mcp.json opencode.json opencode.jsonc .opencode/opencode.json .opencode/opencode.jsonc .claude/settings.json",
    ".claude/settings.local.json .codex/config.toml .gemini/settings.json .qwen/settings.json .cursor/mcp.json .pi/mcp.json",
    ".kimi-code/mcp.json .copilot/mcp-config.json .github/mcp.json .vscode/mcp.json",
  ),
];
/** The last: extensions that the person installed into Gemini CLI. */
const USER_FILES = [
  ...wordSet(
    "settings.json config.toml mcp.json mcp-config.json opencode.json opencode.jsonc .claude.json",
    "extensions/extension-enablement.json",
  ),
];

export interface OwnToolRequest {
  readonly host: Host;
  /** Without the server's name. */
  readonly tool: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly where: Whereabouts;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function isOwnTool(request: OwnToolRequest): boolean {
  return takes(request) && isRegistered(request) && !isClaimedByProject(request);
}

function takes({ tool, fields }: OwnToolRequest): boolean {
  const known = Object.hasOwn(OWN_TOOLS, tool) ? OWN_TOOLS[tool] : undefined;
  return (
    known !== undefined &&
    Object.entries(fields).every(([name, value]) => Object.hasOwn(known, name) && typeof value === known[name] && value !== null)
  );
}

/** By install, or in the person's own settings, into which the gate lets no call write. */
function isRegistered({ host, where, env }: OwnToolRequest): boolean {
  if (recordsOf(where, host).length > 0) return true;
  const folder = folderOf(host, { userHome: where.userHome, project: null, env });
  return [...USER_FILES.map((name) => join(folder, name)), ...(host === "claude" ? [join(where.userHome, ".claude.json")] : [])].some(
    speaksOfUs,
  );
}

function isClaimedByProject({ host, where }: OwnToolRequest): boolean {
  const ours = recordsOf(where, host);
  return foldersAbove(where).some((folder) => PROJECT_FILES.some((name) => isClaim(join(folder, name), ours)));
}

/** What install wrote, and nobody touched since, claims nothing. */
function isClaim(path: string, ours: readonly InstalledFile[]): boolean {
  if (!speaksOfUs(path)) return false;
  const known = ours.find((each) => each.path === path);
  return known === undefined || known.after !== sha256(readHostFile(path) ?? "");
}

function recordsOf(where: Whereabouts, host: Host): readonly InstalledFile[] {
  return [null, ...(where.project === null ? [] : [where.project])].flatMap(
    (project) => readRecord(where.state, host, project)?.files ?? [],
  );
}

/** A name can be written with escapes; a file that has some is taken to speak of us. */
function speaksOfUs(path: string): boolean {
  if (!existsSync(path)) return false;
  const text = readHostFile(path);
  // Something that cannot be read is not known to be silent.
  return text === null || /codicil|\\[uUx]/i.test(text);
}

/** From where the host works up to the person's home, or the top: hosts look for their settings in some of these. */
function foldersAbove({ cwd, userHome }: Whereabouts): string[] {
  const folders: string[] = [];
  for (let at = cwd; at !== userHome; at = dirname(at)) {
    folders.push(at);
    if (dirname(at) === at) break;
  }
  return folders;
}
