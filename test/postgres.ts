// A PostgreSQL for each test file that wants one.

import { afterAll, beforeAll } from "vitest";
import { noPostgres, type Server, startPostgres } from "./server.ts";

export { noPostgres, type Server, startPostgres } from "./server.ts";

/** A server for all tests of a file. */
export function withPostgres(flags: readonly string[] = []): () => Server {
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
  if (noPostgres === null) {
    beforeAll(async () => {
      server = await startPostgres(flags);
    });
    afterAll(() => server?.remove());
  }
  return () => server as Server;
}

let count = 0;
/** A mind's name that nobody else uses. */
export const freshMind = (): string => `t${process.pid}_${++count}`;
