// A chat as a child process that can be talked to, watched and killed.

import { spawn } from "node:child_process";
import { PROGRAM, type World } from "../../kit.ts";

export interface ChatChild {
  readonly pid: number;
  send(line: string): void;
  /** Everything on stdout so far. */
  output(): string;
  until(pattern: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  closeInput(): void;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

export function startChat(world: World, args: readonly string[] = [], env: Record<string, string> = {}): ChatChild {
  const child = spawn(process.execPath, [...PROGRAM, "chat", ...args], {
    cwd: world.project,
    env: { ...world.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
  child.stdin.on("error", () => undefined);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal })),
  );
  return {
    pid: child.pid ?? 0,
    send: (line) => child.stdin.write(`${line}\n`),
    output: () => out,
    until: async (pattern) => {
      for (let tries = 0; tries < 1200 && !pattern.test(out); tries++) {
        if (child.exitCode !== null) break;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      if (!pattern.test(out)) throw new Error(`${pattern} never came:\n${out}\n${err}`);
    },
    kill: (signal) => void child.kill(signal),
    closeInput: () => void child.stdin.end(),
    ended,
  };
}
