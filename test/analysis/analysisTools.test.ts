// Calls that are no shell: edit tools, patches, hosts' and MCP tools by the names of their input's fields.

import { describe, expect, test } from "vitest";
import { analyse, type Call } from "../../src/analysis/index.ts";
import { PROJECT, worldOf } from "./analysisWorld.ts";

const effectsOf = (call: Call) => analyse(call, worldOf());
const paths = (call: Call) => effectsOf(call).paths.map((each) => `${each.access} ${each.path.replace(`${PROJECT}/`, "")}`);
const tool = (name: string, input: Record<string, unknown>): Call => ({ tool: name, input });

describe("our own tool kinds", () => {
  test("read, write, edit and delete touch one path", () => {
    expect(paths({ tool: "read", path: "notes.txt" })).toEqual(["read notes.txt"]);
    expect(paths({ tool: "write", path: "new.txt", content: "x" })).toEqual(["create new.txt"]);
    expect(paths({ tool: "edit", path: "src/../notes.txt", content: "x" })).toEqual(["write notes.txt"]);
    expect(paths({ tool: "delete", path: `${PROJECT}/data` })).toEqual(["delete data"]);
    expect(effectsOf({ tool: "write", path: "new.txt", content: "x" }).paths[0]).toMatchObject({ content: "x", program: null });
  });

  test("load, fetch and reply", () => {
    expect(effectsOf({ tool: "load", document: "USER.md" }).documents).toEqual(["USER.md"]);
    expect(effectsOf({ tool: "fetch", url: "https://example.com/x" }).network).toMatchObject([{ host: "example.com", sends: false }]);
    expect(effectsOf({ tool: "reply", content: "hi" }).reply).toBe("hi");
  });
});

describe("hosts' tools", () => {
  test.each([
    ["Bash", { command: "rm -rf data" }],
    ["run_shell_command", { command: "rm -rf data", description: "x" }],
    ["exec_command", { cmd: "rm -rf data" }],
    ["shell", { command: ["bash", "-lc", "rm -rf data"] }],
    ["mcp__term__execute_command", { command: "rm -rf data" }],
  ])("%s runs its command", (name, input) => {
    expect(paths(tool(name, input))).toEqual(["delete data"]);
  });

  test("a shell tool runs where its input says", () => {
    expect(paths(tool("exec_command", { cmd: "rm 1.csv", workdir: `${PROJECT}/data` }))).toEqual(["delete data/1.csv"]);
  });

  test.each([
    ["Write", { file_path: `${PROJECT}/AGENTS.md`, content: "x" }, ["write AGENTS.md"]],
    ["Edit", { file_path: "notes.txt", old_string: "a", new_string: "b" }, ["write notes.txt"]],
    ["MultiEdit", { file_path: "notes.txt", edits: [{ old_string: "a", new_string: "b" }] }, ["write notes.txt"]],
    ["Read", { file_path: "notes.txt" }, ["read notes.txt"]],
    ["replace", { file_path: "notes.txt", new_string: "b" }, ["write notes.txt"]],
    ["str_replace_based_edit_tool", { command: "view", path: "notes.txt" }, ["read notes.txt"]],
    ["str_replace_based_edit_tool", { command: "create", path: "a.txt", file_text: "x" }, ["create a.txt"]],
    ["mcp__fs__delete_file", { path: "notes.txt" }, ["delete notes.txt"]],
    ["mcp__fs__move_file", { source: "notes.txt", destination: "n2.txt" }, ["move notes.txt", "create n2.txt"]],
    ["Glob", { pattern: "*.ts", path: "src" }, ["read src"]],
    ["analyse_image", { path: "x" }, ["read x"]],
  ])("%s %j", (name, input, expected) => {
    expect(paths(tool(name, input))).toEqual(expected);
  });

  test("an unknown tool with none of these fields is only its name", () => {
    expect(effectsOf(tool("TodoWrite", { todos: [{ content: "rm -rf data", status: "x" }] }))).toMatchObject({
      tools: ["TodoWrite"],
      paths: [],
      programs: [],
    });
  });
});

describe("patches", () => {
  const text =
    "*** Begin Patch\n*** Update File: notes.txt\n@@\n-a\n+b\n*** Add File: new.md\n+hello\n*** Delete File: other.txt\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n*** End Patch";

  test.each([
    ["a tool", tool("apply_patch", { input: text })],
    ["the shell", { tool: "shell", command: `apply_patch <<'EOF'\n${text}\nEOF` }],
    ["a list of words", tool("shell", { command: ["apply_patch", text] })],
  ] as const)("by %s give one effect for each file", (_, call) => {
    expect(paths(call as Call)).toEqual(["write notes.txt", "create new.md", "delete other.txt", "move src/a.ts", "create src/b.ts"]);
  });

  test("a unified diff gives its files", () => {
    expect(
      paths(
        tool("edit_files", {
          diff: "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n",
        }),
      ),
    ).toEqual(["write notes.txt", "create new.txt"]);
  });

  test("git apply of a patch that can be seen touches its files, of one that cannot may rewrite anything", () => {
    const world = worldOf({ texts: { "/tmp/x.patch": "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-a\n+b\n" } });
    expect(analyse({ tool: "shell", command: "git apply /tmp/x.patch" }, world)).toMatchObject({
      paths: [{ path: `${PROJECT}/notes.txt`, access: "write" }],
      hazards: [],
    });
    expect(analyse({ tool: "shell", command: "git apply /tmp/y.patch" }, world).hazards).toMatchObject([{ kind: "tampering" }]);
  });
});
