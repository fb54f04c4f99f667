// Where the gate that stays is found: `resident/gate` in the state, for its owner alone. The launcher's client
// (client/shell.ts) reads it line by line, so the order of the lines is its format.

import { chmodSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface GateFile {
  readonly port: number;
  /** The process that listens there, and when it started: a number alone may mean another one by now. */
  readonly pid: number;
  readonly started: string;
  /**
   * Two secrets of this one process: a client says `hello`, an answer begins with `seal`. So whoever connects without having read
   * this file is not answered, and whoever gets the port after this process is gone can answer nothing.
   */
  readonly hello: string;
  readonly seal: string;
  /** The file that the launcher gives to Node. */
  readonly program: string;
}

const FORMAT = "2";
const FOLDER = "resident";
const NAME = "gate";
/** Until when no other one is started, in milliseconds. */
const NEXT = "next";

export function gateFileOf(state: string): string {
  return join(state, FOLDER, NAME);
}

export function textOfGate({ port, pid, started, hello, seal, program }: GateFile): string {
  return `${[FORMAT, port, pid, started, hello, seal, program].join("\n")}\n`;
}

/** null: there is none that this build can read. */
export function readGateFile(state: string): GateFile | null {
  const [format, port, pid, started = "", hello = "", seal = "", program = ""] = (textAt(gateFileOf(state)) ?? "").split("\n");
  return format === FORMAT ? { port: Number(port), pid: Number(pid), started, hello, seal, program } : null;
}

/** Whether the file has exactly this text, and nobody but its owner may read it. */
export function isGateFile(state: string, text: string): boolean {
  const facts = lstatSync(gateFileOf(state), { throwIfNoEntry: false });
  return facts?.isFile() === true && (facts.mode & 0o077) === 0 && facts.uid === process.getuid?.() && textAt(gateFileOf(state)) === text;
}

/**
 * Whether a file is as it was, asked before every call: a look at it is enough, and it is read only where that shows another one, or
 * one so new that a second write of the same length would not show.
 */
export function asItWas(look: () => Stats | undefined, isRight: () => boolean): () => boolean {
  let known: Stats | undefined | null = null;
  return () => {
    const now = look();
    if (known !== null && isSameFile(known, now)) return true;
    const isIt = isRight();
    known = isIt && (now === undefined || Date.now() - now.ctimeMs > SETTLED_MS) ? now : null;
    return isIt;
  };
}

/** Longer than the steps in which any disk counts time. */
const SETTLED_MS = 3000;

export function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const isSamePlace = one.ino === other.ino && one.dev === other.dev && one.mode === other.mode && one.uid === other.uid;
  return isSamePlace && one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs;
}

export function writeGateFile(state: string, text: string): void {
  writePrivately(state, NAME, text);
}

/** One that ends in order: the next call may start another at once, however young it was. */
export function removeGateFile(state: string, text: string): void {
  if (textAt(gateFileOf(state)) !== text) return;
  rmSync(gateFileOf(state), { force: true });
  rmSync(join(state, FOLDER, NEXT), { force: true });
}

/** Nobody starts another one for so long. */
export function waitWithNext(state: string, ms: number): void {
  writePrivately(state, NEXT, String(Date.now() + ms));
}

export function mayStartNext(state: string): boolean {
  const until = Number(textAt(join(state, FOLDER, NEXT)) ?? 0);
  // A clock that was set back does not keep it away forever.
  return !(until > Date.now() && until < Date.now() + LONGEST_WAIT);
}

const LONGEST_WAIT = 60 * 60_000;

/** When a process began, as the kernel counts; null: there is none, or it has ended. Only where there is /proc. */
export function startOf(pid: number): string | null {
  const stat = textAt(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return fields[0] === "Z" ? null : (fields[19] ?? null);
}

function writePrivately(state: string, name: string, text: string): void {
  const folder = join(state, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const draft = join(folder, `${name}.${process.pid}.tmp`);
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  renameSync(draft, join(folder, name));
}

export function textAt(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Not there, or not ours to read: whoever asks does without it.
    return null;
  }
}
