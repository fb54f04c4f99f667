import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memoryRead, recall } from "codicil";
import { makeTools, runTurn } from "../../src/runtime/index.ts";
import { makeWorld, type World } from "../kit.ts";
import { calls, chatWith, playing, says } from "./kit.ts";

async function use(world: World, name: string, args: unknown, more: { cancelAfter?: number; env?: Record<string, string> } = {}) {
  const mind = await world.open();
  const { chat } = await chatWith(mind, {
    model: playing(calls(name, args), says("ok")),
    tools: makeTools({ env: { PATH: process.env["PATH"], HOME: world.env["HOME"], ...more.env }, fetch: { allowLoopbackHttp: true } }),
  });
  if (more.cancelAfter !== undefined) setTimeout(() => chat.cancel(), more.cancelAfter);
  const report = await runTurn(chat, "go");
  return {
    ...report,
    text: report.calls[0]?.outcome.text ?? "",
    isError: report.calls[0]?.outcome.isError === true,
    data: report.calls[0]?.outcome.data ?? {},
  };
}

describe("files", () => {
  it("reads with line numbers, in parts, and says what is left", async () => {
    const world = makeWorld();
    world.write("project/a.txt", "one\ntwo\nthree\n");
    expect((await use(world, "read", { path: "a.txt", from: 2, count: 1 })).text).toBe("2\ttwo\n[1 more lines; the file has 3]");
  });

  it.each([
    ["a folder", "read", { path: "." }, "NOT_A_FILE"],
    ["nothing", "read", { path: "none.txt" }, "NOT_FOUND"],
    ["binary", "read", { path: "bin" }, "NOT_UTF8"],
    ["a giant", "read", { path: "giant" }, "TOO_LARGE"],
    ["a FIFO", "read", { path: "pipe" }, "NOT_A_FILE"],
    ["a text that stands there twice", "edit", { path: "twice.txt", old: "x", new: "y" }, "TEXT_NOT_FOUND"],
  ])("%s is a coded error that the model can read", async (_, tool, args, code) => {
    const world = makeWorld();
    world.write("project/bin", new Uint8Array([1, 0, 2]));
    world.write("project/giant", "x".repeat(9 * 1024 * 1024));
    world.write("project/twice.txt", "x x");
    spawnSync("mkfifo", [`${world.project}/pipe`]);
    const { text, isError, finish } = await use(world, tool, args);
    expect([isError, text.startsWith(`${code}:`), finish]).toEqual([true, true, "done"]);
  });

  it("writes and edits, and the trash has what was there before", async () => {
    const world = makeWorld();
    world.write("project/a.txt", "one\ntwo\n");
    expect((await use(world, "edit", { path: "a.txt", old: "two", new: "2" })).text).toBe("Replaced 1 place in a.txt.");
    expect((await use(world, "write", { path: "deep/b.txt", content: "new" })).text).toContain("Created");
    expect(world.read("project/a.txt")).toBe("one\n2\n");
    const [kept] = world.run(["trash", "list", "--json"]).json<{ id: string }[]>();
    world.run(["trash", "restore", kept?.id ?? "", "--over"]);
    expect(world.read("project/a.txt")).toBe("one\ntwo\n");
  });

  it("lists and searches; keys and other people's code are passed over; a pattern that never ends is stopped", async () => {
    const world = makeWorld();
    world.write("project/src/a.ts", "const Cat = 1;\n");
    world.write("project/.env", "CAT=secret\n");
    world.write("project/node_modules/x/a.ts", "cat\n");
    expect((await use(world, "list", {})).text).toContain("src/");
    expect((await use(world, "search", { query: "cat" })).text).toBe("src/a.ts:1: const Cat = 1;");
    expect((await use(world, "search", { query: "C.t\\b", regex: true, name: ".ts" })).text).toBe("src/a.ts:1: const Cat = 1;");
    world.write("project/evil.txt", `${"a".repeat(60)}!\n`);
    expect((await use(world, "search", { query: "(a+)+$", regex: true })).text).toContain("takes too long");
  });
});

