// The port for embedders: texts in, vectors out. Vectors are optional; whatever goes wrong behind this port costs the
// vectors of an answer and never the answer.

import { AppError } from "../../base/index.ts";
import type { EmbedderConfig } from "../../schema/index.ts";

/** Turns texts into vectors. */
export interface Embedder {
  /** Says which vectors these are: those of another name cannot be compared with them. */
  readonly name: string;
  /** One vector per text, all of one length, each of length 1. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** What opening an embedder needs of the surroundings. */
export interface EmbedderOptions {
  /** Keys are taken from here by name; they never are in config.yaml. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What `~/` in a directory means. */
  readonly userHome: string;
}

/** Each loaded late: who has no vectors pays for none of it. */
export async function openEmbedder(config: EmbedderConfig, { env, userHome }: EmbedderOptions): Promise<Embedder> {
  if (config.kind === "endpoint") return (await import("./endpoint.ts")).openEndpoint(config, env);
  const directory = config.directory.replace(/^~(?=\/)/, userHome);
  if (!directory.startsWith("/"))
    throw new AppError("EMBEDDER", `the embedder's directory ${JSON.stringify(config.directory)} is not an absolute path`, {
      hint: "Begin it with / or ~/.",
    });
  return config.kind === "model2vec"
    ? (await import("./model2vec.ts")).openModel2Vec(directory)
    : (await import("./onnx.ts")).openOnnx(directory);
}

/** Length 1, so that a product is a cosine. A vector of nothing stays nothing. */
export function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const each of vector) sum += each * each;
  const length = Math.sqrt(sum);
  return length > 0 && Number.isFinite(length) ? vector.map((each) => each / length) : new Float32Array(vector.length);
}
