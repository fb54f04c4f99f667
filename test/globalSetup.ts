// The tests run what people run: the bundle of the present source, in a folder of this run's own. Their files lie in memory
// where they can: every write of a mind is synced, and a suite of them waits for the disk as long as it computes.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MEMORY = "/dev/shm";
const NAME = "codicil-tests-";
/** A run needs a tenth of it. */
const ROOM = 4 << 30;

export default function setup(): () => void {
  const temporary = inMemory();
  if (temporary !== null) {
    process.env["CODICIL_TEST_DISK"] = tmpdir();
    process.env["TMPDIR"] = temporary;
  }
  const bundle = process.env["CODICIL_FROM_SOURCE"] === "1" ? null : buildBundle();
  return () => {
    for (const folder of [temporary, bundle]) if (folder !== null) remove(folder);
  };
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A program that a test left behind still writes there: the next run removes it.
  }
}

const root = fileURLToPath(new URL("..", import.meta.url));
/** All that a release is made of. */
const MADE_OF = ["src", "web", "words", "scripts", "skills", "package.json", "node_modules/.package-lock.json"];

/** As `./codicil` asks: nothing is newer than the release that was built last. A folder is newer when something in it is gone. */
function isBuilt(): boolean {
  const built = statSync(`${root}dist/codicil.cjs`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isOlder = (path: string) => statSync(path).mtimeMs < built;
  return MADE_OF.every((each) => {
    const path = `${root}${each}`;
    return (
      isOlder(path) &&
      (!statSync(path).isDirectory() || readdirSync(path, { recursive: true }).every((name) => isOlder(join(path, String(name)))))
    );
  });
}

function buildBundle(): string {
  const folder = `${root}.test-dist/${process.pid}`;
  process.env["CODICIL_TEST_DIST"] = folder;
  if (isBuilt()) {
    // In a folder of this run's own all the same: somebody may build while it runs.
    cpSync(`${root}dist`, folder, { recursive: true, preserveTimestamps: true, filter: (path) => path !== `${root}dist/types` });
    return folder;
  }
  const built = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/build.ts", folder], {
    cwd: root,
    stdio: "inherit",
  });
  if (built.status !== 0) throw new Error("the bundle could not be built");
  return folder;
}

/** null: on disk, because somebody chose a folder, there is little memory, or programs do not start from there (as in Docker). */
function inMemory(): string | null {
  if (process.env["TMPDIR"] !== undefined || process.env["CODICIL_FAULT"] === "full" || !existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM) return null;
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(NAME)))
    if (!existsSync(`/proc/${name.slice(NAME.length)}`)) remove(join(MEMORY, name));
  const folder = join(MEMORY, `${NAME}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // The database's own user has to come through.
  chmodSync(folder, 0o755);
  const program = join(folder, "starts");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  if (spawnSync(program).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}
