// A person with an empty home folder and a project, at the start of a story: the real program, the library, and their files.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Chat, type Mind, openChat, openMind, type TurnEvent } from "../../src/index.ts";
import { runTurn } from "../../src/library/runtime.ts";
import {
  hooksAround,
  makePostProcessor,
  makeTools,
  memoryDecisions,
  type Model,
  type ModelEvent,
  type ModelRequest,
  openHooks,
} from "../../src/runtime/index.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = process.env["CODICIL_TEST_DIST"];
const PROGRAM = FOLDER === undefined ? [join(ROOT, "codicil")] : [process.execPath, join(FOLDER, "codicil.cjs")];

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Talk {
  readonly chat: Chat;
  /** What the model was asked, call by call. */
  readonly requests: readonly ModelRequest[];
  /** Says it, and answers what the person was shown. */
  say(text: string): Promise<{ readonly shown: string; readonly told: string; readonly events: readonly TurnEvent[] }>;
}

/** What the model does next: words, or a call of a tool. */
export type Line = string | { readonly tool: string; readonly args: Record<string, unknown> };

export interface Walker {
  /** ~/.config/agents, ~/.local/state/codicil and a Git root, all below one temp folder. */
  readonly person: string;
  readonly home: string;
  readonly state: string;
  readonly project: string;
  run(args: readonly string[], options?: { readonly input?: string; readonly cwd?: string; readonly env?: Record<string, string> }): Ran;
  /** The same, without waiting for one before the next starts. */
  runAll(all: readonly (readonly string[])[]): Promise<readonly Ran[]>;
  json<T = unknown>(args: readonly string[], options?: { readonly input?: string }): T;
  /** Paths begin with ~/ or are the project's. */
  write(path: string, text: string): void;
  read(path: string): string;
  remove(path: string): void;
  has(path: string): boolean;
  names(path: string): readonly string[];
  mind(): Promise<Mind>;
  /** A chat with everything around it, and a model that says these lines. */
  talk(lines: readonly Line[], options?: { readonly shared?: boolean; readonly approve?: boolean }): Promise<Talk>;
  close(): Promise<void>;
}

export function startWalker(): Walker {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "codicil-walk-")));
  const [person, project] = [join(root, "person"), join(root, "project")];
  mkdirSync(person);
  mkdirSync(join(project, ".git"), { recursive: true });
  const env = { PATH: process.env["PATH"], HOME: person, NO_COLOR: "1", TZ: "UTC", LANG: "zh_CN.UTF-8" };
  const at = (path: string) => (path.startsWith("~/") ? join(person, path.slice(2)) : join(project, path));
  const minds: Mind[] = [];
  const [program = "", ...before] = PROGRAM;
  const walker: Walker = {
    person,
    home: join(person, ".config/agents"),
    state: join(person, ".local/state/codicil"),
    project,
    run: (args, options = {}) => {
      const done = spawnSync(program, [...before, ...args], {
        cwd: options.cwd ?? project,
        env: { ...env, ...options.env },
        input: options.input ?? "",
        encoding: "utf8",
      });
      return { code: done.status ?? -1, out: done.stdout, err: done.stderr };
    },
    runAll: (all) =>
      Promise.all(
        all.map(
          (args) =>
            new Promise<Ran>((resolve) => {
              const child = spawn(program, [...before, ...args], { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] });
              let [out, err] = ["", ""];
              child.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
              child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
              child.on("close", (code) => resolve({ code: code ?? -1, out, err }));
            }),
        ),
      ),
    json: <T>(args: readonly string[], options: { readonly input?: string } = {}) => {
      const { out, err } = walker.run([...args, "--json"], options);
      if (out === "") throw new Error(`codicil ${args.join(" ")}: ${err}`);
      return JSON.parse(out) as T;
    },
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    remove: (path) => rmSync(at(path)),
    read: (path) => readFileSync(at(path), "utf8"),
    has: (path) => existsSync(at(path)),
    names: (path) => (existsSync(at(path)) ? readdirSync(at(path)).sort() : []),
    mind: async () => {
      const mind = await openMind({ cwd: project, env });
      minds.push(mind);
      return mind;
    },
    talk: (lines, options) => startTalk(walker, lines, options),
    close: async () => {
      for (const mind of minds) await mind.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
  return walker;
}

async function startTalk(
  walker: Walker,
  lines: readonly Line[],
  { shared = false, approve = false }: { readonly shared?: boolean; readonly approve?: boolean } = {},
): Promise<Talk> {
  const mind = await walker.mind();
  const model = scripted(lines);
  const events: TurnEvent[] = [];
  const chat: Chat = await openChat(mind, {
    model,
    tools: makeTools(),
    listener: (event) => events.push(event),
    ...(shared ? { sessionType: "shared" } : {}),
    ...(approve ? { approver: { ask: async ({ hash }) => ({ decision: "allow", hash }) } } : {}),
    steps: {
      postProcess: await makePostProcessor(mind),
      memory: memoryDecisions,
      hooks: hooksAround(openHooks(mind, { session: "walk" })),
    },
  });
  return {
    chat,
    requests: model.requests,
    say: async (text) => {
      const from = events.length;
      const { shown } = await runTurn(chat, text);
      const fresh = events.slice(from);
      const told = fresh.flatMap((event) => ("text" in event && event.type !== "text" ? [event.text] : [])).join("\n");
      return { shown, told, events: fresh };
    },
  };
}

function scripted(lines: readonly Line[]): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    id: "walk/scripted",
    isLanguageModel: true,
    requests,
    cost: () => 0,
    async *stream(request): AsyncIterable<ModelEvent> {
      const line = lines[requests.length] ?? "Fine.";
      requests.push({ ...request, messages: structuredClone(request.messages) });
      if (typeof line === "string") yield { type: "text", text: line };
      else yield { type: "tool_call", call: { id: `call_${requests.length}`, name: line.tool, input: JSON.stringify(line.args) } };
      yield { type: "finish", reason: typeof line === "string" ? "stop" : "tool_calls" };
    },
  };
}
