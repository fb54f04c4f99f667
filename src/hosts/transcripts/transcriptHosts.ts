// The hosts whose transcripts can be adopted, by their names.

import { AppError } from "../../base/index.ts";

export const TRANSCRIPT_HOSTS = ["claude", "codex", "copilot", "cursor", "gemini", "kimi", "opencode", "pi", "qwen"] as const;
export type TranscriptHost = (typeof TRANSCRIPT_HOSTS)[number];

const OTHER_NAMES: Readonly<Record<string, TranscriptHost>> = {
  "claude-code": "claude",
  "gemini-cli": "gemini",
  "codex-cli": "codex",
  "open-code": "opencode",
  "copilot-cli": "copilot",
  "kimi-code": "kimi",
  "qwen-code": "qwen",
};

export function transcriptHost(name: string): TranscriptHost {
  const host = OTHER_NAMES[name] ?? name;
  if ((TRANSCRIPT_HOSTS as readonly string[]).includes(host)) return host as TranscriptHost;
  throw new AppError("BAD_USAGE", `there is no host ${JSON.stringify(name)} whose transcripts can be imported`, {
    hint: `The hosts are ${TRANSCRIPT_HOSTS.join(", ")}; all means each that has some.`,
  });
}
