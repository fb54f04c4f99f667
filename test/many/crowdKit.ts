// What a crowd of processes needs, whatever is between their machines: a process that says what was acknowledged, and the
// count of that against documents and ledgers.

import { spawn } from "node:child_process";
import { bundledChild } from "../bundledChild.ts";
import type { World } from "../kit.ts";

export interface Acknowledged {
  readonly line: string;
  readonly entry: string;
}

export interface Writer {
  readonly ready: Promise<void>;
  begin(until: number): Promise<Acknowledged[]>;
}

/** `child`: a program of children/ that plans and brings home until it is told to stop. */
export function startWriter(child: URL, machine: World, name: string): Writer {
  const program = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", bundledChild(child), machine.home, machine.state, machine.project, name],
    { env: machine.env, stdio: ["pipe", "pipe", "pipe"] },
  );
  let [out, err] = ["", ""];
  let tellReady = () => {};
  const ready = new Promise<void>((resolve) => (tellReady = resolve));
  program.stdout.on("data", (chunk: Buffer) => {
    out += String(chunk);
    tellReady();
  });
  program.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
  const ended = new Promise<Acknowledged[]>((resolve, reject) => {
    program.on("close", (code) => {
      tellReady();
      if (code === 0)
        resolve(
          out
            .split("\n")
            .slice(1)
            .filter(Boolean)
            .map((text) => JSON.parse(text) as Acknowledged),
        );
      else reject(new Error(`${name}: ${err}`));
    });
  });
  return {
    ready,
    begin: (until) => {
      program.stdin.end(String(until));
      return ended;
    },
  };
}

/** What the negative control must fail. */
export function faults(
  acknowledged: readonly Acknowledged[],
  texts: readonly string[],
  ledger: readonly string[],
): { missing: string[]; twice: string[]; unledgered: string[]; ledgeredTwice: string[] } {
  const lines = new Map<string, number>();
  for (const line of texts.flatMap((text) => text.split("\n"))) lines.set(line, (lines.get(line) ?? 0) + 1);
  const entries = new Map<string, number>();
  for (const text of ledger) {
    const { entry } = JSON.parse(text) as { entry?: string };
    if (entry !== undefined) entries.set(entry, (entries.get(entry) ?? 0) + 1);
  }
  return {
    missing: acknowledged.filter(({ line }) => !lines.has(`- ${line}`)).map(({ line }) => line),
    twice: acknowledged.filter(({ line }) => (lines.get(`- ${line}`) ?? 0) > 1).map(({ line }) => line),
    unledgered: acknowledged.filter(({ entry }) => !entries.has(entry)).map(({ line }) => line),
    ledgeredTwice: [...entries].filter(([, count]) => count > 1).map(([entry]) => entry),
  };
}
