// A model of a few tokens, written as Model2Vec writes its own: enough to show that words without a letter in common are
// near where their vectors are.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Words that mean the same share a direction. */
export const TOPICS: Readonly<Record<string, number>> = {
  "[UNK]": -1,
  car: 0,
  auto: 0,
  vehicle: 0,
  "##mobile": 0,
  dog: 1,
  hound: 1,
  puppy: 1,
  bread: 2,
  loaf: 2,
  bak: 2,
  "##ery": 2,
  the: 3,
  a: 3,
  狗: 1,
  车: 0,
};
export const SIZE = 40;

export function directionOf(topic: number): number[] {
  return Array.from({ length: SIZE }, (_, at) => (topic < 0 ? 0 : (at * 7 + topic * 13) % 5 === topic ? 1 : -0.1));
}

export interface TinyOptions {
  readonly dtype?: "F32" | "F16";
  readonly unigram?: boolean;
}

export function writeTinyModel(directory: string, { dtype = "F32", unigram = false }: TinyOptions = {}): string {
  mkdirSync(directory, { recursive: true });
  const tokens = Object.keys(TOPICS);
  const bert = {
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
  const pieces = tokens.map((token) =>
    token.startsWith("##") ? token.slice(2) : token === "[UNK]" || /\p{Script=Han}/u.test(token) ? token : `▁${token}`,
  );
  const sentence = {
    normalizer: { type: "Sequence", normalizers: [{ type: "Precompiled", precompiled_charsmap: "" }, { type: "Lowercase" }] },
    pre_tokenizer: { type: "Metaspace", replacement: "▁", prepend_scheme: "always" },
    model: { type: "Unigram", unk_id: 0, vocab: [...pieces.map((token, id) => [token, -id]), ["▁", -30]] },
  };
  writeFileSync(join(directory, "tokenizer.json"), JSON.stringify(unigram ? sentence : bert));
  const rows = [...tokens.map((token) => directionOf(TOPICS[token] ?? -1)), ...(unigram ? [directionOf(-1)] : [])];
  writeFileSync(join(directory, "model.safetensors"), safetensors("embeddings", [rows.length, SIZE], rows.flat(), dtype));
  return directory;
}

export function safetensors(name: string, shape: readonly number[], values: readonly number[], dtype: "F32" | "F16"): Uint8Array {
  const size = dtype === "F32" ? 4 : 2;
  const data = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, at) => (dtype === "F32" ? data.setFloat32(at * 4, value, true) : data.setUint16(at * 2, halfOf(value), true)));
  const header = new TextEncoder().encode(
    JSON.stringify({ __metadata__: { format: "pt" }, [name]: { dtype, shape, data_offsets: [0, data.byteLength] } }),
  );
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(header.length), true);
  return Buffer.concat([new Uint8Array(length.buffer), header, new Uint8Array(data.buffer)]);
}

/** Only for the numbers that are used here: none of them is tiny or huge. */
function halfOf(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024);
}
