// Any OpenAI-compatible `/v1/embeddings`: a local server or one with a key. The key goes to https or to this machine only.

import { AppError } from "../../base/index.ts";
import type { EmbedderConfig } from "../../schema/index.ts";
import { type Embedder, normalised } from "./embedder.ts";

const PATIENCE_MS = 10_000;
const AT_ONCE = 64;
const LONGEST_ANSWER = 64 * 1024 * 1024;

export function openEndpoint(
  config: Extract<EmbedderConfig, { kind: "endpoint" }>,
  env: Readonly<Record<string, string | undefined>>,
): Embedder {
  const url = addressOf(config.url);
  const key = config.key_from === undefined ? undefined : env[config.key_from];
  const unusable = (why: string, hint: string) =>
    new AppError("EMBEDDER", `the embedder at ${url.origin} cannot be used: ${why}`, { hint });
  if (config.key_from !== undefined && (key === undefined || key === ""))
    throw unusable(`${config.key_from} is not set`, `Set ${config.key_from}, or remove key_from from config.yaml.`);
  if (key !== undefined && url.protocol === "http:" && !isLoopback(url.hostname))
    throw unusable("it would get the key unencrypted", "Use https.");
  const ask = async (texts: readonly string[]): Promise<Float32Array[]> => {
    let response: Response;
    try {
      response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model: config.model, input: texts, encoding_format: "float" }),
        // A redirect could carry the texts, and the key, elsewhere.
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    } catch (cause) {
      throw unusable(reasonOf(cause), "Start it, or remove recall.embedder from config.yaml.");
    }
    if (!response.ok) throw unusable(`it answers ${response.status}`, "Look at its model's name and its key.");
    return vectorsOf(await readBounded(response), texts.length, (why) => unusable(why, "It must answer like OpenAI's /v1/embeddings."));
  };
  return {
    name: `endpoint ${url.href} ${config.model}`,
    async embed(texts) {
      const made: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += AT_ONCE) made.push(...(await ask(texts.slice(from, from + AT_ONCE))));
      return made;
    },
  };
}

/** `http://127.0.0.1:11434/v1` and the full address mean the same. */
function addressOf(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new AppError("EMBEDDER", `the embedder's url ${JSON.stringify(given)} is not an http or https address without a user's name`, {
      hint: "For example http://127.0.0.1:11434/v1.",
    });
  if (!url.pathname.endsWith("/embeddings"))
    url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}${/\/v\d+\/?$/.test(url.pathname) ? "" : "/v1"}/embeddings`;
  return url;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function reasonOf(cause: unknown): string {
  if ((cause as Error).name === "TimeoutError") return `it did not answer within ${PATIENCE_MS / 1000} seconds`;
  const inner = (cause as { cause?: { code?: string; message?: string } }).cause;
  return inner?.code ?? inner?.message ?? (cause as Error).message;
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > LONGEST_ANSWER) throw new AppError("EMBEDDER", "the embedder's answer is longer than 64 MB");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function vectorsOf(text: string, wanted: number, wrong: (why: string) => AppError): Float32Array[] {
  let rows: unknown;
  try {
    rows = (JSON.parse(text) as { data?: unknown } | null)?.data;
  } catch {
    // Said with its address below: an answer that is no JSON is as wrong as any other.
    rows = undefined;
  }
  if (!Array.isArray(rows) || rows.length !== wanted) throw wrong("its answer has not one vector per text");
  const made: Float32Array[] = [];
  rows.forEach((row: { index?: unknown; embedding?: unknown } | null, at) => {
    const { index = at, embedding } = row ?? {};
    if (
      !Array.isArray(embedding) ||
      embedding.length === 0 ||
      !embedding.every((each) => typeof each === "number" && Number.isFinite(each)) ||
      typeof index !== "number"
    )
      throw wrong("its answer has a vector that is none");
    made[index] = normalised(Float32Array.from(embedding as number[]));
  });
  const [first] = made;
  if (Object.keys(made).length !== wanted || made.some((each) => each.length !== first?.length))
    throw wrong("its vectors are of different lengths, or one is missing");
  return made;
}
