// What node runs for `codicil hook HOST`, and a second door of this room for that reason: hosts start it before every call, so
// that it loads nothing else of the room. Read and written without streams: they cost a tenth of an empty start.

import { readSync, writeSync } from "node:fs";
import { LARGEST_INPUT } from "../dialects/readInput.ts";
import { runHook } from "./program.ts";
import { hearKind } from "../dialects/session.ts";
import { startGate } from "../resident/startGate.ts";

export async function hookMain(words: readonly string[]): Promise<void> {
  let code: number;
  try {
    const answer = await runHook(hearKind(words), readAll);
    if (answer.err !== "") writeAll(2, answer.err);
    if (answer.out !== "") writeAll(1, answer.out);
    ({ code } = answer);
    if (words[0]?.startsWith("--") !== true) startGate();
    // The launcher knows what to make of it.
    if (answer.hangs === true) process.kill(process.pid, "SIGKILL");
  } catch (error) {
    writeAll(2, `codicil hook: ${error instanceof Error ? error.message : String(error)}\n`);
    code = 2;
  }
  // At once: nothing that is still pending may hold the host up.
  process.exit(code);
}

function readAll(): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (let total = 0; total <= LARGEST_INPUT;) {
    try {
      const count = readSync(0, chunk, 0, chunk.length, null);
      if (count === 0) break;
      total += count;
      chunks.push(Buffer.from(chunk.subarray(0, count)));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") break;
      if (code !== "EAGAIN") throw error;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
    }
  }
}
