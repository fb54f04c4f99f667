// A lock's line is lost while its holder writes: the holder asks on another line what became of the write. It gets one, also
// where the address allows no more lines than are held.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openShared } from "../../src/store/index.ts";
import { writerOf } from "../../src/store/write.ts";
import { noPostgres, startPostgres } from "../server.ts";
import { bytes, home, random } from "./rig.ts";

describe.skipIf(noPostgres !== null)(noPostgres === null ? "a lost line" : `a lost line (skipped: ${noPostgres})`, () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => void (server = await startPostgres()), 60_000);
  afterAll(() => server?.remove());

  it("leaves room for another, so that a write under a lock comes to an end", async () => {
    const address = server.address("lost");
    await (await openShared({ address, random, machine: "first", mayMigrate: true })).now();
    const store = await openShared({ address: `${address}&pool=1`, random, machine: "second" });
    const place = home("note.md");
    const written = store.lock("note", async () => {
      await store.read(place);
      // The write is under way, and its answer never comes.
      const other = await server.sql.reserve();
      await other`begin`;
      await other`lock table codicil_lost.places in access exclusive mode`;
      const writing = writerOf(store).write(place, bytes("# one\n"), null);
      writing.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await server.stop();
      await server.start();
      return writing;
    });
    const ended = await Promise.race([
      written.then(
        () => "ended",
        () => "ended",
      ),
      new Promise((resolve) => setTimeout(() => resolve("never came back"), 30_000).unref()),
    ]);
    expect(ended).toBe("ended");
    await store.close();
  });
});
