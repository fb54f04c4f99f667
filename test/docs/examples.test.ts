// The examples are programs of their own: each is run as a person would run it, against the built library (or, with
// CODICIL_FROM_SOURCE=1, the source), and prints exactly this.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeWorld } from "../kit.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PRELOAD = fileURLToPath(new URL("fromSource.ts", import.meta.url));

const PRINTS: Readonly<Record<string, string>> = {
  "01-remember.ts": `flush: pending USER.md
flush: pending MEMORY.md
apply: applied MEMORY.md (can be undone)
apply: applied USER.md (can be undone)
## Identity

## Preferences

- short answers

## Background

again: 0 receipts
`,
  "02-review.ts": `apply: proposed Values
apply: proposed Motto
proposal: Values (guessed twice today) "## Values\\n\\nSay what is not known."
not what was shown: STALE
accepted: applied
proposal: Motto  "## Motto\\n\\nMove fast."
rejected: refused
the same words again: refused
`,
  "03-history.ts": `change: entry agent s2
change: hand user
change: entry agent s1 it failed on 20
change: whole user  init
1 whole ## Notes
2 s1
3 s1 - the build needs Node 24
4 hand - by hand: ask Grace about releases
5 s2 - releases are on Fridays
line 3: it failed on 20
undo: applied
## Notes
- by hand: ask Grace about releases
- releases are on Fridays

as it was: "## Notes\\n\\n- the build needs Node 24\\n"
`,
  "04-layered-memory.ts": `without memory: "You are a coding agent."
<agent-identity>
## Identity

I am Juno.
</agent-identity>

<user-profile>
## Preferences

- short answers
</user-profile>

<agent-notes>
## Build

- the tests take forty seconds
</agent-notes>

<recent-activity>
# DAY

## Done

- moved the parser
</recent-activity>

You are a coding agent.
characters: true · section: "- the tests take forty seconds"
archived: 0
`,
  "05-last-word.ts": `flush: pending, pending
pending: 3
apply: applied Research Interests
apply: unchanged Values considered, not modified
apply: applied Name
## Research Interests

- AI agents
- compilers

## Name

Ada

`,
  "06-gate-tools.ts": `ran npm test
refused terraform apply: CALL_REFUSED
ran npm publish
refused npm publish --force: CALL_REFUSED
`,
  "07-mcp.ts": `tools: memory_add, memory_replace, memory_remove, memory_read, memory_reader
added: true
read: true
`,
};

function run(script: string, options: { readonly args?: readonly string[]; readonly preload: boolean; readonly env: NodeJS.ProcessEnv }): string {
  const preload = options.preload ? ["--import", PRELOAD] : [];
  const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", ...preload, script, ...(options.args ?? [])], { cwd: ROOT, env: options.env, encoding: "utf8" });
  return `${done.stdout}${done.stderr}`.replace(/^# \d{4}-\d{2}-\d{2}$/gm, "# DAY").replace(/ +$/gm, "");
}

describe("the examples", () => {
  const names = readdirSync(join(ROOT, "examples")).filter((name) => name.endsWith(".ts"));

  it("are all run here", () => {
    expect(names).toEqual(Object.keys(PRINTS));
  });

  it.each(names)("%s runs, prints what it should, and has fewer than 45 lines", (name) => {
    const world = makeWorld();
    mkdirSync(join(world.root, "example"));
    const printed = run(join(ROOT, "examples", name), { args: [join(world.root, "example")], preload: process.env["CODICIL_FROM_SOURCE"] === "1", env: { ...world.env, CODICIL_HOME: "", CODICIL_STATE: "" } });
    expect(printed).toBe(PRINTS[name]);
    expect(readFileSync(join(ROOT, "examples", name), "utf8").split("\n").length - 1).toBeLessThan(45);
    // All of it went into the folder that it was given.
    expect([world.has("person/.config"), world.has("person/.local"), world.has("home"), world.has("state")]).toEqual([false, false, false, false]);
  });

  it.each([
    ["memory.ts", "true applied true applied pending 1 1 Tools applied 1 MEMORY.md false 1 team function true true true\n"],
    ["gate.ts", "deny 0 CALL_REFUSED false false true 2 refused applied 1 applied true 2\n"],
    ["agent.ts", "true · 1 · done · It is noon. · true · done\n"],
  ])("names/%s, from which docs/api has its examples, runs", (name, prints) => {
    const world = makeWorld();
    mkdirSync(join(world.root, "example"));
    const preload = process.env["CODICIL_FROM_SOURCE"] === "1";
    const env = { ...world.env, CODICIL_HOME: "", CODICIL_STATE: "" };
    expect(run(join(ROOT, "examples/names", name), { args: [join(world.root, "example")], preload, env })).toBe(prints);
  });

  it("the library page's program applies its entry", () => {
    const world = makeWorld();
    const program = /```ts\n([^]*?)```/.exec(readFileSync(join(ROOT, "docs/library.md"), "utf8"))?.[1] ?? "";
    const file = world.write("readme.ts", `${program}\nconsole.log(receipts.map(({ status, document }) => \`\${status} \${document}\`).join());\n`);
    expect(run(file, { preload: true, env: world.env })).toBe("applied USER.md\n");
  });

  it("negative control: a program that fails is seen", () => {
    const world = makeWorld();
    const file = world.write("bad.ts", 'import { openMind } from "codicil";\nawait openMind({ cwd: "/there/is/no/such/folder" });\n');
    expect(run(file, { preload: true, env: world.env })).toContain("there is no directory");
  });
});
