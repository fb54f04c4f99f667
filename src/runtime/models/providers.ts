// Who can be asked: each provider's wire, where its key and address are in the environment, and a model to begin with.

import type { ModelWire } from "../../schema/index.ts";

export interface Provider {
  readonly wire: ModelWire;
  readonly keys: readonly string[];
  /** Environment variables that give another address. */
  readonly urls: readonly string[];
  readonly url: string;
  /** null: the server is asked what it has. */
  readonly model: string | null;
  /** A server of one's own: the variable alone means that it is to be used. */
  readonly isLocal?: true;
}

export const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    wire: "anthropic",
    keys: ["ANTHROPIC_API_KEY"],
    urls: ["ANTHROPIC_BASE_URL"],
    url: "https://api.anthropic.com/v1",
    model: "claude-sonnet-5-5",
  },
  openai: { wire: "responses", keys: ["OPENAI_API_KEY"], urls: ["OPENAI_BASE_URL"], url: "https://api.openai.com/v1", model: "gpt-5.6" },
  google: {
    wire: "google",
    keys: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
    urls: ["GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"],
    url: "https://generativelanguage.googleapis.com/v1beta",
    model: "gemini-flash-latest",
  },
  openrouter: {
    wire: "chat",
    keys: ["OPENROUTER_API_KEY"],
    urls: ["OPENROUTER_BASE_URL"],
    url: "https://openrouter.ai/api/v1",
    model: "openrouter/auto",
  },
  ollama: { wire: "chat", keys: [], urls: ["OLLAMA_HOST"], url: "http://127.0.0.1:11434/v1", model: null, isLocal: true },
  "llama.cpp": {
    wire: "chat",
    keys: ["LLAMA_API_KEY"],
    urls: ["LLAMA_SERVER_URL"],
    url: "http://127.0.0.1:8080/v1",
    model: null,
    isLocal: true,
  },
  vllm: { wire: "chat", keys: ["VLLM_API_KEY"], urls: ["VLLM_BASE_URL"], url: "http://127.0.0.1:8000/v1", model: null, isLocal: true },
  compatible: { wire: "chat", keys: ["CODICIL_MODEL_KEY"], urls: ["CODICIL_MODEL_URL"], url: "", model: null, isLocal: true },
};

/** Ollama's variable is a host, often without scheme and path; the others are whole addresses. */
export function addressOf(name: string, given: string): string {
  const withScheme = /^https?:\/\//.test(given) ? given : `http://${given}`;
  const bare = withScheme.replace(/(?<!\/)\/+$/, "");
  if (name === "ollama" && /^https?:\/\/[^/]+$/.test(bare))
    return `${/:\d+$/.test(bare) ? bare : `${bare}:11434`}/v1`.replace("//0.0.0.0", "//127.0.0.1");
  return bare;
}
