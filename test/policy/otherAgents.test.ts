// An agent starts another agent program: with its guards on that is an ordinary call, without them a person is asked.

import { expect, test } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

function verdictsOf(commands: readonly string[]): Readonly<Record<string, string>> {
  const lines = commands.map((command) => JSON.stringify({ id: command, call: { tool: "shell", command }, agents: "" }));
  const ran = makeWorld().run(["policy", "check", "--jsonl"], { input: `${lines.join("\n")}\n` });
  const found = ran.out.trim().split("\n");
  expect(found, ran.err).toHaveLength(commands.length);
  return Object.fromEntries(
    found.map((line) => JSON.parse(line) as { id: string; verdict: string }).map((each) => [each.id, each.verdict]),
  );
}

const allAre = (verdict: string, commands: readonly string[]) =>
  expect(verdictsOf(commands)).toEqual(Object.fromEntries(commands.map((command) => [command, verdict])));

test("an agent program that is started without its hooks, its extensions or the person's settings is asked about", () => {
  allAre("ask", [
    "pi -ne -p x",
    "pi --no-extensions -p x",
    "pi -e ./own.ts -p x",
    "claude --safe-mode -p x",
    "claude -p x --permissionMode bypassPermissions",
    "claude --plugin-dir ./own -p x",
    "codex exec --disable hooks x",
    "codex exec -c features.hooks=false x",
    "codex exec -cfeatures.hooks=false x",
    `codex exec --config='"features".hooks=false' x`,
    "codex exec -c 'features={hooks=false}' x",
    "codex exec --ignore-user-config x",
    "opencode --pure run x",
    "opencode run --auto x",
    "gemini -e none -p x",
    "npx @anthropic-ai/claude-code -p x --bare",
    "npx -y @earendil-works/pi-coding-agent -ne -p x",
    "CLAUDE_CODE_SAFE_MODE=1 claude -p x",
    "export CLAUDE_CODE_SIMPLE=1",
    "GEMINI_CLI_HOME=/srv/other gemini -p x",
    "GEMINI_CLI_SYSTEM_SETTINGS_PATH=/srv/s.json gemini -p x",
    "env OPENCODE_PURE=1 opencode run x",
  ]);
});

test("a command that changes an agent program's settings is asked about, wherever its options stand", () => {
  allAre("ask", [
    "codex features disable hooks",
    "codex --search features disable hooks",
    "codex -c model=x features disable hooks",
    "claude --debug mcp add x -- y",
    "pi remove codicil",
    "opencode plugin other",
    "gemini hooks disable codicil",
  ]);
});

test("a command that an agent program runs in its sandbox is judged like any other", () => {
  expect(verdictsOf(["codex sandbox linux -- rm -rf /", "codex sandbox git status"])).toEqual({
    "codex sandbox linux -- rm -rf /": "deny",
    "codex sandbox git status": "allow",
  });
});

test("an agent program that is started as it is, and its lists, pass", () => {
  allAre("allow", [
    "claude -p 'never use --yolo here'",
    "claude -c -p 'go on'",
    "claude --model opus -p x --output-format json",
    "claude plugin list",
    "codex exec -c model=o3 -s workspace-write x",
    "codex features list",
    "codex exec 'update the readme'",
    "gemini -m gemini-2.5-pro -p x",
    "opencode run x",
    "pi -p --mode json 'remove the dead code'",
    "npx @anthropic-ai/claude-code -p x",
  ]);
});
