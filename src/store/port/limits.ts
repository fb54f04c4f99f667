// How large a file may be. Pure.

import { AppError } from "../../base/index.ts";

/** A document is read as a whole; beyond this it is a mistake, and is refused unread. */
export const DOCUMENT_LIMIT = 64 * 1024 * 1024;
/** An instruction file (AGENTS.md) is read again by every session and compiled; longer ones are left out and named. */
export const INSTRUCTIONS_LIMIT = 512 * 1024;
/** A delta that a repository brought. */
export const BROUGHT_LIMIT = 4 * 1024 * 1024;
/** History grows for years. */
export const LOG_LIMIT = 256 * 1024 * 1024;

export function tooLarge(file: string, size: number, limit: number): AppError {
  const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`;
  return new AppError("TOO_LARGE", `${file} has ${mebibytes(size)}; the limit is ${mebibytes(limit)}`, {
    file,
    hint: "Split it into smaller files or move old parts to an archive.",
  });
}
