// What the gate that stays and the launcher's client say to each other, on one connection for one call:
//
//   client  HELLO NONCE PID HOST EVENT BYTES;the event
//   gate    SEAL NONCE CODE BYTES BYTES, stdout, stderr; CODE "node": not answered here
//
// No line ends before the event: bash sends what it has at the end of a line, and the kernel would hold the rest back for 40 ms.
// The answer's first part is of known length (`ANSWER_SIZES`): bash reads a line byte by byte. Whoever says anything else than what
// a client says is not spoken to any more.

import type { Socket } from "node:net";
import { timingSafeEqual } from "node:crypto";
import type { GateFile } from "../resident/gateFile.ts";
import type { HookAnswer } from "./program.ts";

export interface Asked {
  readonly pid: number;
  readonly nonce: string;
  readonly host: string;
  readonly event: string;
  readonly text: string;
}

/** The client sends no longer event; longer ones go to Node. */
const MOST_BYTES = 64 * 1024;
const PATIENCE_MS = 5000;
const HEAD = /^(\w{1,64}) ([0-9a-f-]{36}) (\d{1,10}) ([a-z]{1,20}) (\w{1,40}) (\d{1,6})$/;
const DIGITS = 6;
/** Of "CODE BYTES BYTES": one digit, then each of `DIGITS`. */
export const ANSWER_SIZES = 1 + 2 * (1 + DIGITS);

export function speak(
  socket: Socket,
  { hello, seal }: Pick<GateFile, "hello" | "seal">,
  judge: (asked: Asked) => Promise<HookAnswer | null>,
): void {
  let taken: Buffer = Buffer.alloc(0);
  let head: RegExpExecArray | null = null;
  let isJudged = false;
  const step = () => {
    if (head === null) {
      const end = taken.indexOf(";");
      if (end < 0) return;
      head = HEAD.exec(taken.toString("utf8", 0, end));
      if (head === null || !isSame(head[1] ?? "", hello)) return void socket.destroy();
      taken = taken.subarray(end + 1);
    }
    const [, , nonce = "", pid, host = "", event = "", bytes] = head;
    if (isJudged || taken.length < Number(bytes)) return;
    isJudged = true;
    const text = taken.toString("utf8", 0, Number(bytes));
    void judge({ pid: Number(pid), nonce, host, event, text }).then(
      (given) => socket.end(answerText(seal, nonce, given)),
      () => socket.destroy(),
    );
  };
  socket.setNoDelay(true);
  // Everything about a client that went away is said by what it does next: it asks Node.
  socket.on("error", () => socket.destroy());
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    taken = taken.length === 0 ? chunk : Buffer.concat([taken, chunk]);
    if (taken.length > MOST_BYTES) socket.destroy();
    else step();
  });
}

function answerText(seal: string, nonce: string, given: HookAnswer | null): string {
  const [outs, errs] = [given?.out ?? "", given?.err ?? ""].map((text) => String(Buffer.byteLength(text)).padStart(DIGITS, "0"));
  if (given === null || given.hangs === true || `${outs}${errs}`.length > 2 * DIGITS)
    return `${seal} ${nonce} ${"node".padEnd(ANSWER_SIZES)}`;
  return `${seal} ${nonce} ${given.code} ${outs} ${errs}${given.out}${given.err}`;
}

function isSame(said: string, secret: string): boolean {
  const [one, other] = [Buffer.from(said), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
