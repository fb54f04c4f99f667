// A transformer in an ONNX directory. Codicil brings no runtime for it, because that one downloads parts of itself when it
// is installed. Where the person has put `onnxruntime-node` beside the model, or beside Codicil, it is used; nothing is
// ever loaded from a project.

import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { AppError, sha256 } from "../../base/index.ts";
import { type Embedder, normalised } from "./embedder.ts";
import { missing, readModelFile, readModelJson } from "./modelFiles.ts";
import { openTokenizer, type TokenizerFile } from "../tokens/tokenizer.ts";

interface Tensor {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}
interface Runtime {
  readonly InferenceSession: {
    create(
      path: string,
    ): Promise<{
      readonly inputNames: readonly string[];
      run(feeds: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, Tensor>>>;
    }>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
}

const MODELS = ["model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx"];
const MOST_TOKENS = 256;

export async function openOnnx(directory: string): Promise<Embedder> {
  const described = readModelJson<TokenizerFile>(directory, "tokenizer.json");
  if (described === null) throw missing(directory, "tokenizer.json");
  const found = MODELS.map((name) => ({ name, bytes: readModelFile(directory, name) })).find(({ bytes }) => bytes !== null);
  if (found?.bytes === undefined || found.bytes === null) throw missing(directory, "model.onnx");
  const tokenizer = openTokenizer(described, join(directory, "tokenizer.json"));
  const runtime = loadRuntime(directory);
  const session = await runtime.InferenceSession.create(join(directory, found.name));
  const row = (ids: readonly number[]) => new runtime.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
  return {
    name: `onnx ${basename(directory)} ${sha256(found.bytes).slice(0, 12)}`,
    async embed(texts) {
      const made: Float32Array[] = [];
      for (const text of texts) {
        const ids = [...tokenizer.begin, ...tokenizer.encode(text).slice(0, MOST_TOKENS), ...tokenizer.end];
        const all: Readonly<Record<string, readonly number[]>> = {
          input_ids: ids,
          attention_mask: ids.map(() => 1),
          token_type_ids: ids.map(() => 0),
        };
        const feeds = Object.fromEntries(session.inputNames.map((name) => [name, row(all[name] ?? [])]));
        made.push(pooled(await session.run(feeds)));
      }
      return made;
    },
  };
}

/** One vector for the text where the model makes one, else the mean of its tokens' vectors. */
function pooled(outputs: Readonly<Record<string, Tensor>>): Float32Array {
  const output = outputs["sentence_embedding"] ?? outputs["last_hidden_state"] ?? Object.values(outputs)[0];
  const size = output?.dims.at(-1);
  if (output === undefined || !size)
    throw new AppError("EMBEDDER", "the ONNX model answers with nothing that could be a vector", {
      hint: "It must be a sentence encoder.",
    });
  const sum = new Float32Array(size);
  for (let at = 0; at < output.data.length; at++) sum[at % size] = (sum[at % size] as number) + (output.data[at] as number);
  return normalised(sum);
}

function loadRuntime(directory: string): Runtime {
  for (const from of [join(directory, "package.json"), import.meta.url]) {
    const require = createRequire(from);
    try {
      return require(require.resolve("onnxruntime-node")) as Runtime;
    } catch (error) {
      if ((error as { code?: string }).code !== "MODULE_NOT_FOUND")
        throw new AppError("EMBEDDER", `onnxruntime-node is there and cannot be loaded: ${(error as Error).message}`, { cause: error });
    }
  }
  throw new AppError("EMBEDDER", "an ONNX model needs the package onnxruntime-node, which is not installed", {
    file: directory,
    hint: `npm install --prefix ${directory} onnxruntime-node (it downloads parts of itself), or use a Model2Vec directory, which needs nothing.`,
  });
}
