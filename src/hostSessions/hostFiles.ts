import { readSmallText } from "../store/index.ts";
import { readJsonc } from "../schema/index.ts";
import type { ToldToLoad } from "../snapshot/index.ts";
import type { Whereabouts } from "../mind/whereabouts.ts";

const LARGEST = 1024 * 1024;

/** A file that a host reads too: a project may put anything under its name. null: no plain text file, or too large; nothing blocks. */
export function readHostFile(path: string, largest = LARGEST): string | null {
  return readSmallText(path, largest);
}

// What a host's own settings, and its version, say about the instruction files that it loads.
type Settings = Readonly<Record<string, unknown>>;

export function toldToLoad(where: Whereabouts): ToldToLoad {
  const top = where.project ?? where.cwd;
  const gemini = [`${where.userHome}/.gemini/settings.json`, `${top}/.gemini/settings.json`].flatMap((file) => fileNames(settingsIn(file)));
  const claudeFolder = process.env["CLAUDE_CONFIG_DIR"] || `${where.userHome}/.claude`;
  return {
    gemini: gemini.length === 0 ? ["GEMINI.md"] : gemini,
    claude: isBeforeAgentsFiles(process.env["AI_AGENT"]) ? "claude-md" : claudeFiles(settingsIn(`${claudeFolder}/settings.json`)),
    claudeFolder,
  };
}

/** Claude Code tells its version to the programs that it starts, as `claude-code_2-1-325_harness`. Before 2.1.277 it read no AGENTS.md. */
function isBeforeAgentsFiles(agent: string | undefined): boolean {
  const version = /^claude-code_(\d+)-(\d+)-(\d+)/
    .exec(agent ?? "")
    ?.slice(1)
    .map(Number);
  if (version === undefined) return false;
  const [major = 0, minor = 0, patch = 0] = version;
  return major * 1_000_000 + minor * 10_000 + patch < 2_010_277;
}

/** The part of Claude Code that reads AGENTS.md is a built-in plugin of this name, with one option (measured with 2.1.325). */
const CLAUDE_PLUGIN = "cc-plugin-agents-md@builtin";
const CLAUDE_MODES = ["claude-md", "claude-md-or-agents-md", "claude-md-and-agents-md", "managed-only"] as const;

function claudeFiles(settings: Settings): ToldToLoad["claude"] {
  if (at(settings, "enabledPlugins", CLAUDE_PLUGIN) === false) return "claude-md";
  const mode = at(settings, "pluginConfigs", CLAUDE_PLUGIN, "options", "instructionFiles");
  return CLAUDE_MODES.find((each) => each === mode) ?? "claude-md-or-agents-md";
}

function fileNames(settings: Settings): string[] {
  const given = at(settings, "context", "fileName");
  return typeof given === "string" ? [given] : Array.isArray(given) ? given.filter((each): each is string => typeof each === "string") : [];
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((now, name) => (typeof now === "object" && now !== null ? (now as Settings)[name] : undefined), value);
}

/** Without settings the host's defaults apply. */
function settingsIn(file: string): Settings {
  try {
    return (readJsonc(readHostFile(file) ?? "{}", file) ?? {}) as Settings;
  } catch {
    // Settings that the host cannot read either.
    return {};
  }
}
