// Before a mind relies on a database: does it answer at all, and is a pooler in front of it? One session for each connection is
// as good as none in between. One session for each transaction is not: a lock would stay with a session that others get next,
// and nobody could tell who holds it.

import { AppError } from "../../base/index.ts";
import type { Address } from "./address.ts";
import { Line } from "./connections.ts";
import { connect, type Socket } from "node:net";
import { asAppError } from "./faults.ts";

const PATIENCE_MS = 1000;

/** Throws STORE_POOLED. Asked once for each process, and only where somebody is in between. */
export async function refuseSharedSessions(line: Line, address: Address): Promise<void> {
  const { pid, told } = await line.sessions();
  if (pid === told) return;
  const other = new Line(address, "codicil looks at the pooler");
  try {
    if (!(await sharesSessions(line, other))) return;
  } finally {
    await other.end();
  }
  throw new AppError("STORE_POOLED", "the pooler in front of the database gives each transaction another session", {
    file: address.shown,
    hint:
      "Locks belong to sessions. Set its pool mode to session (PgBouncer: pool_mode = session), or name the database's own " +
      "port. Nothing was changed.",
  });
}

/** Two connections, one of them in a transaction: each must have a session of its own, and keep it. */
async function sharesSessions(line: Line, other: Line): Promise<boolean> {
  const pidOf = async (asked: Line) => (await asked.sessions()).pid;
  const before = await pidOf(line);
  // Where one session is all that the pooler has, the second one waits: then they are not shared.
  const second = await Promise.race([
    other.bare("begin").then(() => pidOf(other)),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS).unref()),
  ]);
  if (second === null) return false;
  const after = await pidOf(line);
  await other.bare("rollback");
  return second === before || after !== before;
}

// Whether a database answers at all, asked with the first message of the protocol, which every server and pooler answers
// with one letter before it knows who asks. A server that accepts and then says nothing is found out in the time given,
// and not by the timeouts of a whole login.
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
