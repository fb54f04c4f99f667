// Runs chosen tests of the copy again and again, in one Vitest that keeps what it has transformed. A process of its own, so
// that a mutant that never ends can be ended with it.

import { writeFileSync } from "node:fs";
import { createVitest, type TestCase, type TestModule } from "vitest/node";

/** By test file: the ids of its tests; null for all of them. */
export interface Order {
  readonly awake: string;
  readonly files: readonly (readonly [string, readonly string[] | null])[];
  readonly stopAtFirst: boolean;
}

export interface Answer {
  /** The tests that failed, or what else went wrong; empty: all passed. */
  readonly failed: readonly string[];
  readonly times: readonly { readonly file: string; readonly id: string; readonly ms: number }[];
}

const [root = "", awakeFile = "", bundle = "", ...patterns] = process.argv.slice(2);
process.env["CODICIL_TEST_DIST"] = bundle;
process.env["NODE_COMPILE_CACHE"] = `${root}/.mutate/compiled`;
// One worker: the switch and the name of the running test are in files of the whole copy.
const vitest = await createVitest(
  "test",
  {
    root,
    config: false,
    watch: false,
    include: ["test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: [`${root}/.mutate/setup.mjs`],
    reporters: [{}],
    bail: 1,
    // Node loads the source itself, and keeps it compiled: most of a short run would go into loading it.
    server: { deps: { external: [/\/src\/.*\.ts$/] } },
  },
  { resolve: { alias: { codicil: `${root}/src/index.ts` } }, logLevel: "silent" },
);
const known = await vitest.globTestSpecifications([...patterns]);
process.send?.({ files: known.map(({ moduleId }) => moduleId) });

process.on("disconnect", () => process.exit());
process.on("message", (order: Order) => void run(order).then((answer) => process.send?.(answer)));

async function run({ awake, files, stopAtFirst }: Order): Promise<Answer> {
  writeFileSync(awakeFile, awake);
  vitest.config.bail = stopAtFirst ? 1 : 0;
  const failed: string[] = [];
  const times: { file: string; id: string; ms: number }[] = [];
  for (const [file, ids] of files) {
    const project = vitest.getRootProject();
    const ran = await vitest.runTestSpecifications([project.createSpecification(file, ids === null ? undefined : { testIds: [...ids] })]);
    const { unhandledErrors } = ran;
    // It also answers with what ran before, under another mutant.
    const testModules = ran.testModules.filter(({ moduleId }) => moduleId === file);
    failed.push(...testModules.flatMap(failuresOf), ...unhandledErrors.map(String));
    for (const test of testModules.flatMap((each) => [...each.children.allTests()]))
      times.push({ file, id: test.id, ms: test.diagnostic()?.duration ?? 0 });
    if (failed.length > 0 && stopAtFirst) break;
  }
  return { failed, times };
}

function failuresOf(module: TestModule): string[] {
  const broken = module.state() === "failed" && module.errors().length > 0 ? [`${module.relativeModuleId} cannot be loaded`] : [];
  return [...broken, ...[...module.children.allTests("failed")].map((test: TestCase) => test.fullName)];
}
