// A wire to the database that can be cut at a chosen statement: before it arrives, or behind it, when it was done and its
// answer is on the way. Statements are counted over all connections.

import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Cut = "unsent" | "unanswered";

export interface Cutter {
  readonly port: number;
  /** Statements since the last call of `cutAt`. */
  readonly count: number;
  /** Cuts at that statement from now on (0: never). */
  cutAt(statement: number, how: Cut): void;
  close(): Promise<void>;
}

/** Long enough for a local database to have done what it was asked. */
const DONE_MS = 60;
const [SYNC, QUERY] = [0x53, 0x51];

export async function startCutter(databasePort: number): Promise<Cutter> {
  let [count, wanted, how]: [number, number, Cut] = [0, 0, "unsent"];
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: databasePort, host: "127.0.0.1", noDelay: true });
    let isCut = false;
    const cut = () => {
      isCut = true;
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      open.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          open.delete(socket);
          client.destroy();
          database.destroy();
        });
    }
    let waiting = Buffer.alloc(0);
    let hasStarted = false;
    let isMute = false;
    client.on("data", (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      // The first message has no kind; every other one is a kind and a length.
      for (let size = messageSize(waiting, hasStarted); size !== null && !isCut && !isMute; size = messageSize(waiting, hasStarted)) {
        const message = waiting.subarray(0, size);
        const ends = hasStarted && (message[0] === SYNC || message[0] === QUERY);
        waiting = waiting.subarray(size);
        hasStarted = true;
        if (!ends || ++count !== wanted) database.write(message);
        else if (how === "unsent") cut();
        else {
          isMute = true;
          database.write(message);
          setTimeout(cut, DONE_MS);
        }
      }
    });
    database.on("data", (chunk) => void (isMute || client.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get count() {
      return count;
    },
    cutAt: (statement, manner) => {
      [count, wanted, how] = [0, statement, manner];
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function messageSize(bytes: Buffer, hasStarted: boolean): number | null {
  const head = hasStarted ? 1 : 0;
  if (bytes.length < head + 4) return null;
  const size = head + bytes.readUInt32BE(head);
  return bytes.length < size ? null : size;
}
