// A long log of files, met for the first time by a process: it is read from its end, and says what reading all of it says.

import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../src/base/index.ts";
import { type Batch, frameBatch, frameVerdict, joinLines, openFiles, tempName, tempOwner } from "../../src/store/index.ts";
import { writerOf } from "../../src/store/write.ts";
import { type Folders, home, makeFolders, random, state } from "./rig.ts";

const LOG = state("ledger/memory.jsonl");
const DOC = home("MEMORY.md");
let at: Folders;
const logFile = () => join(at.state, "ledger/memory.jsonl");
const temp = () => tempName(tempOwner("MEMORY.md", logFile()), "00aa11bb22cc", "");
const change = (entry: string) =>
  JSON.stringify({
    v: 1,
    id: `c_${entry}`,
    kind: "entry",
    at: "2026-11-15T00:00:00.000Z",
    by: "agent",
    entry,
    reason: "x".repeat(500),
    splices: [],
  });
const batch = (id: string, options: { before?: string; after?: string; lines?: number } = {}): Batch => ({
  id,
  lines: options.lines ?? 1,
  root: "home",
  base: at.home,
  path: "MEMORY.md",
  temp: temp(),
  before: sha256(options.before ?? "before"),
  after: sha256(options.after ?? "after"),
});

beforeEach(() => {
  at = makeFolders();
  for (const folder of [at.home, at.project, join(at.state, "ledger")]) mkdirSync(folder, { recursive: true });
  // Longer than one look at its end: every seventh commit came to nothing, every tenth is followed by a plain line.
  const parts: Buffer[] = [joinLines(["header"])];
  for (let number = 0; number < 400; number++) {
    parts.push(frameBatch(batch(`b${number}`), [change(`e_${number}`)]), frameVerdict(`b${number}`, number % 7 === 3 ? "void" : "done"));
    if (number % 10 === 0) parts.push(joinLines([`plain ${number}`]));
  }
  writeFileSync(logFile(), Buffer.concat(parts));
});
afterEach(() => rmSync(at.root, { recursive: true, force: true }));

const TAILS: Readonly<Record<string, () => void>> = {
  "nothing more": () => undefined,
  "half a line": () => appendFileSync(logFile(), '{"v":1,"id":"c_'),
  "half a verdict": () => appendFileSync(logFile(), '{"codicil":"done","bat'),
  "a batch of which a line is missing": () => appendFileSync(logFile(), frameBatch(batch("torn", { lines: 2 }), [change("e_torn")])),
  "a commit that happened and was not concluded": () => {
    appendFileSync(logFile(), frameBatch(batch("last"), [change("e_last")]));
    writeFileSync(join(at.home, "MEMORY.md"), "after");
  },
  "a commit that did not happen": () => {
    appendFileSync(logFile(), frameBatch(batch("last"), [change("e_last")]));
    writeFileSync(join(at.home, "MEMORY.md"), "before");
    writeFileSync(join(at.home, temp()), "after");
  },
  "zeros that power loss left": () => appendFileSync(logFile(), Buffer.concat([Buffer.alloc(300), Buffer.from("\n")])),
};

describe("P3 P5 L3 a long log behind which stands", () => {
  for (const [title, leave] of Object.entries(TAILS))
    test(title, async () => {
      leave();
      const fresh = () => openFiles({ ...at, random });
      const { lines } = await fresh().readLog(LOG);
      for (const count of [1, 5, 64, 200, lines.length - 1])
        expect(await fresh().readLogEnd(LOG, count)).toEqual({ lines: lines.slice(-count), isWhole: false });
      expect(await fresh().readLogEnd(LOG, lines.length)).toEqual({ lines, isWhole: true });

      // 3 is void, 4 was done long ago.
      const told = lines.some((line) => line.includes("e_last"));
      expect(await fresh().entriesIn(LOG, ["e_3", "e_4", "e_last", "e_torn", "e_never"])).toEqual(
        new Set(["e_4", ...(told ? ["e_last"] : [])]),
      );

      const store = fresh();
      await writerOf(store).recover(LOG, DOC);
      await writerOf(store).append(LOG, ["next"]);
      expect(await fresh().readLog(LOG)).toEqual({ lines: [...lines, "next"], torn: null });
      expect(await fresh().readLogEnd(LOG, 2)).toEqual({ lines: [lines.at(-1), "next"], isWhole: false });
    });

  test("negative control: these tails are told apart when all of the log is read", async () => {
    const seen = new Set<string>();
    for (const title of ["nothing more", "half a line", "a commit that happened and was not concluded"]) {
      TAILS[title]?.();
      const { lines, torn } = await openFiles({ ...at, random }).readLog(LOG);
      seen.add(`${lines.length} ${torn ?? ""}`);
    }
    expect(seen.size).toBe(3);
  });
});
