// What every test uses: a mind in a temp folder, and the real program to run in it.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Mind, OpenOptions, Receipt } from "codicil";
import { openMind } from "codicil";
import { atTestEnd } from "./ends.ts";
import type { Answered } from "./warm/asked.ts";
import { askWarm, runWarm } from "./warm/index.ts";

export const ROOT = new URL("..", import.meta.url).pathname;
/** What people run; CODICIL_FROM_SOURCE=1 runs the source instead, for the inner loop. */
const FROM_SOURCE = process.env["CODICIL_FROM_SOURCE"] === "1";
export const PROGRAM = FROM_SOURCE
  ? ["--disable-warning=ExperimentalWarning", join(ROOT, "src/cli/entry.ts")]
  : [join(process.env["CODICIL_TEST_DIST"] ?? join(ROOT, "dist"), "codicil.cjs")];

/** Every world has a state of its own; what is compiled is kept for all of them, or each first command would pay again. */
const COMPILED = join(tmpdir(), "codicil-test-compiled");

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  json<T = unknown>(): T;
}

export interface World {
  readonly root: string;
  readonly home: string;
  readonly state: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  open(options?: OpenOptions): Promise<Mind>;
  /** Runs the program; arguments are passed as they are. */
  run(args: readonly string[], options?: { input?: string; cwd?: string; env?: Record<string, string> }): Ran;
  runAsync(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): Promise<Ran>;
  /** As `run`, by the process that stays where `run` asks it, and this process goes on meanwhile: where it serves the command. */
  ask(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): Promise<Ran>;
  /** Runs the program on a terminal of its own. */
  onTerminal(args: readonly string[]): Ran;
  /** Runs a line of shell on a terminal of its own; it is given the words that start the program. */
  shellOnTerminal(line: (program: string) => string): Ran;
  write(path: string, text: string | Uint8Array): string;
  read(path: string): string;
  has(path: string): boolean;
  names(path: string): string[];
  /** Only a kept world needs it. */
  remove(): void;
}

const finish = ({ code, out, err }: Answered): Ran => ({ code: code ?? -1, out, err, json: <T>() => JSON.parse(out) as T });

/** Something that a session left running may still write. */
function removeWorld(root: string): void {
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** A home, a state folder and a project (a Git root) in one temp folder; on disk for what is said about disks. */
export function makeWorld(options: { readonly keep?: true; readonly onDisk?: true } = {}): World {
  const folder = options.onDisk === true ? (process.env["CODICIL_TEST_DISK"] ?? tmpdir()) : tmpdir();
  const root = realpathSync(mkdtempSync(join(folder, "codicil-test-")));
  // Kept: for a test that spans several, which removes it itself.
  if (options.keep !== true) atTestEnd(() => removeWorld(root));
  const [home, state, project] = [join(root, "home"), join(root, "state"), join(root, "project")];
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(root, "person"));
  // Tests run on busy machines: a database may take its time for its first word, except where that is what is tested.
  const env = {
    PATH: process.env["PATH"],
    HOME: join(root, "person"),
    CODICIL_HOME: home,
    CODICIL_STATE: state,
    NO_COLOR: "1",
    TZ: "UTC",
    CODICIL_RESIDENT: "off",
    NODE_COMPILE_CACHE: COMPILED,
    CODICIL_STORE_WAIT: "5000",
  };
  const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const onTerminal = (line: string): Ran => {
    const done = spawnSync("script", ["-qec", line, "/dev/null"], { cwd: project, env: { ...env, SHELL: "/bin/sh" }, encoding: "utf8" });
    return finish({ code: done.status, out: done.stdout.replaceAll("\r\n", "\n"), err: done.stderr });
  };
  const runAsync: World["runAsync"] = (args, options = {}) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [...PROGRAM, ...args], {
        cwd: project,
        env: { ...env, ...options.env },
        stdio: ["pipe", "pipe", "pipe"],
      });
      let [out, err] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
      child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
      child.stdin.on("error", () => undefined);
      child.stdin.end(options.input ?? "");
      child.on("close", (code) => resolve(finish({ code, out, err })));
    });
  return {
    remove: () => removeWorld(root),
    root,
    home,
    state,
    project,
    env,
    open: async (options = {}) => {
      const mind = await openMind({
        home,
        state,
        cwd: project,
        env: { HOME: env.HOME, CODICIL_STORE_WAIT: env.CODICIL_STORE_WAIT },
        ...options,
      });
      atTestEnd(() => mind.close());
      return mind;
    },
    run: (args, options = {}) => {
      const done = spawnSync(process.execPath, [...PROGRAM, ...args], {
        cwd: options.cwd ?? project,
        env: { ...env, ...options.env },
        input: options.input ?? "",
        encoding: "utf8",
        maxBuffer: 1 << 28,
      });
      return finish({ code: done.status, out: done.stdout, err: done.stderr });
    },
    runAsync,
    ask: runAsync,
    onTerminal: (args) => onTerminal([process.execPath, ...PROGRAM, ...args].map(quote).join(" ")),
    shellOnTerminal: (line) => onTerminal(line([process.execPath, ...PROGRAM].map(quote).join(" "))),
    write: (path, text) => {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    read: (path) => readFileSync(join(root, path), "utf8"),
    has: (path) => existsSync(join(root, path)),
    names: (path) =>
      existsSync(join(root, path))
        ? readdirSync(join(root, path))
            .filter((name) => !name.startsWith("."))
            .sort()
        : [],
  };
}

/** The same, with commands in one process that stays, and what a thread does in that process too, except where it may hang. */
export function makeWarmWorld(options: Parameters<typeof makeWorld>[0] & { readonly ownThreads?: true } = {}): World {
  const world = makeWorld(options);
  const asked = (args: readonly string[], { input = "", cwd = world.project, env = {} }: Parameters<World["run"]>[1] = {}) => ({
    args,
    cwd,
    env: { ...world.env, ...env },
    input,
    ownThreads: options.ownThreads,
  });
  return {
    ...world,
    run: (...words) => finish(runWarm(PROGRAM, asked(...words))),
    ask: async (...words) => finish(await askWarm(PROGRAM, asked(...words))),
  };
}

export const hasTerminal = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

/** plan → receipt, by the command line. */
export function plan(world: World, options: Record<string, string | number>, ...more: string[]): Receipt {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const ran = world.run(["plan", ...args, ...more, "--json"]);
  return ran.json<Receipt>();
}

/** A session from plan to document: plan all, flush, apply. */
export function bringHome(world: World, session = "s1"): { flushed: Receipt[]; applied: Receipt[] } {
  const flushed = world.run(["flush", "--session", session, "--json"]).json<Receipt[]>();
  const applied = world.run(["apply", "--json"]).json<Receipt[]>();
  return { flushed, applied };
}

export const USER =
  "# About me\n\nHand-written intro.\n\n## Identity\n\nAda, engineer.\n\n## Research Interests\n\n- compilers\n\n## Temporary Notes\n\nsoon gone\n\n## Outdated Project\n\nold\n";
