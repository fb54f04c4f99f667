// A root's real path is remembered; when the root becomes another folder, what was remembered no longer holds (P6).

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { systemRandom } from "../../src/mind/machine.ts";
import { openFiles } from "../../src/store/index.ts";
import { writerOf } from "../../src/store/write.ts";

const made: string[] = [];

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "codicil-roots-")));
  made.push(path);
  return path;
}

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

const PLACE = { root: "state", path: "sessions/one.jsonl" } as const;

describe("P6: a root that becomes another folder while a process runs", () => {
  it("is found where it is now, whether it was renamed and made anew or became a link", async () => {
    const top = folder();
    const state = join(top, "state");
    mkdirSync(state);
    const store = openFiles({ home: join(top, "home"), project: null, state, random: systemRandom });
    await writerOf(store).append(PLACE, ['"first"']);
    renameSync(state, join(top, "old"));
    mkdirSync(state);
    await writerOf(store).append(PLACE, ['"second"']);
    renameSync(state, join(top, "older"));
    symlinkSync(join(top, "old"), state);
    await writerOf(store).append(PLACE, ['"third"']);
    expect(await store.lockName(PLACE)).toBe(join(top, "old/sessions/one.jsonl"));
    expect(readFileSync(join(top, "old/sessions/one.jsonl"), "utf8")).toBe('"first"\n"third"\n');
    expect(readFileSync(join(top, "older/sessions/one.jsonl"), "utf8")).toBe('"second"\n');
  });

  it("a link that is put below it afterwards and leaves it is still refused, and nothing is written there", async () => {
    const top = folder();
    const state = join(top, "state");
    const outside = join(top, "outside");
    mkdirSync(outside);
    const store = openFiles({ home: join(top, "home"), project: null, state, random: systemRandom });
    await writerOf(store).append(PLACE, ['"first"']);
    renameSync(join(state, "sessions"), join(top, "aside"));
    symlinkSync(outside, join(state, "sessions"));
    await expect(writerOf(store).append(PLACE, ['"second"'])).rejects.toMatchObject({ code: "BAD_PATH" });
    expect(readFileSync(join(top, "aside/one.jsonl"), "utf8")).toBe('"first"\n');
  });

  it("a link to the root that is turned to another folder leads to that one", async () => {
    const top = folder();
    for (const name of ["a", "b"]) mkdirSync(join(top, name));
    const state = join(top, "state");
    symlinkSync(join(top, "a"), state);
    const store = openFiles({ home: join(top, "home"), project: null, state, random: systemRandom });
    expect(await store.lockName(PLACE)).toBe(join(top, "a/sessions/one.jsonl"));
    rmSync(state);
    symlinkSync(join(top, "b"), state);
    expect(await store.lockName(PLACE)).toBe(join(top, "b/sessions/one.jsonl"));
    rmSync(join(top, "b"), { recursive: true });
    expect(() => store.describe(PLACE)).not.toThrow();
    await expect(store.lockName(PLACE)).rejects.toMatchObject({ code: "BAD_PATH" });
  });
});
