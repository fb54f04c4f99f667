// A Model2Vec directory: one vector per token, and a text is the mean of its tokens. No network, no native code; a small
// model reads thousands of texts a second.

import { basename, join } from "node:path";
import { AppError, sha256 } from "../../base/index.ts";
import { type Embedder, normalised } from "./embedder.ts";
import { missing, readModelFile, readModelJson, readTensors, type Tensor } from "./modelFiles.ts";
import { openTokenizer, type TokenizerFile } from "../tokens/tokenizer.ts";

const MOST_TOKENS = 512;
const TENSORS = "model.safetensors";

export function openModel2Vec(directory: string): Embedder {
  const described = readModelJson<TokenizerFile>(directory, "tokenizer.json");
  const bytes = readModelFile(directory, TENSORS);
  if (described === null) throw missing(directory, "tokenizer.json");
  if (bytes === null) throw missing(directory, TENSORS);
  const tokenizer = openTokenizer(described, join(directory, "tokenizer.json"));
  const rows = tableOf(readTensors(bytes, join(directory, TENSORS)), join(directory, TENSORS));
  return {
    // Another model in the same folder is another model.
    name: `model2vec ${basename(directory)} ${sha256(bytes).slice(0, 12)}`,
    embed: async (texts) =>
      texts.map((text) =>
        meanOf(
          tokenizer
            .encode(text)
            .filter((id) => id !== tokenizer.unknown)
            .slice(0, MOST_TOKENS),
          rows,
        ),
      ),
  };
}

interface Rows {
  readonly size: number;
  readonly count: number;
  readonly values: Float32Array;
  /** Newer models keep fewer rows than tokens, and a weight for each token. */
  readonly rowOf: Float32Array | null;
  readonly weights: Float32Array | null;
}

function tableOf(tensors: ReadonlyMap<string, Tensor>, file: string): Rows {
  const table = tensors.get("embeddings") ?? tensors.get("embedding.weight");
  const [count, size] = table?.shape ?? [];
  if (table === undefined || table.shape.length !== 2 || !count || !size)
    throw new AppError("EMBEDDER", "the model has no table of embeddings", {
      file,
      hint: "A Model2Vec directory is needed; a transformer's weights are of no use here.",
    });
  return {
    size,
    count,
    values: table.values,
    rowOf: tensors.get("mapping")?.values ?? null,
    weights: tensors.get("weights")?.values ?? null,
  };
}

function meanOf(ids: readonly number[], { size, count, values, rowOf, weights }: Rows): Float32Array {
  const sum = new Float32Array(size);
  for (const id of ids) {
    const row = rowOf?.[id] ?? id;
    if (row >= count) continue;
    const weight = weights?.[id] ?? 1;
    for (let at = 0; at < size; at++) sum[at] = (sum[at] as number) + weight * (values[row * size + at] as number);
  }
  // A mean and a sum point the same way.
  return normalised(sum);
}
