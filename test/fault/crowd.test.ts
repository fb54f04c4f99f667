// Sixteen processes on one document and one log, some of them killed (LW-70, P3).

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isTempName, openFiles } from "../../src/store/index.ts";
import { bundledChild } from "../bundledChild.ts";
import { writerOf } from "../../src/store/write.ts";
import { type Folders, home, makeFolders, random, state } from "../store/rig.ts";

const CHILD = new URL("children/add.ts", import.meta.url);

let at: Folders;
beforeEach(() => {
  at = makeFolders();
  mkdirSync(at.home);
});
afterEach(() => rmSync(at.root, { recursive: true, force: true }));

interface Report {
  readonly acknowledged: readonly string[];
  readonly troubles: string;
}

/** `killAfter`: kill -9 as soon as so many were acknowledged, in the middle of whatever comes next. */
function add(who: string, options: { count: number; killAfter?: number }): Promise<Report> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundledChild(CHILD), at.home, at.state, who, `${options.count}`], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    let troubles = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split("\n").length - 1 >= (options.killAfter ?? Infinity)) child.kill("SIGKILL");
    });
    child.stderr.on("data", (chunk: Buffer) => (troubles += chunk.toString()));
    child.on("error", reject);
    child.on("close", () => resolve({ acknowledged: said.split("\n").filter((line) => line !== ""), troubles }));
  });
}

async function whatStands(): Promise<{ document: string[]; log: readonly string[] }> {
  const store = openFiles({ ...at, random });
  await writerOf(store).recover(state("log.jsonl"), home("MEMORY.md"));
  const document = readFileSync(join(at.home, "MEMORY.md"), "utf8").split("\n").slice(0, -1);
  expect(readdirSync(at.home).filter(isTempName)).toEqual([]);
  return { document, log: (await store.readLog(state("log.jsonl"))).lines };
}

describe("sixteen processes on one document", () => {
  test("LW-70 P3 with 25 changes each: none lost, none twice, document and log tell the same", { timeout: 120_000 }, async () => {
    const reports = await Promise.all(Array.from({ length: 16 }, (_, who) => add(`p${who}`, { count: 25 })));
    expect(reports.map(({ troubles }) => troubles).join("")).toBe("");
    const { document, log } = await whatStands();
    expect(document).toHaveLength(16 * 25);
    expect(new Set(document)).toEqual(new Set(reports.flatMap(({ acknowledged }) => acknowledged)));
    expect(log).toEqual(document);
  });

  test(
    "LW-70 P3 with half of them killed in the middle: what was acknowledged is there once, and nothing is torn",
    { timeout: 120_000 },
    async () => {
      const reports = await Promise.all(
        Array.from({ length: 16 }, (_, who) => add(`p${who}`, who % 2 ? { count: 8 } : { count: 50, killAfter: 2 + (who % 5) })),
      );
      const { document, log } = await whatStands();
      const acknowledged = reports.flatMap((report) => report.acknowledged);
      expect(acknowledged.filter((id) => !document.includes(id))).toEqual([]);
      expect(new Set(document).size).toBe(document.length);
      expect(document.every((line) => /^p\d+-\d+$/.test(line))).toBe(true);
      expect(log).toEqual(document);
      // At most the change in progress of each killed process is there without an acknowledgement.
      expect(document.length - acknowledged.length).toBeLessThanOrEqual(8);
    },
  );

  test("the count catches a crowd without a lock", { timeout: 120_000 }, async () => {
    const unlocked = fileURLToPath(new URL("children/addUnlocked.ts", import.meta.url));
    await Promise.all(
      Array.from(
        { length: 4 },
        (_, who) =>
          new Promise((resolve) => spawn(process.execPath, [unlocked, join(at.home, "MEMORY.md"), `p${who}`, "25"]).on("close", resolve)),
      ),
    );
    expect(readFileSync(join(at.home, "MEMORY.md"), "utf8").split("\n").length - 1).toBeLessThan(4 * 25);
  });
});
