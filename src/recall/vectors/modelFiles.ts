// The files of a local model: JSON, and tensors in the safetensors format. This file touches the disk itself: a model lies
// outside of every mind, is read and never written, and is larger than anything that the store would hand out.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../base/index.ts";

const LARGEST_JSON = 256 * 1024 * 1024;
const LARGEST_MODEL = 4 * 1024 * 1024 * 1024;

export function readModelJson<T>(directory: string, name: string): T | null {
  const bytes = readModelFile(directory, name, LARGEST_JSON);
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch (cause) {
    throw new AppError("EMBEDDER", `the model's ${name} is not JSON`, { file: join(directory, name), cause });
  }
}

export function readModelFile(directory: string, name: string, limit = LARGEST_MODEL): Uint8Array | null {
  const file = join(directory, name);
  try {
    const { size } = statSync(file);
    if (size > limit) throw new AppError("EMBEDDER", `the model's ${name} is larger than is read`, { file });
    return readFileSync(file);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    if (error instanceof AppError) throw error;
    throw new AppError("EMBEDDER", `the model's ${name} cannot be read: ${(error as Error).message}`, { file, cause: error });
  }
}

export function missing(directory: string, name: string): AppError {
  return new AppError("EMBEDDER", `the model has no ${name}`, {
    file: join(directory, name),
    hint: "recall.embedder.directory in config.yaml names the folder of one model.",
  });
}

export interface Tensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** Eight bytes of length, a header in JSON, then the numbers. Everything is checked: the file may be half a download. */
export function readTensors(bytes: Uint8Array, file: string): Map<string, Tensor> {
  const broken = (why: string) =>
    new AppError("EMBEDDER", `the model's tensors cannot be read: ${why}`, { file, hint: "Fetch the file again." });
  if (bytes.length < 8) throw broken("the file is too short");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Number(view.getBigUint64(0, true));
  if (length > bytes.length - 8) throw broken("its header is longer than the file");
  let header: Record<string, { dtype?: string; shape?: number[]; data_offsets?: [number, number] }>;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as typeof header;
  } catch {
    // Said with the file's name: what JSON has to say about bytes helps nobody.
    throw broken("its header is not JSON");
  }
  const start = 8 + length;
  return new Map(
    Object.entries(header)
      .filter(([name]) => name !== "__metadata__")
      .map(([name, { dtype = "", shape = [], data_offsets: [from, to] = [0, 0] }]) => {
        const count = shape.reduce((product, each) => product * each, 1);
        const reader = READERS[dtype];
        if (reader === undefined) throw broken(`${name} has numbers of the kind ${dtype}`);
        if (to - from !== count * reader.size || from < 0 || start + to > bytes.length) throw broken(`${name} lies outside of the file`);
        const values = new Float32Array(count);
        for (let index = 0; index < count; index++) values[index] = reader.read(view, start + from + index * reader.size);
        return [name, { shape, values }];
      }),
  );
}

const READERS: Readonly<Record<string, { readonly size: number; read(view: DataView, at: number): number }>> = {
  F64: { size: 8, read: (view, at) => view.getFloat64(at, true) },
  F32: { size: 4, read: (view, at) => view.getFloat32(at, true) },
  F16: { size: 2, read: (view, at) => half(view.getUint16(at, true)) },
  BF16: { size: 2, read: (view, at) => brain(view.getUint16(at, true)) },
  I8: { size: 1, read: (view, at) => view.getInt8(at) },
  I32: { size: 4, read: (view, at) => view.getInt32(at, true) },
  I64: { size: 8, read: (view, at) => Number(view.getBigInt64(at, true)) },
};

/** Sixteen bits: one of sign, five of exponent, ten of fraction. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const scratch = new DataView(new ArrayBuffer(4));

/** The upper half of a number of 32 bits. */
function brain(bits: number): number {
  scratch.setUint32(0, bits * 0x10000);
  return scratch.getFloat32(0);
}
