// A server that answers like OpenAI's /v1/embeddings, on loopback, by a script that the test can change.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { directionOf, SIZE, TOPICS } from "./tinyModel.ts";

export interface EmbeddingServer {
  readonly url: string;
  /** What each request carried. */
  readonly asked: { readonly key: string | undefined; readonly input: readonly string[]; readonly model: string }[];
  behave(how: "well" | "longer" | "error" | "nonsense" | "short"): void;
  close(): Promise<void>;
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const asked: EmbeddingServer["asked"] = [];
  let how: Parameters<EmbeddingServer["behave"]>[0] = "well";
  const server = createServer(async (request, response) => {
    const { input, model } = JSON.parse(await bodyOf(request)) as { input: string[]; model: string };
    asked.push({ key: request.headers.authorization, input, model });
    if (request.url !== "/v1/embeddings") return void response.writeHead(404).end();
    if (how === "error") return void response.writeHead(503).end("busy");
    if (how === "nonsense") return void response.end("<html>");
    const data = input.map((text, index) => ({ index, embedding: [...vectorOf(text), ...(how === "longer" ? [1, 2, 3] : [])] }));
    // Not in order: the index says which is whose.
    response.end(JSON.stringify({ data: how === "short" ? data.slice(1) : data.reverse() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave: (given) => void (how = given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function vectorOf(text: string): number[] {
  const sum = Array.from({ length: SIZE }, () => 0.001);
  for (const word of text.toLowerCase().match(/[a-z]+|\p{Script=Han}/gu) ?? [])
    directionOf(TOPICS[word.replace(/s$/, "")] ?? -1).forEach((each, at) => (sum[at] = (sum[at] as number) + each));
  return sum;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
