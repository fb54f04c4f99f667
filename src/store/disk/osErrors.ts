// One translation from what the operating system says to what a person can act on.

import { AppError, type ErrorCode } from "../../base/index.ts";

export interface DiskAct {
  readonly doing: "read" | "write";
  /** The path a person would type. */
  readonly file: string;
}

/** Linux and macOS numbers: Node has no name for EDQUOT and says "Unknown system error -122". */
const QUOTA = new Set([-122, -69]);

const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const FORBIDDEN = new Set(["EROFS", "EACCES", "EPERM"]);
const NO_PATH = new Set(["ELOOP", "ENOTDIR", "ENAMETOOLONG"]);
const NO_FILE = new Set(["EISDIR", "ENXIO", "ENODEV"]);
const OTHER_HINTS: Readonly<Record<string, string>> = {
  EMFILE: "Too many files are open: close some programs or raise `ulimit -n`, then try again.",
  ENFILE: "Too many files are open on this machine: close some programs, then try again.",
  EBUSY: "The file is in use or mounted on its own: mount its folder instead, then try again.",
  EXDEV: "The file is mounted on its own: mount its folder instead, then try again.",
  EIO: "The disk reported an error: check the disk, then try again.",
};

/** An error of the file system as an AppError; anything that is not one is handed back as it came. */
export function diskError(error: unknown, act: DiskAct): unknown {
  if (error instanceof AppError || !isErrno(error)) return error;
  const { code, hint } = judge(error, act.doing);
  return new AppError(code, `cannot ${act.doing} ${act.file}: ${error.message}`, {
    file: act.file,
    hint,
    data: { errno: error.errno, syscall: error.syscall },
    cause: error,
  });
}

/** Runs one piece of disk work and translates whatever it throws. */
export function onDisk<T>(act: DiskAct, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskError(error, act);
  }
}

export function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).errno === "number";
}

/** True for "nothing is there". A parent that is no folder is another matter: see ENOTDIR above. */
export function isAbsent(error: unknown): boolean {
  return isErrno(error) && error.code === "ENOENT";
}

function judge(error: NodeJS.ErrnoException, doing: "read" | "write"): { code: ErrorCode; hint: string } {
  const name = error.code ?? "";
  if (FULL.has(name) || QUOTA.has(error.errno ?? 0))
    return { code: "DISK_FULL", hint: "Free some space (or raise the quota or file size limit), then try again." };
  if (FORBIDDEN.has(name))
    return doing === "write"
      ? { code: "READ_ONLY", hint: "Make the file and its folder writable for you, then try again." }
      : { code: "IO", hint: "Make the file and its folders readable for you, then try again." };
  if (NO_PATH.has(name)) return { code: "BAD_PATH", hint: "Every part before the last must be a folder, without links that loop." };
  if (NO_FILE.has(name)) return { code: "NOT_A_FILE", hint: "Put a regular file there, or choose another name." };
  return { code: "IO", hint: OTHER_HINTS[name] ?? "Try again; if it happens again, check the disk." };
}
