// One command as a group of processes: started together, bounded in time and output, and ended together, also what it
// left in the background or sent away into a session of its own.

import { spawn } from "node:child_process";
import { diskFacts, readSmallText } from "../../store/index.ts";

export interface CommandRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Characters of output that are kept: half from the beginning, half from the end. */
  readonly keep: number;
  /** Bytes after which the command is ended: nobody reads that much. */
  readonly most: number;
  readonly signal: AbortSignal;
  /** Marks every process of this command, whatever becomes of its group. */
  readonly mark: string;
}

export interface CommandResult {
  readonly code: number | null;
  readonly ended: "exit" | "timeout" | "cancelled" | "output" | "error";
  readonly output: string;
  readonly bytes: number;
  readonly message?: string;
}

const MARK = "CODICIL_COMMAND";
/** From asking to end to ending. */
const GRACE_MS = 300;
/** How long an ended command's pipes may stay open for what it left behind. */
const LINGER_MS = 150;

export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const output = keeper(request.keep);
  return new Promise((resolve) => {
    const child = spawn(request.file, [...request.args], {
      cwd: request.cwd,
      env: { ...request.env, [MARK]: request.mark },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let ended: CommandResult["ended"] = "exit";
    let isOver = false;
    const end = (why: CommandResult["ended"]) => {
      if (ended !== "exit" || isOver) return;
      ended = why;
      endAll(child.pid, request.mark, "SIGTERM");
      setTimeout(() => endAll(child.pid, request.mark, "SIGKILL"), GRACE_MS).unref();
    };
    const timer = setTimeout(() => end("timeout"), request.timeoutMs);
    const cancel = () => end("cancelled");
    request.signal.addEventListener("abort", cancel);
    if (request.signal.aborted) cancel();
    const finish = (code: number | null, message?: string) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      request.signal.removeEventListener("abort", cancel);
      endAll(child.pid, request.mark, "SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve({
        code,
        ended: message === undefined ? ended : "error",
        output: output.text(),
        bytes: output.bytes(),
        ...(message === undefined ? {} : { message }),
      });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output.take(chunk);
        if (output.bytes() > request.most) end("output");
      });
      stream?.on("error", () => undefined);
    }
    child.on("error", (error) => finish(null, error.message));
    child.on("exit", (code) => setTimeout(() => finish(code), LINGER_MS).unref());
    child.on("close", (code) => finish(code));
  });
}

function endAll(pid: number | undefined, mark: string, signal: NodeJS.Signals): void {
  if (pid !== undefined) tryKill(-pid, signal);
  for (const other of marked(mark)) tryKill(other, signal);
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // ESRCH: it has ended by itself, which is what was wanted.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH" && (error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

/** Processes that left the group carry the mark in their environment still (where the system shows it). */
function marked(mark: string): number[] {
  if (process.platform !== "linux") return [];
  return diskFacts
    .list("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => readSmallText(`/proc/${name}/environ`)?.split("\0").includes(`${MARK}=${mark}`) === true)
    .map(Number);
}

/** Beginning and end of what came, however much it was. */
function keeper(most: number): { take(chunk: Buffer): void; text(): string; bytes(): number } {
  const half = Math.floor(most / 2);
  let [head, tail, bytes] = [Buffer.alloc(0), Buffer.alloc(0), 0];
  return {
    take: (chunk) => {
      bytes += chunk.length;
      const room = half - head.length;
      if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)]);
      if (chunk.length > room) tail = Buffer.concat([tail, chunk.subarray(Math.max(0, room))]).subarray(-half);
    },
    bytes: () => bytes,
    text: () => {
      const left = bytes - head.length - tail.length;
      return `${readable(head)}${left > 0 ? `\n[… ${left} bytes left out …]\n` : ""}${readable(tail)}`;
    },
  };
}

/** Binary is no text: a few odd bytes become signs, a stream of them becomes one line. */
function readable(bytes: Buffer): string {
  const odd = bytes.reduce(
    (count, byte) => count + (byte === 0 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27) ? 1 : 0),
    0,
  );
  if (odd > 16 && odd > bytes.length / 20) return `[${bytes.length} bytes of binary output]`;
  // Escape sequences of terminals, and what else cannot be shown.
  return bytes
    .toString("utf8")
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-_])/g, "")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "\ufffd");
}
