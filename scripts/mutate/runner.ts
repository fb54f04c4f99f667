// Runs chosen tests of the copy again and again, in one Vitest that keeps what it has transformed. A process of its own, so
// that a mutant that never ends can be ended with it.

import { writeFileSync } from "node:fs";
import type { ViteUserConfig } from "vitest/config";
import { BaseSequencer, createVitest, type TestCase, type TestModule, type TestSpecification } from "vitest/node";

/** By test file: the ids of its tests; null for all of them. */
export type Stage = readonly (readonly [file: string, ids: readonly string[] | null])[];

export interface Order {
  readonly awake: string;
  /** One after the other; no file is twice in one stage. */
  readonly stages: readonly Stage[];
  /** Otherwise every file has a process of its own, so that what runs while it is loaded can be told from what its tests run. */
  readonly stopAtFirst: boolean;
}

/** A test that failed; without `id` what else went wrong. */
export interface Failure {
  readonly id?: string;
  readonly name: string;
}

export interface Answer {
  readonly failed: readonly Failure[];
  readonly times: readonly { readonly file: string; readonly id: string; readonly ms: number }[];
}

class InGivenOrder extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(specifications);
  }
}

const [root = "", awakeFile = "", bundle = "", ...patterns] = process.argv.slice(2);
process.env["CODICIL_TEST_DIST"] = bundle;
process.env["NODE_COMPILE_CACHE"] = `${root}/.mutate/compiled`;
const { default: config } = (await import(`${root}/vitest.config.ts`)) as { default: ViteUserConfig };
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
    sequence: { sequencer: InGivenOrder },
    // Node loads the source itself, and keeps it compiled: most of a short run would go into loading it.
    server: { deps: { external: [/\/src\/.*\.ts$/] } },
  },
  { resolve: config.resolve ?? {}, logLevel: "silent" },
);
const known = await vitest.globTestSpecifications([...patterns]);
process.send?.({ files: known.map(({ moduleId }) => moduleId) });

process.on("disconnect", () => process.exit());
process.on("message", (order: Order) => void run(order).then((answer) => process.send?.(answer)));

async function run({ awake, stages, stopAtFirst }: Order): Promise<Answer> {
  writeFileSync(awakeFile, awake);
  const project = vitest.getRootProject();
  vitest.config.bail = stopAtFirst ? 1 : 0;
  // One process for a whole stage: most of a short run would go into loading the same files again.
  project.config.isolate = !stopAtFirst;
  const failed: Failure[] = [];
  const times: { file: string; id: string; ms: number }[] = [];
  for (const stage of stages) {
    const ran = await vitest.runTestSpecifications(
      stage.map(([file, ids]) => project.createSpecification(file, ids === null ? undefined : { testIds: [...ids] })),
    );
    // It also answers with what ran before, under another mutant.
    const modules = ran.testModules.filter(({ moduleId }) => stage.some(([file]) => file === moduleId));
    failed.push(...modules.flatMap(failuresOf), ...ran.unhandledErrors.map((error) => ({ name: String(error) })));
    for (const module of modules)
      for (const test of module.children.allTests())
        times.push({ file: module.moduleId, id: test.id, ms: test.diagnostic()?.duration ?? 0 });
    if (failed.length > 0 && stopAtFirst) break;
  }
  return { failed, times };
}

function failuresOf(module: TestModule): Failure[] {
  const broken = module.state() === "failed" && module.errors().length > 0 ? [{ name: `${module.relativeModuleId} cannot be loaded` }] : [];
  return [...broken, ...[...module.children.allTests("failed")].map((test: TestCase) => ({ id: test.id, name: test.fullName }))];
}
