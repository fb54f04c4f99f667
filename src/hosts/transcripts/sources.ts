// The hosts whose transcripts can be adopted: where they lie, which file is one, who translates it, and when its host
// will delete it; and how many there are, before any is read.

import { basename, dirname, join } from "node:path";
import type { Translator } from "../../activity/originals.ts";
import { claudeTranslator } from "./claude.ts";
import { codexTranslator } from "./codex.ts";
import { copilotTranslator } from "./copilot.ts";
import { cursorTranslator } from "./cursor.ts";
import { type Environment, filesBelow, given, homeOf, kindOf, smallJson, smallText } from "./transcriptPlaces.ts";
import { geminiTranslator } from "./gemini.ts";
import { kimiTranslator } from "./kimi.ts";
import { TRANSCRIPT_HOSTS, type TranscriptHost } from "./transcriptHosts.ts";
import { opencodeTranslator } from "./opencode.ts";
import { object, string } from "./foreignValues.ts";
import { piTranslator } from "./pi.ts";
import { qwenTranslator } from "./qwen.ts";

export interface TranscriptSource {
  /** Where this machine's host keeps them. */
  folder(env: Environment): string;
  fits(path: string): boolean;
  nativeId(path: string): string;
  translator(path: string): Translator;
  /** Days that its host keeps a transcript that nobody touches; null: forever. */
  keepsDays(env: Environment): number | null;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

function uuidIn(path: string): string {
  return UUID.exec(basename(path))?.[0] ?? basename(path).replace(/\.jsonl$/, "");
}

function claudeFolder(env: Environment): string {
  return given(env, "CLAUDE_CONFIG_DIR") ?? join(homeOf(env), ".claude");
}

function kimiSession(path: string): string {
  return basename(dirname(dirname(dirname(path))));
}

function geminiFolder(env: Environment): string {
  return join(given(env, "GEMINI_CLI_HOME") ?? homeOf(env), ".gemini");
}

export const SOURCES: Readonly<Record<TranscriptHost, TranscriptSource>> = {
  claude: {
    folder: (env) => join(claudeFolder(env), "projects"),
    fits: (path) => path.endsWith(".jsonl"),
    // A helper's transcript lies below its session's, under a name that is its own only together with that.
    nativeId: (path) =>
      basename(path).startsWith("agent-")
        ? `${basename(path, ".jsonl")}-${(UUID.exec(dirname(path))?.[0] ?? "").slice(0, 8)}`.replace(/-$/, "")
        : basename(path, ".jsonl"),
    translator: claudeTranslator,
    keepsDays: (env) => {
      const days = object(smallJson(join(claudeFolder(env), "settings.json")))["cleanupPeriodDays"];
      return typeof days === "number" && days >= 0 ? days : 30;
    },
  },
  codex: {
    folder: (env) => join(given(env, "CODEX_HOME") ?? join(homeOf(env), ".codex"), "sessions"),
    fits: (path) => basename(path).startsWith("rollout-") && path.endsWith(".jsonl"),
    nativeId: uuidIn,
    translator: codexTranslator,
    keepsDays: () => null,
  },
  copilot: {
    folder: (env) => join(given(env, "COPILOT_HOME") ?? join(homeOf(env), ".copilot"), "session-state"),
    fits: (path) => basename(path) === "events.jsonl",
    nativeId: (path) => basename(dirname(path)),
    translator: copilotTranslator,
    keepsDays: () => null,
  },
  cursor: {
    folder: (env) => join(homeOf(env), ".cursor", "projects"),
    fits: (path) => path.includes("/agent-transcripts/") && path.endsWith(".jsonl"),
    nativeId: uuidIn,
    translator: (path) => cursorTranslator(basename(dirname(path)) === "subagents" ? basename(dirname(dirname(path))) : undefined),
    keepsDays: () => null,
  },
  gemini: {
    folder: (env) => join(geminiFolder(env), "tmp"),
    fits: (path) => basename(dirname(path)) === "chats" && path.endsWith(".jsonl"),
    nativeId: (path) => basename(path, ".jsonl"),
    translator: (path) => geminiTranslator(string(smallText(join(dirname(dirname(path)), ".project_root"))?.trim())),
    keepsDays: (env) => {
      const retention = object(object(object(smallJson(join(geminiFolder(env), "settings.json")))["general"])["sessionRetention"]);
      return retention["enabled"] === false ? null : daysOf(string(retention["maxAge"]) ?? "30d");
    },
  },
  kimi: {
    folder: (env) => join(given(env, "KIMI_CODE_HOME") ?? join(homeOf(env), ".kimi-code"), "sessions"),
    fits: (path) => basename(path) === "wire.jsonl",
    // A helper's transcript lies beside the main one, under the name of the agent.
    nativeId: (path) => {
      const agent = basename(dirname(path));
      return agent === "main" ? kimiSession(path) : `${kimiSession(path)}-${agent}`;
    },
    translator: (path) => kimiTranslator(object(smallJson(join(dirname(path), "../../state.json")))),
    keepsDays: () => null,
  },
  opencode: {
    folder: (env) => join(given(env, "XDG_DATA_HOME") ?? join(homeOf(env), ".local", "share"), "opencode"),
    fits: (path) => basename(path) === "opencode.db",
    nativeId: (path) => basename(path),
    translator: opencodeTranslator,
    keepsDays: () => null,
  },
  pi: {
    folder: (env) => join(given(env, "PI_CODING_AGENT_DIR") ?? join(homeOf(env), ".pi", "agent"), "sessions"),
    fits: (path) => path.endsWith(".jsonl"),
    nativeId: uuidIn,
    translator: piTranslator,
    keepsDays: () => null,
  },
  qwen: {
    folder: (env) => join(homeOf(env), ".qwen", "projects"),
    fits: (path) => basename(dirname(path)) === "chats" && path.endsWith(".jsonl"),
    nativeId: uuidIn,
    translator: qwenTranslator,
    keepsDays: () => null,
  },
};

/** 30d, 12h, 4w, 1m. */
function daysOf(age: string): number | null {
  const parsed = /^(\d+)([hdwm])$/.exec(age);
  if (parsed === null) return null;
  return Number(parsed[1]) * ({ h: 1 / 24, d: 1, w: 7, m: 30 }[parsed[2] ?? "d"] ?? 1);
}

export interface FoundTranscripts {
  readonly host: TranscriptHost;
  readonly found: number;
  readonly bytes: number;
  /** When the oldest was last written (ISO). */
  readonly since: string;
  /** Their host may delete them within a week. */
  readonly leaving: number;
}

const DAY = 24 * 3600 * 1000;
const SOON = 7 * DAY;

/** Hosts without any are not named; those that keep them in a database are not counted. */
export function countTranscripts(env: Environment, now: number): FoundTranscripts[] {
  return TRANSCRIPT_HOSTS.flatMap((host) => {
    const source = SOURCES[host];
    const folder = source.folder(env);
    if (host === "opencode" || kindOf(folder) !== "folder") return [];
    const { files } = filesBelow(folder, (path) => source.fits(path));
    const keeps = source.keepsDays(env);
    if (files.length === 0) return [];
    return [
      {
        host,
        found: files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        since: new Date(Math.min(...files.map(({ modified }) => modified))).toISOString(),
        leaving: keeps === null ? 0 : files.filter(({ modified }) => modified + keeps * DAY - now < SOON).length,
      },
    ];
  });
}
