// A folder that a bundle is written into: a new one, or one in which nothing is.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { AppError } from "../../base/index.ts";
import { diskError } from "../../store/index.ts";

/** Files of a bundle in another format, into an empty folder; answers where that is. */
export function writeBundleFolder(target: string, files: readonly { readonly path: string; readonly text: string }[]): string {
  const folder = resolve(target);
  try {
    beginFolder(folder);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, path), text, { mode: 0o600, flag: "wx" });
    }
  } catch (error) {
    throw diskError(error, { doing: "write", file: folder });
  }
  return folder;
}

export function beginFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0)
    throw new AppError("ALREADY_EXISTS", "the folder is not empty", {
      file: folder,
      hint: "Choose another one; nothing is ever overwritten.",
    });
}
