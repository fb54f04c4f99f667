// A log cut at every byte, as a crash of the machine may leave it (P5).

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/base/index.ts";
import { openFiles, type Store } from "../../src/store/index.ts";
import { type Writer, writerOf } from "../../src/store/write.ts";
import { bytes, home, makeFolders, random, state } from "../store/rig.ts";

const DOC = home("MEMORY.md");
const LOG = state("log.jsonl");
const WRITTEN = ['{"id":1}', '{"id":2,"text":"漢字 🎉"}', '{"id":3}', '{"id":4,"text":"é"}', '{"id":5}', '{"id":6}'];

type Append = (store: Store, writer: Writer, file: string, line: string) => Promise<void>;

/** Cuts a log at each byte, lets `append` add a line, and gives every fault a reader would see. */
async function cutEverywhere(append: Append): Promise<string[]> {
  const at = makeFolders();
  const faults: string[] = [];
  try {
    const file = join(at.state, "log.jsonl");
    const store = openFiles({ ...at, random });
    const writer = writerOf(store);
    await writer.append(LOG, WRITTEN.slice(0, 2));
    await writer.commit({ place: DOC, expect: null, bytes: bytes("one"), log: LOG, lines: WRITTEN.slice(2, 4) });
    await writer.append(LOG, WRITTEN.slice(4, 5));
    await writer.commit({ place: DOC, expect: sha256("one"), bytes: bytes("two"), log: LOG, lines: WRITTEN.slice(5) });
    const whole = readFileSync(file);
    for (let length = 0; length <= whole.length; length++) {
      rmSync(at.root, { recursive: true });
      mkdirSync(at.home, { recursive: true });
      mkdirSync(at.state);
      writeFileSync(file, whole.subarray(0, length));
      writeFileSync(join(at.home, "MEMORY.md"), "two");
      const fresh = openFiles({ ...at, random });
      const before = await fresh.readLog(LOG);
      const lines = before.lines.length;
      if (JSON.stringify(before.lines) !== JSON.stringify(WRITTEN.slice(0, lines))) faults.push(`${length}: a line that nobody wrote`);
      // The two lines of the first commit stand or fall together.
      if (lines === 3) faults.push(`${length}: half a commit`);
      await append(fresh, writerOf(fresh), file, "next");
      const after = await fresh.readLog(LOG);
      if (JSON.stringify(after) !== JSON.stringify({ lines: [...before.lines, "next"], torn: null }))
        faults.push(`${length}: mixed with the next line`);
      const aside = await fresh.list("state", "damaged");
      const kept = (await Promise.all(aside.map((name) => fresh.read(state(`damaged/${name}`))))).map((found) =>
        Buffer.from(found?.bytes ?? []).toString(),
      );
      if (before.torn !== null && !kept.includes(before.torn)) faults.push(`${length}: the torn tail was not kept`);
    }
  } finally {
    rmSync(at.root, { recursive: true, force: true });
  }
  return faults;
}

describe("a log cut at every byte", () => {
  test("P5 shows whole lines only, and the next line never joins the torn one", async () => {
    expect(await cutEverywhere((_, writer, _file, line) => writer.append(LOG, [line]))).toEqual([]);
  });

  test("catches an append that does not look at what it follows", async () => {
    const faults = await cutEverywhere(async (_, _writer, file, line) => writeFileSync(file, `${line}\n`, { flag: "a" }));
    expect(faults).toContainEqual(expect.stringContaining("mixed with the next line"));
  });
});
