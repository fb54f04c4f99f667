// What the gate that stays and the launcher's client say to each other, on one connection for one call:
//
//   client  HELLO NONCE                      gate  HERE NONCE
//   client  PID HOST EVENT BYTES;the event   gate  SEAL NONCE CODE BYTES BYTES, stdout, stderr; CODE "node": not answered here
//
// No line ends before the event: bash sends what it has at the end of a line, and the kernel would hold the rest back for 40 ms.
// Nothing is told to who does not know the secrets, and whoever says anything else is not spoken to any more.

import type { Socket } from "node:net";
import { timingSafeEqual } from "node:crypto";
import type { GateFile } from "./gateFile.ts";
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
const HEAD = /^(\d{1,10}) ([a-z]{1,20}) (\w{1,40}) (\d{1,6})$/;
const NONCE = /^[0-9a-f-]{36}$/;

export function speak(
  socket: Socket,
  { hello, here, seal }: Pick<GateFile, "hello" | "here" | "seal">,
  judge: (asked: Asked) => Promise<HookAnswer | null>,
): void {
  let [taken, nonce] = [Buffer.alloc(0), ""];
  let isJudged = false;
  const upTo = (mark: string): string | null => {
    const end = taken.indexOf(mark);
    if (end < 0) return null;
    const text = taken.toString("utf8", 0, end);
    taken = taken.subarray(end + 1);
    return text;
  };
  let head: RegExpExecArray | null = null;
  const step = () => {
    if (nonce === "") {
      const first = upTo("\n");
      if (first === null) return;
      const [said = "", given = ""] = first.split(" ");
      if (!isSame(said, hello) || !NONCE.test(given)) return void socket.destroy();
      nonce = given;
      socket.write(`${here} ${nonce}\n`);
    }
    if (head === null) {
      const second = upTo(";");
      if (second === null) return;
      head = HEAD.exec(second);
      if (head === null) return void socket.destroy();
    }
    const [, pid, host = "", event = "", bytes] = head;
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
    taken = Buffer.concat([taken, chunk]);
    if (taken.length > MOST_BYTES) socket.destroy();
    else step();
  });
}

function answerText(seal: string, nonce: string, given: HookAnswer | null): string {
  if (given === null || given.hangs === true) return `${seal} ${nonce} node 0 0\n`;
  return `${seal} ${nonce} ${given.code} ${Buffer.byteLength(given.out)} ${Buffer.byteLength(given.err)}\n${given.out}${given.err}`;
}

function isSame(said: string, secret: string): boolean {
  const [one, other] = [Buffer.from(said), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
