// A file that only its owner may read: what a key is kept in. Whoever else could read or replace it makes it worthless.

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { diskError, isAbsent } from "../disk/osErrors.ts";

export type PrivateText =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "open"; readonly why: string };

const MOST_BYTES = 16_384;

export function readPrivateText(file: string): PrivateText {
  let fd: number;
  try {
    // O_NONBLOCK: a FIFO in its place must not hold anybody up.
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (isAbsent(error)) return { kind: "absent" };
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return { kind: "open", why: "it is a link" };
    throw diskError(error, { doing: "read", file });
  }
  try {
    const facts = fstatSync(fd);
    if (!facts.isFile() || facts.size > MOST_BYTES) return { kind: "open", why: "it is not a small plain file" };
    // Windows has no modes; there the folder of the user's profile has to do.
    if (process.platform !== "win32" && facts.uid !== process.getuid?.()) return { kind: "open", why: "it belongs to somebody else" };
    if (process.platform !== "win32" && (facts.mode & 0o077) !== 0) return { kind: "open", why: "others may read it" };
    return { kind: "read", text: readFileSync(fd, "utf8") };
  } finally {
    closeSync(fd);
  }
}
