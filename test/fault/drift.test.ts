// Somebody saves the document while the store is in the middle of changing it (X26).

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isTempName, openFiles } from "../../src/store/index.ts";
import { random } from "../store/rig.ts";
import { placesOf } from "./order.ts";
import { type Scene, SCENES, setStage } from "./scenes.ts";
import { runTraced, whyNoStrace } from "./trace.ts";

const why = whyNoStrace();
const HAND = "a hand was here";

/** Stops the store behind its n-th fsync until somebody has changed the document. */
async function saveMeanwhile(scene: Scene, fsync: number) {
  const stage = setStage(scene);
  const document = join(stage.order.home, scene.document);
  const run = await runTraced(stage.order, stage.watch, {
    inject: `fsync:signal=STOP:when=${fsync}`,
    whileStopped: () => writeFileSync(document, HAND),
  });
  const store = openFiles({ home: stage.order.home, project: null, state: stage.order.state, random });
  const seen = {
    answer: run.answer?.ack,
    document: readFileSync(document, "utf8"),
    lines: (await store.readLog(placesOf(stage.order).log)).lines,
    temps: readdirSync(stage.order.home).filter(isTempName),
  };
  stage.clear();
  return seen;
}

const scenes = SCENES.filter(({ before, act }) => before !== null && ["write", "commit", "commitRemoval"].includes(act));

describe.skipIf(why !== null)(`somebody saves in the middle${why === null ? "" : ` (skipped: ${why})`}`, () => {
  for (const scene of scenes)
    test(`X26 is noticed while ${scene.title}: stale, the hand's text stays, the log shows nothing`, async () => {
      const seen = await saveMeanwhile(scene, 1);
      expect(seen).toEqual({
        answer: expect.objectContaining({ kind: "stale" }) as unknown,
        document: HAND,
        lines: scene.lines,
        temps: [],
      });
    });

  test("X26 is noticed even after the log has announced the change", async () => {
    const commit = scenes.find(({ act }) => act === "commit") as Scene;
    const seen = await saveMeanwhile(commit, 2);
    expect(seen).toMatchObject({ answer: { kind: "stale" }, document: HAND, lines: commit.lines, temps: [] });
  });

  test("is overwritten by a writer that does not look again, and this rig sees it", async () => {
    const [replaced] = scenes;
    const seen = await saveMeanwhile({ ...(replaced as Scene), act: "renameBlindly" }, 1);
    expect(seen.document).not.toBe(HAND);
  });
});
