// Files of the project as the tools see them: what a person works on, not the documents of the mind, which only the
// writer touches. The gate has judged the path before anything here runs.

import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { AppError } from "../../base/index.ts";

const LARGEST_FILE = 8 * 1024 * 1024;

export function pathIn(cwd: string, path: string, userHome: string): string {
  const spelled = path.startsWith("~/") ? join(userHome, path.slice(2)) : path;
  return isAbsolute(spelled) ? resolve(spelled) : resolve(cwd, spelled);
}

/** Never waits for a FIFO, never reads a device or a giant. */
export function readText(path: string): string {
  const bytes = readBytes(path);
  if (bytes.subarray(0, 8192).includes(0))
    throw new AppError("NOT_UTF8", "this is a binary file", { file: path, hint: "Look at it with a program that knows its format." });
  return new TextDecoder("utf-8").decode(bytes);
}

function readBytes(path: string): Buffer {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = fstatSync(descriptor);
      if (facts.isDirectory()) throw new AppError("NOT_A_FILE", "this is a folder", { file: path, hint: "Use list." });
      if (!facts.isFile()) throw new AppError("NOT_A_FILE", "this is not a regular file", { file: path });
      if (facts.size > LARGEST_FILE)
        throw new AppError("TOO_LARGE", `the file has ${facts.size} bytes; at most ${LARGEST_FILE} are read`, {
          file: path,
          hint: "Read a part of it with shell: head, tail, sed -n.",
        });
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw asAppError(cause, path);
  }
}

/** By rename, so that nobody sees half a file; what was there keeps its mode. */
export function writeText(path: string, text: string): { created: boolean } {
  try {
    const real = realOr(path);
    const before = statSync(real, { throwIfNoEntry: false });
    if (before !== undefined && !before.isFile()) throw new AppError("NOT_A_FILE", "what is there is not a regular file", { file: path });
    mkdirSync(dirname(real), { recursive: true });
    const temporary = `${real}.codicil-${process.pid}.tmp`;
    try {
      writeFileSync(temporary, text, { mode: before === undefined ? 0o644 : before.mode & 0o777, flag: "wx" });
      renameSync(temporary, real);
    } catch (cause) {
      rmSync(temporary, { force: true });
      throw cause;
    }
    return { created: before === undefined };
  } catch (cause) {
    throw asAppError(cause, path);
  }
}

function realOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // Nothing is there yet; its folder is made.
    return path;
  }
}

export function listFolder(
  path: string,
): { readonly name: string; readonly kind: "file" | "folder" | "link" | "other"; readonly size: number }[] {
  try {
    return readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other",
      size: entry.isFile() ? (statSync(join(path, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0,
    }));
  } catch (cause) {
    throw asAppError(cause, path);
  }
}

function asAppError(cause: unknown, file: string): AppError {
  if (cause instanceof AppError) return cause;
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return new AppError("NOT_FOUND", "there is nothing at this path", { file, cause });
  if (code === "ENOSPC" || code === "EDQUOT") return new AppError("DISK_FULL", "the disk is full", { file, cause });
  if (code === "EROFS") return new AppError("READ_ONLY", "the disk is read-only", { file, cause });
  return new AppError("IO", (cause as Error).message, { file, cause });
}
