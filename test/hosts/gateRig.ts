// The gate that stays, in a world of its own: calls through the launcher that hosts call, or to the gate alone, where what would
// go to Node is seen. Every gate is ended with its test.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildNativeClient, NATIVE_FILE } from "../../src/hosts/client/native.ts";
import { atTestEnd } from "../ends.ts";
import { makeWarmWorld, type World } from "../kit.ts";
import { CALLS, type Fields } from "./hookKit.ts";
import { installIn } from "./settingsShapes.ts";

export interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Way {
  readonly host?: string;
  readonly session?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  /** What the launcher is told. */
  readonly resident?: "off" | "";
}

export interface GateRig {
  readonly world: World;
  readonly file: string;
  /** Through the launcher. */
  ask(command: string, way?: Way): Promise<Answer>;
  /** The hook in Node. */
  node(command: string, way?: Way): Promise<Answer>;
  /** The same by the process that stays (test/warm shows that it is the same), for a comparison of many calls. */
  warm(command: string, way?: Way): Promise<Answer>;
  /** The gate alone: what it leaves to Node comes back as NODE. */
  alone(command: string, way?: Way & { readonly client?: string }): Promise<Answer>;
  /** The client in bash, and the one in C where there is a compiler. */
  readonly clients: readonly string[];
  /** Starts one where there is none; its process. */
  ready(env?: Readonly<Record<string, string>>): Promise<number>;
  program(): string;
}

export const NODE: Answer = { code: 2, out: "NODE", err: "" };
const RULES = "# Rules\n\n- Never run `git push --force`.\n- Use pnpm, not npm.\n- Do not edit files in `generated/`.\n";

let client: string | undefined;
/** Compiled once for all rigs of a worker: it knows nothing of its mind. */
function nativeClient(): string {
  if (client !== undefined) return client;
  const folder = mkdtempSync(join(tmpdir(), "codicil-client-"));
  delete process.env["CODICIL_RESIDENT"];
  buildNativeClient(folder);
  process.env["CODICIL_RESIDENT"] = "off";
  return (client = join(folder, NATIVE_FILE));
}

const started = new Set<number>();

function endGates(state: string): void {
  note(state);
  for (const pid of started) if (isGate(pid)) process.kill(pid, "SIGKILL");
  started.clear();
}

function note(state: string): void {
  const file = join(state, "resident/gate");
  if (existsSync(file)) started.add(Number(readFileSync(file, "utf8").split("\n")[2]));
}

export function isGate(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("\0--gate");
  } catch {
    return false;
  }
}

/** Until it is true; the suite's own limit is the only clock. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await wait(50);
}

export function openGateRig(): GateRig {
  const world = makeWarmWorld();
  atTestEnd(() => endGates(world.state));
  world.write("project/AGENTS.md", RULES);
  installIn(world, "claude");
  const bin = join(world.state, "bin");
  const file = join(world.state, "resident/gate");
  const apart = join(world.root, "apart");
  mkdirSync(apart);
  writeFileSync(join(apart, "codicil-gate"), readFileSync(join(bin, "codicil-gate")));
  writeFileSync(join(apart, "codicil-hook"), "#!/bin/sh\ncat >/dev/null\nprintf NODE\nexit 2\n");
  chmodSync(join(apart, "codicil-hook"), 0o755);
  const native = join(apart, NATIVE_FILE);
  for (const place of existsSync(nativeClient()) ? [join(bin, NATIVE_FILE), native] : []) cpSync(nativeClient(), place);
  const clients = [join(apart, "codicil-gate"), native].filter((path) => existsSync(path));
  const program = () => join(world.state, "programs", readdirSync(join(world.state, "programs"))[0] ?? "", "dist/hook.cjs");
  const run = (
    command: string,
    words: readonly string[],
    call: string,
    { host = "claude", session = "s1", env = {}, input = messageOf(world, host, call, session) }: Way,
  ): Promise<Answer> =>
    new Promise((resolve) => {
      const child = spawn(command, [...words, host, CALLS[host]?.event ?? ""], {
        cwd: world.project,
        env: { ...world.env, CODICIL_RESIDENT: "", ...env },
        stdio: ["pipe", "pipe", "pipe"],
      });
      let [out, err] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
      child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
      child.on("close", (code) => resolve({ code, out, err }));
    });
  const rig: GateRig = {
    world,
    file,
    program,
    ask: (call, way = {}) => run(join(bin, "codicil-hook"), [], call, way),
    node: (call, way = {}) => run(join(bin, "codicil-hook"), [], call, { ...way, env: { ...way.env, CODICIL_RESIDENT: "off" } }),
    warm: async (call, { host = "claude", session = "s1" } = {}) => {
      const { code, out, err } = await world.ask(["hook", host, CALLS[host]?.event ?? ""], {
        input: messageOf(world, host, call, session),
      });
      return { code, out, err };
    },
    clients,
    alone: (call, way = {}) => {
      const { client = clients[0] as string } = way;
      const words = client === native ? [native] : ["bash", "-p", client];
      const env = { ...way.env, CODICIL_RESIDENT: "asked", CODICIL_NONCE: randomUUID() };
      return run(words[0] as string, [...words.slice(1), program()], call, { ...way, env });
    },
    ready: async (env = {}) => {
      for (;;) {
        rmSync(join(world.state, "resident/next"), { force: true });
        await rig.ask("git status", { env });
        for (let tries = 0; tries < 200 && !existsSync(file); tries++) await wait(50);
        note(world.state);
        if (existsSync(file) && (await rig.alone("git status")).out === "") break;
      }
      return Number(readFileSync(file, "utf8").split("\n")[2]);
    },
  };
  return rig;
}

function messageOf(world: World, host: string, command: string, session: string): string {
  const fields: Fields = CALLS[host]?.call("shell", command) ?? {};
  if (host === "copilot") return JSON.stringify({ sessionId: session, cwd: world.project, timestamp: 1, ...fields });
  if (host === "cursor")
    return JSON.stringify({ conversation_id: session, workspace_roots: [world.project], hook_event_name: "preToolUse", ...fields });
  return JSON.stringify({
    session_id: session,
    cwd: world.project,
    hook_event_name: CALLS[host]?.event,
    transcript_path: "/dev/null",
    ...fields,
  });
}
