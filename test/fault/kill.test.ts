// Kill -9 before every system call of the store, and look at what is left (P1, P3, P4, P5).

import { describe, expect, test } from "vitest";
import { CONTROLS, findFaults, type Scene, SCENES, setStage } from "./scenes.ts";
import { CHANGING, countCalls, forAll, FULL, LOOKING, runTraced, sample, whyNoStrace } from "./trace.ts";

const why = whyNoStrace();

const isOfKill = (fault: string) => !fault.includes("not killed");

/** Runs a scene once for every call to be killed at; gives the faults found, by call. A control needs no more than `enough`. */
async function killEverywhere(scene: Scene, enough = Infinity): Promise<{ kills: number; faults: string[] }> {
  const faults: string[] = [];
  const dry = setStage(scene);
  const free = await runTraced(dry.order, dry.watch);
  for (const fault of await findFaults(dry, free.answer?.ack !== undefined)) faults.push(`not killed: ${fault}`);
  if (free.answer?.ack === undefined) faults.push(`not killed: no acknowledgement. ${free.stderr}`);
  dry.clear();

  const counts = countCalls(free.calls);
  const kinds = FULL ? [...CHANGING, ...LOOKING] : CHANGING;
  const cases = kinds.flatMap((name) => sample(counts.get(name) ?? 0, 6).map((when) => ({ name, when })));
  let kills = 0;
  await forAll(cases, async ({ name, when }) => {
    if (faults.filter(isOfKill).length >= enough) return;
    const stage = setStage(scene);
    const run = await runTraced(stage.order, stage.watch, { inject: `${name}:signal=KILL:when=${when}` });
    if (!run.killed) faults.push(`${name} ${when}: was not killed. ${run.stderr}`);
    kills++;
    for (const fault of await findFaults(stage, run.answer?.ack !== undefined)) faults.push(`${name} ${when}: ${fault}`);
    stage.clear();
  });
  return { kills, faults };
}

describe.skipIf(why !== null)(`kill -9 at every system call${why === null ? "" : ` (skipped: ${why})`}`, () => {
  for (const scene of SCENES)
    test(`P1 P3 P4 P5 LW-70 while ${scene.title}: old or new, both or neither, and once in the end`, { timeout: 300_000 }, async () => {
      const { kills, faults } = await killEverywhere(scene);
      expect(faults).toEqual([]);
      expect(kills).toBeGreaterThan(3);
    });

  for (const control of CONTROLS)
    test(`the matrix catches ${control.title}`, { timeout: 300_000 }, async () => {
      const { faults } = await killEverywhere(control, 1);
      expect(faults.filter(isOfKill)).not.toEqual([]);
      expect(faults.filter((fault) => fault.startsWith("not killed:"))).toEqual([]);
    });
});
