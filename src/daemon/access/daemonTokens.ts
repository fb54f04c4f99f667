// The tokens of the running daemon: files of mode 0600 in a folder of mode 0700 below the mind's state.
//
// They are written here and not through the store: they are no documents, have no history, must never appear in a
// backup, and need the one thing that the store does not promise, a mode that keeps every other user out from the
// first byte.

import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { AppError, type Random } from "../../base/index.ts";
import type { Machine } from "./machines.ts";
import { drawSecret, isSameSecret } from "./secrets.ts";

export type Holder = "user" | "agent";
/** Who asks: the person, an agent, or another machine with what it may reach. */
export type Caller = Holder | Machine;

export const DAEMON_FILE = "daemon.json";
export const LOGINS_FILE = "logins.json";
const tokenFile = (holder: Holder) => `${holder}.token`;
const isWindows = process.platform === "win32";

export function daemonFolder(state: string): string {
  return join(state, "daemon");
}

/** Longer names of sockets are refused by the systems. */
const LONGEST_SOCKET = 100;

/** For programs of this user: in a folder that nobody else can enter. null: its name would be too long, or sockets have none here. */
export function socketPath(state: string): string | null {
  const path = join(daemonFolder(state), "daemon.sock");
  return isWindows || Buffer.byteLength(path) > LONGEST_SOCKET ? null : path;
}

/** New tokens with every start: one that leaked dies with the daemon that it belonged to. */
export function createTokens(state: string, random: Random): void {
  for (const holder of ["user", "agent"] as const) writePrivately(state, tokenFile(holder), drawSecret(random), random);
}

/** Read anew for every request, so that a token taken away on disk is gone at once. null: there is none to be trusted. */
export function tokenOf(state: string, holder: Holder): string | null {
  const text = readPrivately(state, tokenFile(holder));
  const token = text?.trim() ?? "";
  return /^[0-9a-f]{64}$/.test(token) ? token : null;
}

/** Whose token it is; null: neither the person's nor an agent's. */
export function holderOf(state: string, token: string): Holder | null {
  for (const holder of ["user", "agent"] as const) {
    const known = tokenOf(state, holder);
    if (known !== null && isSameSecret(token, known)) return holder;
  }
  return null;
}

/** Visible under its name only when it is whole, and never readable by anybody else, not even for a moment. */
export function writePrivately(state: string, name: string, text: string, random: Random): void {
  const folder = privateFolder(state);
  const temp = join(folder, `${name}.${random.hex(6)}.tmp`);
  const fd = openSync(temp, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
  renameSync(temp, join(folder, name));
}

/** null where the file is absent, or could be read or replaced by somebody else. */
export function readPrivately(state: string, name: string): string | null {
  let fd: number;
  try {
    // O_NONBLOCK: a FIFO in its place must not hold the daemon up.
    fd = openSync(join(daemonFolder(state), name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR" || code === "EACCES") return null;
    throw new AppError("IO", `the daemon's ${name} cannot be read`, {
      cause: error,
      file: join(daemonFolder(state), name),
      hint: "Check the permissions of Codicil's state folder.",
    });
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > 16_384 || (!isWindows && ((stat.mode & 0o077) !== 0 || stat.uid !== process.getuid?.()))) return null;
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}

/** After the last request: nothing of a stopped daemon stays to be mistaken for a running one. */
export function removeDaemonFiles(state: string): void {
  for (const name of [DAEMON_FILE, tokenFile("user"), tokenFile("agent"), "daemon.sock"])
    rmSync(join(daemonFolder(state), name), { force: true });
}

export function privateFolder(state: string): string {
  const folder = daemonFolder(state);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || (!isWindows && stat.uid !== process.getuid?.())) {
    throw new AppError("NOT_A_FILE", "the daemon's folder is a link or belongs to somebody else", {
      file: folder,
      hint: "Remove it and start again.",
    });
  }
  if (!isWindows && (stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return folder;
}
