// A lock whose holder is stopped, or killed (LW-71, LW-72).

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFiles } from "../../src/store/index.ts";
import { bundledChild } from "../bundledChild.ts";
import { AT_ONCE, type Folders, makeFolders, random } from "../store/rig.ts";

const CHILD = new URL("children/hold.ts", import.meta.url);
const BRIEFLY = { retries: 3, base: 20, cap: 100 } as const;

let at: Folders;
const started: ChildProcess[] = [];
beforeEach(() => {
  at = makeFolders();
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  rmSync(at.root, { recursive: true, force: true });
});

interface Holder {
  readonly process: ChildProcess;
  /** The next line it says. */
  readonly next: () => Promise<string | undefined>;
}

function startHolder(options = {}): Holder {
  const child = spawn(process.execPath, [bundledChild(CHILD), at.state, "USER.md", JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { process: child, next: async () => (await lines.next()).value as string | undefined };
}

const exited = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve));
const tryHere = (options = {}) => openFiles({ ...at, random }).lock("USER.md", async () => "mine", options);

describe("a lock", () => {
  test("LW-71 of a stopped holder is not stolen: others hear busy, and it finishes when it goes on", async () => {
    const holder = startHolder();
    expect(await holder.next()).toBe("held");
    holder.process.kill("SIGSTOP");
    expect(await tryHere(BRIEFLY)).toEqual({ kind: "busy" });
    const other = startHolder(BRIEFLY);
    expect(await other.next()).toBe("busy");
    holder.process.stdin?.end();
    expect(await tryHere(AT_ONCE)).toEqual({ kind: "busy" });
    holder.process.kill("SIGCONT");
    expect(await holder.next()).toBe("released");
    await exited(holder.process);
    expect(await tryHere(AT_ONCE)).toEqual({ kind: "done", value: "mine" });
  });

  test("LW-72 of a killed holder is free at once", async () => {
    const holder = startHolder();
    expect(await holder.next()).toBe("held");
    expect(await tryHere(AT_ONCE)).toEqual({ kind: "busy" });
    holder.process.kill("SIGKILL");
    await exited(holder.process);
    expect(await tryHere(AT_ONCE)).toEqual({ kind: "done", value: "mine" });
  });

  test("LW-72 of a holder that was killed while stopped is free as well, and a waiting process gets it", async () => {
    const holder = startHolder();
    expect(await holder.next()).toBe("held");
    holder.process.kill("SIGSTOP");
    const waiting = startHolder({ retries: 6, base: 1000 });
    holder.process.kill("SIGKILL");
    expect(await waiting.next()).toBe("held");
    waiting.process.stdin?.end();
    expect(await waiting.next()).toBe("released");
  });
});
