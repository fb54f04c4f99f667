import { createHash } from "node:crypto";

/** SHA-256 as lower-case hex; the identity of every document, section and content in Codicil. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
