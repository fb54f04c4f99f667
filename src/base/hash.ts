import type { createHash } from "node:crypto";

let create: typeof createHash | undefined;

/**
 * SHA-256 as lower-case hex; the identity of every document, section and content in Codicil.
 * The module is taken on first use: loading it costs a third of an empty start, and many commands never hash.
 */
export function sha256(data: string | Uint8Array): string {
  create ??= globalThis.process.getBuiltinModule("node:crypto").createHash;
  return create("sha256").update(data).digest("hex");
}
