// One run of a real program without a head.

import { spawn } from "node:child_process";
import type { World } from "../kit.ts";
import type { Ground, RealHost } from "./programs.ts";

export const MINUTES = 60_000;

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `words`: a message to the session that was; null: a new one. */
export function runHost(host: RealHost, ground: Ground, world: World, words: string | null): Promise<Ran> {
  return new Promise((resolve) => {
    const [program = "", ...before] = host.program;
    const child = spawn(program, [...before, ...host.args(ground, words ?? "run the command", words !== null)], {
      cwd: ground.project,
      env: { ...host.env(ground), CODICIL_HOME: world.home, CODICIL_STATE: world.state },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), 1.5 * MINUTES);
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
    child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
  });
}