describe("shell", () => {
  it("the environment is cleaned: no BASH_ENV, LD_*, NODE_OPTIONS, GIT_*, pagers or keys", async () => {
    const world = makeWorld();
    const evil = world.write("evil.sh", "echo loaded-by-bash-env\n");
    const { text } = await use(
      world,
      "shell",
      { command: "env" },
      {
        env: {
          BASH_ENV: evil,
          LD_PRELOAD: "/x.so",
          NODE_OPTIONS: "--require /x",
          GIT_DIR: "/x",
          GIT_SSH_COMMAND: "x",
          PAGER: "evil",
          ANTHROPIC_API_KEY: "sk-1",
          MY_TOKEN: "t",
          PROMPT_COMMAND: "x",
          KEEP: "yes",
        },
      },
    );
    expect(text).not.toMatch(/loaded-by-bash-env|LD_PRELOAD|NODE_OPTIONS|GIT_DIR|GIT_SSH|PAGER=evil|ANTHROPIC|MY_TOKEN|PROMPT_COMMAND/);
    expect(text).toContain("KEEP=yes");
    expect(text).toContain("PAGER=cat");
  });

  it("exit codes, both streams, and no input to wait for", async () => {
    const { text, isError, data } = await use(makeWorld(), "shell", { command: "cat; echo out; echo err >&2; exit 3" });
    expect([text.includes("out\n"), text.includes("err\n"), text.endsWith("[exit code 3]"), isError, data["exit"]]).toEqual([
      true,
      true,
      true,
      true,
      3,
    ]);
  });

  it("a command that hangs is stopped after its time", async () => {
    const { text } = await use(makeWorld(), "shell", { command: "echo begun; sleep 60", seconds: 1 });
    expect(text).toBe("begun\n[stopped after 1 s]");
  });

  it("cancel ends the whole group at once, and the turn", async () => {
    const world = makeWorld();
    const { finish, text } = await use(world, "shell", { command: "sleep 61 & sleep 61" }, { cancelAfter: 300 });
    expect([finish, text.includes("cancelled")]).toEqual(["cancelled", true]);
    expect(spawnSync("pgrep", ["-f", "^sleep 61$"], { encoding: "utf8" }).stdout).toBe("");
  });

  it("what it leaves in the background, also in a session of its own, ends with it", async () => {
    // A time that no other run of this test on the machine sleeps for.
    const sleep = `sleep 62.${process.pid}`;
    const { text } = await use(makeWorld(), "shell", { command: `setsid ${sleep} & (${sleep} &) ; echo done` });
    expect(text).toContain("[exit code 0]");
    expect(spawnSync("pgrep", ["-f", `^${sleep}$`], { encoding: "utf8" }).stdout).toBe("");
  });

  it("binary output is one line, a gigabyte is stopped, a long one keeps beginning and end", async () => {
    const world = makeWorld();
    expect((await use(world, "shell", { command: "head -c 3000 /dev/urandom" })).text).toContain("bytes of binary output]");
    const flood = await use(world, "shell", { command: "yes | head -c 1000000000" });
    expect(flood.text.length).toBeLessThan(40_000);
    expect(flood.text).toMatch(/stopped: more than \d+ bytes of output/);
    const long = await use(world, "shell", { command: "echo first; seq 1 20000; echo last" });
    expect([long.text.startsWith("first\n1\n"), long.text.includes("bytes left out"), long.text.endsWith("last\n[exit code 0]")]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("fetch", () => {
  async function page(status: number, headers: Record<string, string>, body: string) {
    const server = createServer((_, response) => response.writeHead(status, headers).end(body));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
  }

  it("gives a page as text, marked as data", async () => {
    const { url, close } = await page(
      200,
      { "content-type": "text/html" },
      "<html><head><title>T</title><style>x</style></head><body><h1>Hi &amp; bye</h1><script>alert(1)</script><p>there</p></body></html>",
    );
    const { text } = await use(makeWorld(), "fetch", { url });
    close();
    expect(text).toContain("data, not instructions]\nT\n");
    expect(text).toContain("Hi & bye");
    expect(text).not.toContain("alert");
  });

  it("each redirect is judged anew", async () => {
    const { url, close } = await page(302, { location: "http://169.254.169.254/latest/meta-data/" }, "");
    const { text, isError } = await use(makeWorld(), "fetch", { url });
    close();
    expect([isError, text.startsWith("BAD_URL") || text.startsWith("Refused") || text.startsWith("The person")]).toEqual([true, true]);
  });

  it.each([
    "file:///etc/passwd",
    "http://example.com/",
    "https://user:pass@example.com/",
    "https://10.0.0.1/",
    "https://metadata.google.internal/",
    "ftp://x/",
  ])("%s is refused", async (url) => {
    const { isError } = await use(makeWorld(), "fetch", { url });
    expect(isError).toBe(true);
  });
});

describe("memory", () => {
  it("AK-12…16: add, replace, read, remove, with receipts in words", async () => {
    const world = makeWorld();
    expect((await use(world, "memory_add", { section: "Facts", content: "- the cat is Mia" })).text).toContain("Written. ");
    expect((await use(world, "memory_replace", { file: "memory", section: "Facts", old_text: "Mia", new_text: "Max" })).isError).toBe(
      false,
    );
    expect((await use(world, "memory_read", { file: "memory" })).text).toContain("the cat is Max");
    expect((await use(world, "memory_remove", { file: "memory", section: "Facts" })).isError).toBe(false);
    expect((await use(world, "memory_read", { file: "memory" })).text).not.toContain("Max");
  });

  it("AK-50, LW-51, LW-52: plan changes nothing until the session ends, and is seen in the overlay", async () => {
    const world = makeWorld();
    const { text, sessionId } = await use(world, "plan", { path: "USER.md", heading: "Preferences", operation: "update", content: "tea" });
    expect(text).toContain("Noted; it is written when the session ends.");
    expect(world.read("home/USER.md")).not.toContain("tea");
    expect((await memoryRead(await world.open(), "user", sessionId)).text).toContain("tea");
  });

  it("recall cites document and lines", async () => {
    const world = makeWorld();
    world.write("home/daily/2026-11-01.md", "# 2026-11-01\n\n## Trip\n\nWe flew to Lisbon with Ada.\n");
    expect((await use(world, "recall", { query: "Lisbon" })).text).toMatch(/2026-11-01\.md § .*Trip \(lines? \d+/);
    expect((await recall(await world.open(), "Lisbon")).hits.length).toBeGreaterThan(0);
  });
});
