// One hook, run once: the event as JSON on its stdin, its exit code and output read by agenthooks' rules. A hook that fails,
// hangs or talks nonsense stops nothing (the gate holds without it) and is told to the person.

import { spawn } from "node:child_process";
import type { Hook } from "./find.ts";

export interface HookAnswer {
  readonly decision: "allow" | "deny" | "ask";
  readonly reason?: string | undefined;
  /** The tool's input, changed; judged again like any other. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** For the model. */
  readonly context?: string | undefined;
  /** For the person: the hook did not do what hooks do. */
  readonly warning?: string | undefined;
}

export interface HookRunOptions {
  readonly event: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

const MOST_OUTPUT = 256 * 1024;

interface Ended {
  readonly how: "exit" | "timeout" | "cancelled" | "failed";
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runHook(hook: Hook, options: HookRunOptions): Promise<HookAnswer> {
  return readAnswer(hook, await runProgram(hook, options));
}

function readAnswer(hook: Hook, { how, code, out, err }: Ended): HookAnswer {
  const warn = (what: string): HookAnswer => ({ decision: "allow", warning: `hook ${hook.name} ${what}` });
  if (how === "timeout") return warn(`took longer than ${hook.timeout} ms and was stopped`);
  if (how === "cancelled") return { decision: "allow" };
  if (how === "failed") return warn(`could not be started: ${err}`);
  if (code === 2) return { decision: "deny", reason: err.trim() === "" ? `hook ${hook.name} refused it` : err.trim() };
  if (code !== 0) return warn(`failed with exit code ${code}${err.trim() === "" ? "" : `: ${err.trim().split("\n")[0]}`}`);
  if (out.trim() === "") return { decision: "allow" };
  let said: unknown;
  try {
    said = JSON.parse(out);
  } catch {
    // Told to the person below; a hook that prints words has decided nothing.
    return warn("printed something that is not JSON");
  }
  return said !== null && typeof said === "object"
    ? readDecision(said as Readonly<Record<string, unknown>>)
    : warn("printed JSON that is not an object");
}

function readDecision(said: Readonly<Record<string, unknown>>): HookAnswer {
  const decision = said["decision"] === "deny" || said["decision"] === "block" ? "deny" : said["decision"] === "ask" ? "ask" : "allow";
  const text = (...names: string[]) => names.map((name) => said[name]).find((value): value is string => typeof value === "string");
  const input = said["modified_input"];
  return {
    decision,
    reason: text("reason", "message"),
    context: text("additional_context"),
    input: input !== null && typeof input === "object" && !Array.isArray(input) ? (input as Readonly<Record<string, unknown>>) : undefined,
  };
}

function runProgram(hook: Hook, { event, cwd, env, signal }: HookRunOptions): Promise<Ended> {
  return new Promise((resolve) => {
    // A group of its own: what the hook started goes with it.
    const child = spawn(hook.program, [...hook.args], {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    let [out, err] = ["", ""];
    let how: Ended["how"] = "exit";
    const stop = (why: Ended["how"]) => {
      how = why;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => stop("timeout"), hook.timeout);
    const cancel = () => stop("cancelled");
    signal?.addEventListener("abort", cancel);
    const end = (ended: Ended) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      resolve(ended);
    };
    child.stdout.on("data", (chunk: Buffer) => (out = (out + String(chunk)).slice(0, MOST_OUTPUT)));
    child.stderr.on("data", (chunk: Buffer) => (err = (err + String(chunk)).slice(0, MOST_OUTPUT)));
    // A hook need not read its event.
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${JSON.stringify(event)}\n`);
    child.on("error", (error) => end({ how: "failed", code: -1, out: "", err: error.message }));
    child.on("exit", (code) => {
      // A child of its own may hold the pipes open; what came until now is the answer.
      setTimeout(() => end({ how, code: code ?? -1, out, err }), 5);
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself in the meantime.
  }
}
