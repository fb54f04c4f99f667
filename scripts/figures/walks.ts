// The files and rooms that one act enters: what Node loads when the real program does it from source, late imports too.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { roomOf } from "../../test/architecture/graph.ts";
import { type Figure, held } from "./figure.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FROM_SOURCE = ["--disable-warning=ExperimentalWarning", "--import", join(ROOT, "scripts/figures/noteLoads.ts")];

interface World {
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Walk {
  readonly name: string;
  readonly goal: number | null;
  /** Commands that make what it needs. */
  readonly prepare?: readonly (readonly string[])[];
  /** Does it, and throws where it did not happen. */
  readonly act: (world: World, loads: string) => void;
}

const hookCall = (event: string, more: object) => JSON.stringify({ session_id: "walk", hook_event_name: event, ...more });
const PUSH = hookCall("PreToolUse", { tool_name: "Bash", tool_input: { command: "git push --force origin main" } });

const WALKS: readonly Walk[] = [
  { name: "hook denial", goal: 60, act: program(["hook", "claude", "PreToolUse"], { input: PUSH, says: /"deny"/ }) },
  {
    name: "memory add",
    goal: null,
    act: program(["memory", "add", "--section", "Tools", "--content", "The linter is oxlint."], { says: /Tools/ }),
  },
  {
    name: "session end",
    goal: null,
    act: program(["hook", "claude", "SessionEnd"], { input: hookCall("SessionEnd", { reason: "exit" }), says: /^/ }),
  },
  {
    name: "chat turn",
    goal: null,
    act: program(["chat", "--model", "offline"], { input: "what do you know about oxlint?\n", says: /oxlint/ }),
  },
  { name: "recall", goal: null, act: program(["recall", "oxlint"], { says: /oxlint/ }) },
  {
    name: "page accept",
    goal: null,
    prepare: [
      ["plan", "--session", "walk2", "--path", "SOUL.md", "--heading", "Tone", "--level", "2", "--content", "Be brief."],
      ["flush", "--session", "walk2"],
    ],
    act: program([], { entry: "scripts/figures/acceptOnPage.ts", says: /"applied"/ }),
  },
];

export function walks(): Figure[] {
  const root = mkdtempSync(join(tmpdir(), "codicil-figures-"));
  const project = join(root, "project");
  const env = { PATH: process.env["PATH"], HOME: root, CODICIL_HOME: join(root, "home"), CODICIL_STATE: join(root, "state") };
  const world = { project, env: { ...env, CODICIL_RESIDENT: "off", NO_COLOR: "1" } };
  mkdirSync(join(project, ".git"), { recursive: true });
  writeFileSync(join(project, "AGENTS.md"), "# Rules\n\n- Never run `git push --force`.\n");
  try {
    // The first call compiles the rules; later ones read what it kept.
    WALKS[0]?.act(world, join(root, "first"));
    const figures: Figure[] = [];
    for (const [at, { name, goal, prepare = [], act }] of WALKS.entries()) {
      for (const args of prepare) program(args, { says: /^/ })(world, join(root, "before"));
      let files = filesOf(act, world, join(root, `loads${at}`));
      // On a busy machine a hook's time ends before the rules are kept, and it compiles them again.
      for (let again = 0; goal !== null && again < 2; again++) {
        const next = filesOf(act, world, join(root, `loads${at}.${again}`));
        if (next.length < files.length) files = next;
      }
      const rooms = new Set(files.map(roomOf).filter((room) => room !== null));
      figures.push(held(`${name}: files`, files.length, goal), held(`${name}: rooms`, rooms.size, goal === null ? null : 6));
    }
    return figures;
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function filesOf(act: Walk["act"], world: World, loads: string): string[] {
  act(world, loads);
  return [...new Set(readFileSync(loads, "utf8").split("\n").filter(Boolean))];
}

interface Run {
  readonly entry?: string;
  readonly input?: string;
  readonly says: RegExp;
}

function program(args: readonly string[], { entry = "src/cli/entry.ts", input = "", says }: Run): Walk["act"] {
  return (world, loads) => {
    const done = spawnSync(process.execPath, [...FROM_SOURCE, join(ROOT, entry), ...args], {
      cwd: world.project,
      env: { ...world.env, CODICIL_LOADS: loads },
      input,
      encoding: "utf8",
    });
    if (done.status !== 0 || !says.test(done.stdout))
      throw new Error(`${entry} ${args.join(" ")}: ${done.status} ${done.stdout}${done.stderr}`);
  };
}
