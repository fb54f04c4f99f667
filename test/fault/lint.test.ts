// The order of calls that power loss cannot undo, read from one trace of each act (P2). Needs strace, not root.

import { describe, expect, test } from "vitest";
import { lintTrace } from "./lint.ts";
import { CONTROLS, type Scene, SCENES, setStage } from "./scenes.ts";
import { type Call, parseTrace, runTraced, whyNoStrace } from "./trace.ts";

const why = whyNoStrace();

/** Syncs that protect what one trace cannot show, so that the lint would not miss them. */
const SPARE: Readonly<Record<string, number>> = {
  // The cut reaches the disk before anything is written over what was cut off.
  "lines are appended behind a torn tail": 1,
  // "done" lasts before the evidence for it is deleted.
  "a commit removes a document": 1,
  // Somebody else's rename is made durable, and then "done" is.
  "recovery confirms a commit that died after its rename": 2,
};

async function traceOf(scene: Scene): Promise<{ calls: readonly Call[]; answerFile: string }> {
  const stage = setStage(scene);
  const { calls } = await runTraced(stage.order, stage.watch);
  stage.clear();
  return { calls, answerFile: stage.watch.answerFile };
}

describe.skipIf(why !== null)(`the trace of an act${why === null ? "" : ` (skipped: ${why})`}`, () => {
  for (const scene of SCENES)
    test(`P2 shows that ${scene.title} durably before it is acknowledged, and needs each of its fsyncs for it`, async () => {
      const { calls, answerFile } = await traceOf(scene);
      expect(lintTrace(calls, answerFile)).toEqual([]);

      // Negative control: the same trace without one of its fsyncs must not pass.
      const syncs = calls.flatMap(({ name }, index) => (name === "fsync" ? [index] : []));
      const unneeded = syncs.filter((index) => lintTrace(calls.toSpliced(index, 1), answerFile).length === 0);
      expect(unneeded).toHaveLength(SPARE[scene.title] ?? 0);
      expect(syncs.length).toBeGreaterThan(0);
    });

  test("does not pass for a writer that writes in place", async () => {
    const [inPlace] = CONTROLS;
    const { calls, answerFile } = await traceOf(inPlace as Scene);
    expect(lintTrace(calls, answerFile)).toContainEqual(expect.stringContaining("MEMORY.md was synced"));
  });
});

describe("the lint of a trace", () => {
  const good = `
1 openat(AT_FDCWD</>, "/m/.codicil-0011223344556677.tmp", O_WRONLY|O_CREAT|O_EXCL, 0600) = 3</m/.codicil-0011223344556677.tmp>
1 write(3</m/.codicil-0011223344556677.tmp>, "new", 3) = 3
1 fsync(3</m/.codicil-0011223344556677.tmp>) = 0
1 write(4</s/log>, "{\\"codicil\\":\\"batch\\"", 99) = 99
1 fsync(4</s/log>) = 0
1 rename("/m/.codicil-0011223344556677.tmp", "/m/MEMORY.md") = 0
1 fsync(5</m>) = 0
1 write(4</s/log>, "{\\"codicil\\":\\"done\\"", 40) = 40
1 write(1</a>, "{\\"ack\\":1}", 9) = 9`;
  const lint = (text: string) => lintTrace(parseTrace(text), "/a");
  const without = (part: string) =>
    good
      .split("\n")
      .filter((line) => !line.includes(part))
      .join("\n");
  const cases: readonly [string, string, string][] = [
    ["the document's fsync", without("fsync(3"), "renamed .codicil-0011223344556677.tmp before /m/.codicil"],
    ["the log's fsync", without("fsync(4"), "renamed .codicil-0011223344556677.tmp before /s/log"],
    ["the folder's fsync", without("fsync(5"), "acknowledged before the names in /m"],
    [
      "an fsync that succeeded",
      good.replace("fsync(5</m>) = 0", "fsync(5</m>) = -1 EIO (Input/output error) (INJECTED)"),
      "acknowledged before the names in /m",
    ],
    ["an acknowledgement", without("ack"), "never acknowledged"],
  ];

  test("P2 accepts write, fsync, rename, fsync of the folder, answer", () => expect(lint(good)).toEqual([]));
  for (const [what, text, fault] of cases)
    test(`P2 misses ${what}`, () => expect(lint(text)).toContainEqual(expect.stringContaining(fault)));
});
