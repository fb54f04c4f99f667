// The mind's folders belong to one person. Whoever else may write there can change what agents may do (the keys, the
// launcher that hosts start), so such a folder is refused with the command that repairs it. One that others may only read
// was left so by an older version: its owner closes it by opening the mind.

import {
  chmodSync,
  lstatSync,
  type Stats,
  statSync,
  writeFileSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
} from "node:fs";
import { AppError } from "../../base/index.ts";
import { resolve } from "node:path";
import { diskError, isAbsent } from "../disk/osErrors.ts";

const WRITABLE = 0o022;
const OPEN = 0o077;

/** Throws OPEN_TO_OTHERS. Costs three questions to the disk. */
export function keepPrivate({ home, state }: { readonly home: string; readonly state: string }): void {
  // Windows has no modes; there the folder of the user's profile has to do.
  if (process.platform === "win32") return;
  for (const folder of [home, state, `${state}/bin`]) {
    const facts = factsOf(folder);
    if (facts === null || (facts.mode & OPEN) === 0) continue;
    if ((facts.mode & WRITABLE) !== 0) throw openToOthers(folder, facts.mode);
    close(folder, facts);
  }
}

function openToOthers(folder: string, mode: number): AppError {
  const repair = `chmod go-w ${/^[\w./:@%+=,-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`}`;
  const bits = (mode & 0o777).toString(8);
  return new AppError("OPEN_TO_OTHERS", `others on this machine may change this folder (mode ${bits}); run ${repair}`, {
    file: folder,
    hint: `First look whether somebody did (codicil doctor). Then: ${repair}`,
  });
}

function close(folder: string, { mode, uid }: Stats): void {
  if (uid !== process.geteuid?.()) return;
  try {
    // Behind a link lies a folder of somebody's own choice, such as a repository of settings: doctor mentions it.
    if (lstatSync(folder).isDirectory()) chmodSync(folder, mode & 0o700);
  } catch {
    // A read-only disk: it stays readable, which doctor says.
  }
}

/** null: it is not there yet, or nobody may look; whoever opens it reports that. */
function factsOf(folder: string): Stats | null {
  try {
    return statSync(folder, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** A file that a person asked for, beside their own: never in place of another. Answers its path. */
export function writeNewFile(folder: string, name: string, text: string): string {
  const file = resolve(folder, name);
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === "EEXIST";
    throw new AppError(
      exists ? "ALREADY_EXISTS" : "IO",
      exists ? "there is a file of that name already" : `the file cannot be written: ${(cause as Error).message}`,
      { file, cause, hint: "Give another name." },
    );
  }
  return file;
}

// A file that only its owner may read: what a key is kept in. Whoever else could read or replace it makes it worthless.
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
