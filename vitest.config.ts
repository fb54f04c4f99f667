import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import SlowFirst from "./test/slowFirst.ts";

export default defineConfig({
  resolve: {
    alias: [
      { find: /^codicil$/, replacement: fileURLToPath(new URL("src/index.ts", import.meta.url)) },
      {
        find: /^codicil\/(documents|history|gate|sessions|memory|bank|transfer|runtime)$/,
        replacement: fileURLToPath(new URL("src/library/$1.ts", import.meta.url)),
      },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    reporters: ["default", "./test/closingLine.ts"],
    testTimeout: 60_000,
    // A hook starts servers, which a busy machine may need long for, and is not tried again.
    hookTimeout: 240_000,
    pool: "forks",
    // The source is loaded once per worker instead of once per file, a second of processor time each.
    isolate: false,
    setupFiles: ["./test/everyFile.ts"],
    sequence: { sequencer: SlowFirst },
    // Vitest leaves one core alone, which on two cores is half of them; and tests wait for the programs that they start. With one
    // more than this a run took as long, and more processor time.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    // A busy machine gets a second try where its script says so; the closing lines name every test that needed it.
    retry: Number(process.env["CODICIL_TEST_RETRY"] ?? 0),
    globalSetup: ["./test/globalSetup.ts"],
  },
});
