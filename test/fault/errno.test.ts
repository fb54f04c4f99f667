// Every error the disk can give, in every call of the store, once and for good (P2, P4).

import { describe, expect, test } from "vitest";
import { findChanges, findFaults, type Scene, SCENES, CONTROLS, setStage } from "./scenes.ts";
import { lintTrace } from "./lint.ts";
import { CHANGING, countCalls, forAll, FULL, LOOKING, type Run, runTraced, sample, whyNoStrace } from "./trace.ts";

const why = whyNoStrace();

const CODES: Readonly<Record<string, readonly string[]>> = {
  ENOSPC: ["DISK_FULL"],
  EDQUOT: ["DISK_FULL"],
  EFBIG: ["DISK_FULL"],
  EIO: ["IO"],
  EMFILE: ["IO"],
  // Refused while looking it is the reading that failed.
  EROFS: ["READ_ONLY", "IO"],
  EACCES: ["READ_ONLY", "IO"],
  // Node repeats an interrupted call by itself, forever if need be: only once, and then mostly nothing is seen of it.
  EINTR: ["IO"],
};
const ERRNOS = Object.keys(CODES);

interface Case {
  readonly call: string;
  readonly errno: string;
  readonly when: string;
}

/** Each kind of call meets each way of failing in the short form; every number and every errno in the full one. */
function casesFor(counts: ReadonlyMap<string, number>): Case[] {
  const kinds = [...CHANGING, ...LOOKING].filter((name) => counts.has(name));
  let turn = 0;
  return kinds.flatMap((call) =>
    sample(counts.get(call) ?? 0, (LOOKING as readonly string[]).includes(call) ? 1 : 2).flatMap((number) =>
      [`${number}`, `${number}+`].flatMap((when) => {
        const errnos = ERRNOS.filter((errno) => errno !== "EINTR" || !when.endsWith("+"));
        const chosen = FULL ? errnos : [errnos[turn++ % errnos.length] as string];
        return chosen.map((errno) => ({ call, errno, when }));
      }),
    ),
  );
}

/** `enough`: a control has shown what it should with its first fault. */
async function failEverywhere(scene: Scene, enough = Infinity): Promise<{ failures: number; faults: string[] }> {
  const dry = setStage(scene);
  const free = await runTraced(dry.order, dry.watch);
  dry.clear();
  // The child's own answer is not the store's: leave the last write and its file alone.
  const counts = countCalls(free.calls.filter(({ paths }) => !paths.includes(dry.watch.answerFile)));
  const faults: string[] = [];
  let failures = 0;
  await forAll(casesFor(counts), async ({ call, errno, when }) => {
    if (faults.length >= enough) return;
    const stage = setStage(scene);
    const run = await runTraced(stage.order, stage.watch, { inject: `${call}:error=${errno}:when=${when}`, spareAnswer: true });
    const found = [...judgeAnswer(run, stage.watch.answerFile, errno)];
    if (run.answer?.error) {
      failures++;
      const moved = run.calls.some(({ name, failed }) => (name === "rename" || name === "unlink") && !failed);
      found.push(...(await findChanges(stage, moved)));
    }
    found.push(...(await findFaults(stage, run.answer?.ack !== undefined)));
    for (const fault of found) faults.push(`${call} ${errno} ${when}: ${fault}`);
    stage.clear();
  });
  return { failures, faults };
}

function judgeAnswer(run: Run, answerFile: string, errno: string): string[] {
  if (run.answer === null) return [`no answer. ${run.stderr.slice(0, 400)}`];
  if (run.answer.ack !== undefined) return lintTrace(run.calls, answerFile);
  const { code } = run.answer.error ?? { code: "none" };
  return CODES[errno]?.includes(code) ? [] : [`answered ${code}: ${run.answer.error?.message}`];
}

describe.skipIf(why !== null)(`an error of the disk in any system call${why === null ? "" : ` (skipped: ${why})`}`, () => {
  for (const scene of SCENES)
    test(
      `P2 P4 while ${scene.title}: a coded error, nothing changed, nothing left, nothing acknowledged that could be lost`,
      { timeout: 1_200_000 },
      async () => {
        const { failures, faults } = await failEverywhere(scene);
        expect(faults).toEqual([]);
        expect(failures).toBeGreaterThan(3);
      },
    );

  for (const control of CONTROLS.filter(({ act }) => act !== "splitAppend"))
    test(`the matrix catches ${control.title}`, { timeout: 1_200_000 }, async () => {
      const { faults } = await failEverywhere(control, 1);
      expect(faults).not.toEqual([]);
    });
});
