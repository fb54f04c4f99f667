// bundle: a whole mind as a folder of plain files, for looking at, for another machine, for version control. The same
// content as a backup, without its limit on size.

import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { AppError } from "../base/index.ts";
import { diskError, isAbsent } from "../store/index.ts";
import { backup } from "./backup.ts";
import { bringIn, type Brought, checkFiles, listed, MANIFEST, type Manifest, manifestOf, mindFiles } from "./keeping/files.ts";
import type { Mind } from "./open.ts";

export async function exportBundle(mind: Mind, target: string): Promise<{ folder: string; files: number; left: readonly string[] }> {
  const folder = resolve(target);
  const left: string[] = [];
  const files: Manifest["files"][number][] = [];
  try {
    beginFolder(folder);
    for await (const each of mindFiles(mind, left)) {
      const file = join(folder, each.root, each.path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, each.bytes, { mode: 0o600, flag: "wx" });
      files.push(listed(each));
    }
    // Last: a bundle without its manifest was cut short, and is not taken in.
    writeFileSync(join(folder, MANIFEST), manifestOf(mind, files), { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw diskError(error, { doing: "write", file: folder });
  }
  return { folder, files: files.length, left };
}

function beginFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new AppError("ALREADY_EXISTS", "the folder is not empty", { file: folder, hint: "Choose another one; nothing is ever overwritten." });
}

export async function importBundle(mind: Mind, source: string, options: { readonly over?: boolean } = {}): Promise<Brought> {
  const folder = resolve(source);
  const files = checkFiles(folder, (name) => readPlain(join(folder, name)));
  return bringIn(mind, files, { over: options.over === true, putAway: (saved) => backup(mind, saved) });
}

/** A link in a bundle could bring any file of this machine into the mind: only plain files count. */
function readPlain(file: string): Uint8Array | null {
  try {
    return lstatSync(file).isFile() ? readFileSync(file) : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw diskError(error, { doing: "read", file });
  }
}
