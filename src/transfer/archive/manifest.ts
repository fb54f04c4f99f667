// The manifest of a backup or bundle, and which names it may hold. Whoever wrote it may be a stranger: every name is judged
// before one byte is written, and what breaks a limit is refused by its name.

import { AppError } from "../../base/index.ts";
import { isKept } from "../../sharing/power.ts";

export const MANIFEST = "codicil-backup.json";

export interface ListedFile {
  readonly root: "home" | "state";
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

export interface Manifest {
  readonly v: 1;
  readonly created: string;
  readonly files: readonly ListedFile[];
}

export const LIMITS = {
  files: 100_000,
  /** An archive, unpacked. A bundle is a folder, and may have any size. */
  bytes: 32 * 2 ** 30,
  fileBytes: 256 * 1024 * 1024,
  manifestBytes: 64 * 1024 * 1024,
  pathBytes: 1024,
  nameBytes: 255,
  depth: 32,
  /** Unpacked to packed. Text packs to a tenth; only an archive made for that reaches hundreds. */
  ratio: 200,
  /** A small archive may have any ratio. */
  ratioFrom: 16 * 1024 * 1024,
} as const;

/** Nothing was written yet when one of these is thrown. */
export function refused(file: string, message: string, cause?: unknown): AppError {
  return new AppError("DAMAGED", message, { file, cause, hint: "Nothing was written." });
}

export function tooLarge(file: string, message: string): AppError {
  const hint = "Nothing was written. codicil export bundle and codicil import codicil take a mind of more bytes.";
  return new AppError("TOO_LARGE", message, { file, hint });
}

export function readManifest(source: string, bytes: Uint8Array): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest;
  } catch (cause) {
    throw refused(source, "the manifest is not JSON", cause);
  }
  if (manifest?.v !== 1 || !Array.isArray(manifest.files))
    throw new AppError("UNKNOWN_VERSION", "a newer Codicil wrote this", { file: source });
  if (manifest.files.length > LIMITS.files) throw tooLarge(source, `it holds more than ${LIMITS.files} files`);
  checkNames(source, manifest.files);
  return manifest;
}

function checkNames(source: string, files: readonly ListedFile[]): void {
  const spellings = new Map<string, string>();
  for (const each of files) {
    checkListed(source, each ?? {});
    const shown = JSON.stringify(`${each.root}/${each.path}`);
    const folded = foldedName(each.root, each.path);
    const twin = spellings.get(folded);
    if (twin === shown) throw refused(source, `${shown} is in it twice`);
    if (twin !== undefined) throw refused(source, `${shown} and ${twin} differ only in case or Unicode form`);
    spellings.set(folded, shown);
  }
  for (const { root, path } of files) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const above = spellings.get(foldedName(root, path.slice(0, at)));
      if (above !== undefined) throw refused(source, `${above} is both a file and a folder`);
    }
  }
}

function checkListed(source: string, { root, path, size, sha256 }: ListedFile): void {
  const shown = JSON.stringify(`${String(root)}/${String(path)}`);
  const problem = typeof path === "string" ? nameProblem(path) : "is not a path";
  if (problem !== null) throw refused(source, `${shown} ${problem}`);
  if (root !== "home" && !(root === "state" && isKept(path))) throw refused(source, `${shown} is not a path of a mind`);
  if (typeof sha256 !== "string" || !Number.isSafeInteger(size) || size < 0) throw refused(source, `${shown} has no size or hash`);
  if (size > LIMITS.fileBytes) throw tooLarge(source, `${shown} has more than 256 MiB`);
}

/** One name on every disk: some fold case, some normalise. */
export function foldedName(root: string, path: string): string {
  return `${root}/${path}`.normalize("NFC").toLowerCase();
}

/** Why no mind may have a file of this name; null: it may. */
export function nameProblem(path: string): string | null {
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "is an absolute path";
  if (path.includes("\\")) return "has a backslash, which some systems take for a folder";
  if (!path.isWellFormed() || /\p{Cc}/u.test(path)) return "has characters that no file name should have";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return "is not a plain path: it has `.`, `..` or empty parts";
  if (parts.length > LIMITS.depth) return `lies more than ${LIMITS.depth} folders deep`;
  if (Buffer.byteLength(path) > LIMITS.pathBytes || parts.some((part) => Buffer.byteLength(part) > LIMITS.nameBytes)) return "is too long";
  if (/^\.codicil-.*\.tmp$/.test(parts.at(-1) ?? "")) return "is a name that belongs to the store";
  return null;
}
