// Somebody at a terminal: each text is typed once its question is on the screen.

import { spawn } from "node:child_process";
import { expect } from "vitest";
import { PROGRAM, type World } from "./kit.ts";

export interface Typed {
  readonly waitFor: string;
  readonly type: string;
}

export const ENTER = "\r";
export const CTRL_C = "\u0003";

export async function typeAtTerminal(
  world: World,
  args: readonly string[],
  typed: readonly Typed[],
  env: Record<string, string> = {},
): Promise<{ readonly code: number; readonly screen: string }> {
  // A terminal that script(1) makes is no columns wide.
  const line = `stty cols 100 rows 30; exec ${[process.execPath, ...PROGRAM, ...args].map((word) => `'${word}'`).join(" ")}`;
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    cwd: world.project,
    env: { ...world.env, SHELL: "/bin/sh", TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const closed = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? -1)));
  let screen = "";
  child.stdout.on("data", (chunk: Buffer) => (screen += String(chunk)));
  for (const { waitFor, type } of typed) {
    await expect.poll(() => screen, { timeout: 20_000 }).toContain(waitFor);
    // The question is drawn before the program listens for its answer.
    await new Promise((resolve) => setTimeout(resolve, 150));
    child.stdin.write(type);
  }
  const code = await closed;
  return { code, screen };
}
