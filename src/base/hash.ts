import type { createHash, hash, Hash } from "node:crypto";
import { shortSha256 } from "./shortHash.ts";

let create: typeof createHash | undefined;
let atOnce: typeof hash | undefined;
/** So many characters are hashed without the module; a program that hashes more is better off with it. */
let withoutModule = 4096;

/**
 * SHA-256 as lower-case hex; the identity of every document, section and content in Codicil.
 * The module is taken when much is hashed: loading it costs a fifth of an empty start, and many commands hash a few lines.
 */
export function sha256(data: string | Uint8Array): string {
  if (atOnce === undefined && create === undefined && typeof data === "string" && (withoutModule -= data.length + 64) > 0)
    return shortSha256(data);
  atOnce ??= globalThis.process.getBuiltinModule("node:crypto").hash;
  return atOnce("sha256", data, "hex");
}

/** SHA-256 of what comes in pieces. */
export function openHash(): Hash {
  create ??= globalThis.process.getBuiltinModule("node:crypto").createHash;
  return create("sha256");
}
