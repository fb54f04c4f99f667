// Whether a database answers at all, asked with the first message of the protocol, which every server and pooler answers
// with one letter before it knows who asks. A server that accepts and then says nothing is found out in the time given,
// and not by the timeouts of a whole login.

import { connect, type Socket } from "node:net";
import type { Address } from "./address.ts";
import { asAppError } from "./faults.ts";

/** SSLRequest: its length, and the number that means it. */
const QUESTION = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export async function reach(address: Address, ms: number): Promise<void> {
  const socket: Socket = address.host.startsWith("/")
    ? connect(`${address.host}/.s.PGSQL.${address.port}`)
    : connect(address.port, address.host);
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (code: string, message: string) => reject(asAppError({ code, message }, address));
      timer = setTimeout(() => fail("ETIMEDOUT", `no answer within ${ms} ms`), ms);
      socket.once("connect", () => socket.write(QUESTION));
      socket.once("data", () => resolve());
      socket.once("error", (error: NodeJS.ErrnoException) => fail(error.code ?? "ECONNRESET", error.message));
      socket.once("close", () => fail("ECONNRESET", "the connection was closed"));
    });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
