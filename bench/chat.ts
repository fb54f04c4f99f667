// How long it takes until a person can type: `codicil chat` on a terminal of its own, until its prompt is there,
// beside an empty Node started the same way. The goal is three empty starts and 200 ms.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measure.ts";

const program = fileURLToPath(new URL("../codicil", import.meta.url));

/** Milliseconds until `sign` is on the terminal; the program is ended then. */
function until(command: string, sign: string, env: NodeJS.ProcessEnv, cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn("script", ["-qec", command, "/dev/null"], { env, cwd, stdio: ["pipe", "pipe", "ignore"] });
    let out = "";
    let took = -1;
    child.stdout.on("data", (chunk: Buffer) => {
      out += String(chunk);
      if (took !== -1 || !out.includes(sign)) return;
      took = performance.now() - start;
      child.stdin.write("\u0004");
    });
    child.on("close", () => (took === -1 ? reject(new Error(`${sign} never came:\n${out}`)) : resolve(took)));
  });
}

export default async function chat(options: readonly string[]): Promise<Record<string, number>> {
  const rounds = Number(options[0] ?? 15);
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const env = {
    ...process.env,
    SHELL: "/bin/sh",
    TERM: "xterm",
    CODICIL_HOME: join(folder, "home"),
    CODICIL_STATE: join(folder, "state"),
    ANTHROPIC_API_KEY: "",
    OPENAI_API_KEY: "",
    NODE_EXTRA_CA_CERTS: undefined,
  };
  const empty: number[] = [];
  const ready: number[] = [];
  await until(`'${program}' chat --model offline`, "› ", env, folder);
  // Turn about, so that a busy moment of the machine falls on both.
  for (let round = 0; round < rounds; round++) {
    empty.push(await until(`'${process.execPath}' -e 'process.stdout.write("ready")'`, "ready", env, folder));
    ready.push(await until(`'${program}' chat --model offline`, "› ", env, folder));
  }
  rmSync(folder, { recursive: true, force: true });
  const [base, took] = [median(empty), median(ready)];
  console.log(
    `an empty Node ${base.toFixed(0)} ms, ready to type after ${took.toFixed(0)} ms, the goal is ${(3 * base + 200).toFixed(0)} ms`,
  );
  return { empty_ms: base, ready_ms: took, of_goal: took / (3 * base + 200) };
}
