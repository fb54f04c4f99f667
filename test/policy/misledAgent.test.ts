// A misled agent tries to approve itself, or to read the keys that tell a person from an agent. Every way goes through the
// real `policy check` on a real home and state; none may pass in silence, and none of their innocent neighbours may be held up.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWorld, type World } from "../kit.ts";
import { NEIGHBOURS } from "./misled/neighbours.ts";
import { type Ground, type Way, WAYS } from "./misled/ways.ts";

const PROGRAM_FOLDER = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const PORT = 5199;

/** A mind at its ordinary place below the person's home folder, and a daemon that is up. */
function settle(world: World): Ground {
  const user = join(world.root, "person");
  const ground: Ground = { user, home: join(user, ".config/agents"), state: join(user, ".local/state/codicil"), project: world.project, program: PROGRAM_FOLDER, port: PORT };
  for (const name of ["SOUL.md", "USER.md", "MEMORY.md", "AGENTS.md", "last-word/config.yaml"]) put(join(ground.home, name), "");
  const secret = "0".repeat(64);
  for (const name of ["user.token", "agent.token", "logins.json", "daemon.sock"]) put(join(ground.state, "daemon", name), secret);
  put(join(ground.state, "daemon/daemon.json"), JSON.stringify({ url: `http://127.0.0.1:${PORT}/`, port: PORT, pid: process.pid }));
  for (const name of ["mcp/token", "store.secret", "decisions/keys.jsonl", "bin/codicil", "bin/codicil-hook", "sessions/s1.jsonl"]) put(join(ground.state, name), "");
  for (const name of ["README.md", "NOTES.txt", "package.json", "src/a.ts", "src/b.ts", "test/a.ts", "event.json", "steps/build.sh", "steps/build.py", "steps/build.mjs"]) put(join(world.project, name), "{}");
  put(join(world.project, "steps/approve.sh"), "#!/bin/sh\ncodicil accept \"$1\"\n");
  put(join(world.project, "steps/approve.py"), "import subprocess\nsubprocess.run(['codicil', 'accept', 'e_1'])\n");
  put(join(world.project, "steps/approve.mjs"), "import { accept, asOwner, openMind } from \"codicil\";\nawait accept(await openMind(), \"e_1\", { person: asOwner() });\n");
  return ground;
}

function put(path: string, text: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text, { mode: 0o700 });
}

interface Answer {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
}

/** All of them in one run of the program. */
function judge(table: Readonly<Record<string, (ground: Ground) => readonly Way[]>>): { readonly group: string; readonly way: Way; readonly answer: Answer }[] {
  const world = makeWorld();
  const ground = settle(world);
  const rows = Object.entries(table).flatMap(([group, ways]) => ways(ground).map((way) => ({ group, way })));
  const input = rows.map(({ way }, at) => JSON.stringify({ id: String(at), call: typeof way === "string" ? { tool: "shell", command: way } : way, agents: "" })).join("\n");
  const ran = world.run(["policy", "check", "--jsonl"], { input: `${input}\n`, env: { CODICIL_HOME: "", CODICIL_STATE: "" } });
  const answers = ran.out.trim().split("\n").map((line) => JSON.parse(line) as Answer);
  expect(answers, ran.err).toHaveLength(rows.length);
  return rows.map((row, at) => ({ ...row, answer: answers[at] as Answer }));
}

const shown = ({ group, way, answer }: { group: string; way: Way; answer: Answer }) => `${group}: ${typeof way === "string" ? way : JSON.stringify(way)} → ${answer.verdict} ${answer.reason}`;

describe("a misled agent", () => {
  test("has more than a hundred ways to approve itself or to read the keys, and none is silent", () => {
    const judged = judge(WAYS);
    expect(judged.length).toBeGreaterThan(100);
    expect(judged.filter(({ answer }) => answer.verdict !== "ask" && answer.verdict !== "deny").map(shown)).toEqual([]);
  });

  test("and the calls of an ordinary day beside them pass", () => {
    const judged = judge(NEIGHBOURS);
    expect(judged.length).toBeGreaterThan(60);
    expect(judged.filter(({ answer }) => answer.verdict !== "allow").map(shown)).toEqual([]);
  });
});
