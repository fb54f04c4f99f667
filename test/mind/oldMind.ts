// The mind that 0.1.0 wrote (scripts/makeFixture010.sh), unpacked where it was made: its prompts, hashes and launchers hold
// that path. The present program is where 0.1.0 was, as after an upgrade in place.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PROGRAM, type Ran } from "../kit.ts";
import { runWarm } from "../warm/index.ts";

const ARCHIVE = new URL("../fixtures/mind-0.1.0.tar.gz", import.meta.url).pathname;
export const OLD_ROOT = "/tmp/codicil-mind-0.1.0";
/** Another run of the tests on this machine may use the folder; one that was killed leaves it behind. */
const LONGEST_RUN_MS = 4 * 60_000;

export interface OldMind {
  readonly root: string;
  readonly home: string;
  readonly state: string;
  readonly project: string;
  /** A second copy that no program opens. */
  readonly pristine: string;
  readonly env: NodeJS.ProcessEnv;
  run(args: readonly string[], options?: { readonly input?: string }): Ran;
  /** What 0.1.0 itself answered. */
  expected<T>(name: string): T;
  remove(): void;
}

export async function unpackOldMind(): Promise<OldMind> {
  await takeFolder();
  const pristine = mkdtempSync(join(tmpdir(), "codicil-pristine-"));
  for (const folder of [OLD_ROOT, pristine]) {
    const unpacked = spawnSync("tar", ["-C", folder, "-xpf", ARCHIVE, "--no-same-owner"], { encoding: "utf8" });
    if (unpacked.status !== 0) throw new Error(unpacked.stderr);
  }
  putProgram(`${OLD_ROOT}/program`);
  const [person, project] = [`${OLD_ROOT}/person`, `${OLD_ROOT}/project`];
  const env = { PATH: process.env["PATH"], HOME: person, NO_COLOR: "1", TZ: "UTC", SHELL: "/bin/sh" };
  return {
    root: OLD_ROOT,
    home: `${person}/.config/agents`,
    state: `${person}/.local/state/codicil`,
    project,
    pristine,
    env,
    run: (args, options = {}) => {
      const { code, out, err } = runWarm(PROGRAM, { args, cwd: project, env, input: options.input ?? "" });
      return { code: code ?? -1, out, err, json: <T>() => JSON.parse(out) as T };
    },
    expected: <T>(name: string) => JSON.parse(readFileSync(`${pristine}/expected/${name}.json`, "utf8")) as T,
    remove: () =>
      [OLD_ROOT, pristine].forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })),
  };
}

async function takeFolder(): Promise<void> {
  for (;;) {
    try {
      mkdirSync(OLD_ROOT);
      return;
    } catch {
      // It exists: wait for its run to end, or take it from one that never will.
      const since = statSync(OLD_ROOT, { throwIfNoEntry: false })?.ctimeMs;
      if (since !== undefined && Date.now() - since > LONGEST_RUN_MS) rmSync(OLD_ROOT, { recursive: true, force: true });
      else await sleep(500);
    }
  }
}

function putProgram(folder: string): void {
  mkdirSync(folder);
  copyFileSync(process.execPath, `${folder}/node`);
  const [first = ""] = PROGRAM;
  if (first.endsWith("codicil.cjs")) symlinkSync(join(first, ".."), `${folder}/dist`);
  else {
    mkdirSync(`${folder}/dist`);
    for (const [name, words] of [
      ["hook", ["hook"]],
      ["codicil", []],
    ] as const)
      writeFileSync(
        `${folder}/dist/${name}.cjs`,
        `process.exit(require("node:child_process").spawnSync(process.execPath,[...${JSON.stringify([...PROGRAM, ...words])},...process.argv.slice(2)],{stdio:"inherit"}).status)`,
      );
  }
}

export const canUnpack = process.platform === "linux" && existsSync(ARCHIVE);
