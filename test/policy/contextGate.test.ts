import { describe, expect, it } from "vitest";
import {
  afterCompaction,
  analyse,
  type Call,
  freshContext,
  givenWorld,
  judgeContext,
  nextMessage,
  recordCall,
} from "../../src/policy/index.ts";
import { decide } from "../../src/mind/session/decide.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const FILES = ["memory-bank/MEMORY.md", "memory-bank/details/patterns.md", "src/a.ts", "src/auth/login.ts", "package.json"];

function check(rows: readonly object[]): { verdict: string; reason: string }[] {
  const input = rows
    .map((row, index) => JSON.stringify({ id: index, agents: "", project: "/home/u/proj", files: FILES, ...row }))
    .join("\n");
  return makeWorld()
    .run(["policy", "check", "--jsonl"], { input })
    .out.trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { verdict: string; reason: string });
}

const PATTERNS: Call = { tool: "read", path: "memory-bank/details/patterns.md" };

describe("context gating through the command line", () => {
  it("MB-40 MB-44 MB-46 block: a risky write before reading is refused with the single next step; reading lets it pass", () => {
    const risky = { call: { tool: "edit", path: "src/auth/login.ts" }, mode: "block" };
    const [before, after] = check([risky, { ...risky, history: [PATTERNS] }]);
    expect(before).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("Read memory-bank/details/patterns.md first") as string,
    });
    expect(after?.verdict).toBe("allow");
  });

  it("MB-44 MB-46 low risk is only warned about; warn is the default and warns; off says nothing", () => {
    const low = { tool: "edit", path: "src/a.ts" };
    const high = { tool: "edit", path: "package.json" };
    const [blockLow, warnHigh, standard, off] = check([
      { call: low, mode: "block" },
      { call: high, mode: "warn" },
      { call: high },
      { call: high, mode: "off" },
    ]);
    expect([blockLow?.verdict, warnHigh?.verdict, standard?.verdict, off?.verdict]).toEqual(["allow", "allow", "allow", "allow"]);
    for (const each of [blockLow, warnHigh, standard]) expect(each?.reason).toContain("first");
    expect(off?.reason).toBe("");
  });

  it("MB-44 a bank that was only begun asks for no file that does not exist; one that is there is asked for", () => {
    const call = { tool: "edit", path: "package.json" };
    const [begun, older] = check([
      { call, mode: "block", files: ["memory-bank/MEMORY.md", "package.json"] },
      { call, mode: "block", files: ["memory-bank/MEMORY.md", "memory-bank/patterns.md", "package.json"] },
    ]);
    expect(begun).toMatchObject({ verdict: "allow", reason: "" });
    expect(older).toMatchObject({ verdict: "deny", reason: expect.stringContaining("Read memory-bank/patterns.md first") as string });
  });

  it("MB-42 only patterns.md satisfies; MEMORY.md alone does not (v7.1)", () => {
    const call = { tool: "edit", path: "package.json" };
    const [memory, patterns] = check([
      { call, mode: "block", history: [{ tool: "read", path: "memory-bank/MEMORY.md" }] },
      { call, mode: "block", history: [{ tool: "shell", command: "cat memory-bank/details/patterns.md" }] },
    ]);
    expect([memory?.verdict, patterns?.verdict]).toEqual(["deny", "allow"]);
  });

  it("MB-42 the reader satisfies: by its name, as a tool of our MCP server, from a shell; another server's does not", () => {
    const call = { tool: "edit", path: "package.json" };
    const readers = [
      { tool: "memory-reader", input: {} },
      { tool: "memory_reader", input: {} },
      { tool: "mcp__codicil__memory_reader", input: {} },
      { tool: "codicil_memory_reader", input: {} },
      { tool: "shell", command: 'codicil bank read "why?"' },
    ];
    const others = [
      { tool: "mcp__other__memory_reader", input: {} },
      { tool: "shell", command: "echo codicil bank read" },
      { tool: "shell", command: "codicil bank protocol" },
    ];
    const verdicts = check([...readers, ...others].map((each) => ({ call, mode: "block", history: [each] }))).map(({ verdict }) => verdict);
    expect(verdicts).toEqual([...readers.map(() => "allow"), ...others.map(() => "deny")]);
  });

  it("MB-13 an agent may run the reader and the check of packs itself", () => {
    const commands = ['codicil bank read "why?"', "codicil bank check < pack.yaml", "codicil bank protocol", "codicil mcp"];
    expect(check(commands.map((command) => ({ call: { tool: "shell", command } }))).map(({ verdict }) => verdict)).toEqual(
      commands.map(() => "allow"),
    );
    expect(check([{ call: { tool: "shell", command: "codicil bank write x" } }])[0]?.verdict).toBe("deny");
  });

  it("MB-43 MB-45 several files in one patch, multiedit and shell writes are classified too", () => {
    const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** Update File: src/b.ts\n@@\n-a\n+b\n*** End Patch";
    const rows = [
      { call: { tool: "apply_patch", input: { patch } } },
      { call: { tool: "multiedit", input: { file_path: "src/a.ts", edits: [] } } },
      { call: { tool: "shell", command: "echo '{}' >> package.json" } },
    ];
    for (const each of check(rows.map((row) => ({ ...row, mode: "block" })))) expect(each).toMatchObject({ verdict: "deny" });
  });

  it("MB-45 sensitive paths are high risk, each kind of its own, and paths that only look like them are not", () => {
    const high = [
      "src/auth/a.ts",
      "src/security/deep/b.ts",
      "package.json",
      "web/package.json",
      "tsconfig.json",
      "web/tsconfig.json",
      "docker/Dockerfile",
      "deploy/docker/a.yml",
      "infra/main.tf",
      "deploy/infra/a.tf",
    ];
    const low = [
      "src/a.ts",
      "lib/src/auth/a.ts",
      "src/authors/a.ts",
      "package.json.md",
      "my-package.json",
      "src/mydocker/a.ts",
      "docker.md",
      "infrared/a.ts",
      "tsconfig.json.bak",
    ];
    const verdicts = check([...high, ...low].map((path) => ({ call: { tool: "edit", path }, mode: "block" }))).map(
      ({ verdict }) => verdict,
    );
    expect(verdicts).toEqual([...high.map(() => "deny"), ...low.map(() => "allow")]);
  });

  it("MB-45 one file in a patch is low risk, two are high", () => {
    const patch = (...paths: string[]) =>
      ["*** Begin Patch", ...paths.flatMap((path) => [`*** Update File: ${path}`, "@@", "-a", "+b"]), "*** End Patch"].join("\n");
    const rows = [["src/a.ts"], ["src/a.ts", "src/b.ts"], ["src/a.ts", "src/a.ts"]].map((paths) => ({
      call: { tool: "apply_patch", input: { patch: patch(...paths) } },
      mode: "block",
    }));
    expect(check(rows).map(({ verdict }) => verdict)).toEqual(["allow", "deny", "allow"]);
  });

  it("MB-47 without a memory bank nothing is gated", () => {
    const [verdict] = check([{ call: { tool: "edit", path: "package.json" }, mode: "block", files: ["package.json"] }]);
    expect(verdict).toMatchObject({ verdict: "allow", reason: "" });
  });

  it("X20 write protection of the bank holds in every mode", () => {
    for (const each of check(
      ["off", "warn", "block"].map((mode) => ({
        call: { tool: "write", path: "memory-bank/MEMORY.md", content: "x" },
        mode,
        history: [PATTERNS],
      })),
    ))
      expect(each.verdict).toBe("deny");
  });
});

describe("one context for everybody who asks", () => {
  const risky: Call = { tool: "edit", path: "package.json" };
  const several: Call = { tool: "shell", command: "touch src/b.ts src/c.ts" };
  const index: Call = { tool: "read", path: "memory-bank/MEMORY.md" };

  function worldWith(config: string) {
    const world = makeWorld();
    for (const file of ["MEMORY.md", "details/patterns.md"]) world.write(`project/memory-bank/${file}`, "## Facts\n\nnone\n");
    world.write("project/package.json", "{}");
    world.write("home/last-word/config.yaml", config);
    const verdicts = (rows: readonly object[], env: Record<string, string> = {}) =>
      world
        .run(["policy", "check", "--jsonl"], { input: rows.map((row) => JSON.stringify({ id: 1, ...row })).join("\n"), env })
        .out.trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { verdict: string }).verdict);
    const hooked = (env: Record<string, string> = {}) =>
      world.run(["hook", "claude", "PreToolUse"], {
        env,
        input: JSON.stringify({
          session_id: "s1",
          cwd: world.project,
          hook_event_name: "PreToolUse",
          tool_name: "Edit",
          tool_input: { file_path: "package.json", old_string: "{}", new_string: "{ }" },
        }),
      }).out;
    return { world, verdicts, hooked };
  }

  it("MB-46 `policy check` obeys guard_mode and MEMORY_BANK_GUARD_MODE as the hook and the library do; a row may ask for another", async () => {
    const { world, verdicts, hooked } = worldWith("guard_mode: block\n");
    expect(verdicts([{ call: risky }, { call: risky, mode: "warn" }, { call: risky, history: [PATTERNS] }])).toEqual([
      "deny",
      "allow",
      "allow",
    ]);
    expect(verdicts([{ call: risky }], { MEMORY_BANK_GUARD_MODE: "warn" })).toEqual(["allow"]);
    expect([hooked().includes('"deny"'), hooked({ MEMORY_BANK_GUARD_MODE: "warn" }).includes('"deny"')]).toEqual([true, false]);
    expect((await decide(await world.open(), { call: risky })).verdict).toBe("deny");
    expect(worldWith("guard_mode: warn\n").verdicts([{ call: risky }])).toEqual(["allow"]);
  });

  it("X18 gate.profile: v7.0 takes MEMORY.md in `policy check`, in the library and in a host; v7.1 is the default and does not", async () => {
    const rows = [{ call: risky, history: [index] }, { call: risky }];
    expect(worldWith("guard_mode: block\n").verdicts(rows)).toEqual(["deny", "deny"]);
    const { world, verdicts, hooked } = worldWith("guard_mode: block\ngate: { profile: v7.0 }\n");
    expect(verdicts(rows)).toEqual(["allow", "deny"]);
    expect((await decide(await world.open(), { call: risky, history: [index] })).verdict).toBe("allow");
    expect(hooked()).toContain("Read memory-bank/MEMORY.md first");
    world.run(["hook", "claude", "PostToolUse"], {
      input: JSON.stringify({
        session_id: "s1",
        cwd: world.project,
        hook_event_name: "PostToolUse",
        tool_name: "Read",
        tool_input: { file_path: "memory-bank/MEMORY.md" },
        tool_response: {},
      }),
    });
    expect(hooked()).toBe("");
  });

  it("X19 risk.profile: v7.1 warns about several files in one write; the seed's table refuses them", () => {
    const rows = [{ call: several }, { call: risky }];
    for (const profile of ["", "risk: { profile: v7.0 }\n", "risk: { profile: seed }\n"])
      expect(worldWith(`guard_mode: block\n${profile}`).verdicts(rows)).toEqual(["deny", "deny"]);
    expect(worldWith("guard_mode: block\nrisk: { profile: v7.1 }\n").verdicts(rows)).toEqual(["allow", "deny"]);
    const refused = worldWith("risk: { profile: v8 }\n").world.run(["status", "--json"]);
    expect(refused.json()).toMatchObject({ error: { code: "BAD_CONFIG", line: 1 } });
  });

  it('MB-44 however often it refused, the refusal names the one next step: no "stop trying", no key beside it', () => {
    const { world, hooked } = worldWith("guard_mode: block\n");
    const at = (event: string, fields: object) =>
      world.run(["hook", "claude", event], {
        input: JSON.stringify({ session_id: "s1", cwd: world.project, hook_event_name: event, ...fields }),
      });
    const first = hooked();
    expect(first).toContain("Read memory-bank/details/patterns.md first");
    expect(hooked()).toBe(first);
    at("PostToolUse", { tool_name: "Read", tool_input: { file_path: "memory-bank/details/patterns.md" }, tool_response: {} });
    expect(hooked()).toBe("");
    at("UserPromptSubmit", { prompt: "next" });
    expect(hooked()).toBe(first);
    expect(first).not.toMatch(/stop trying|codicil allow/);
    // Negative control: what no reading opens is still reminded of.
    const denied = () => at("PreToolUse", { tool_name: "Write", tool_input: { file_path: "memory-bank/MEMORY.md", content: "x" } }).out;
    expect([denied(), denied(), denied()].at(-1)).toContain("stop trying");
  });
});

describe("the state of a message", () => {
  const world = givenWorld({ project: "/home/u/proj", files: FILES });
  const profile = { reads: "v7.1" } as const;
  const done = (call: Call, ok: boolean) => ({ call, effects: analyse(call, world), ok });
  const edit: Call = { tool: "edit", path: "package.json" };
  const verdictIn = (state: typeof freshContext) => judgeContext(edit, analyse(edit, world), { state, mode: "block", profile, world }).kind;

  it("MB-41 one read satisfies its own message and not the next one (the original fell back to one key for a session)", () => {
    const read = recordCall(freshContext, done(PATTERNS, true), world, profile);
    expect(read).toMatchObject({ contextSatisfied: true });
    expect([...read.readFiles]).toEqual(["memory-bank/details/patterns.md"]);
    expect(verdictIn(read)).toBe("none");
    expect(verdictIn(nextMessage(read))).toBe("block");
  });

  it("a read that failed does not satisfy (the original counted it)", () => {
    expect(verdictIn(recordCall(freshContext, done(PATTERNS, false), world, profile))).toBe("block");
  });

  it("X18 the older profile also takes MEMORY.md", () => {
    const call: Call = { tool: "read", path: "memory-bank/MEMORY.md" };
    const state = recordCall(freshContext, done(call, true), world, { reads: "v7.0" });
    expect(judgeContext(edit, analyse(edit, world), { state, mode: "block", profile: { reads: "v7.0" }, world }).kind).toBe("none");
  });

  it("MB-44 after a compaction risky writes wait until the anchors were read again", () => {
    const again = recordCall(afterCompaction(), done(PATTERNS, true), world, profile);
    expect(verdictIn(again)).toBe("block");
    const anchored = recordCall(again, done({ tool: "read", path: "memory-bank/MEMORY.md" }, true), world, profile);
    expect(verdictIn(anchored)).toBe("none");
  });

  it("MB-44 the anchors are what the session had read of the bank; each is asked for, one at a time, also over messages", () => {
    const index: Call = { tool: "read", path: "memory-bank/MEMORY.md" };
    const before = recordCall(recordCall(freshContext, done(index, true), world, profile), done(PATTERNS, true), world, profile);
    const state = nextMessage(afterCompaction(nextMessage(before)));
    const reason = (of: typeof freshContext) =>
      (judgeContext(edit, analyse(edit, world), { state: of, mode: "block", profile, world }) as { reason?: string }).reason;
    expect(reason(state)).toContain("read memory-bank/MEMORY.md again");
    const half = nextMessage(recordCall(state, done(index, true), world, profile));
    expect(reason(half)).toContain("read memory-bank/details/patterns.md again");
    expect(reason(recordCall(half, done(PATTERNS, false), world, profile))).toContain("patterns.md again");
    expect(reason(recordCall(half, done(PATTERNS, true), world, profile))).toBeUndefined();
  });

  it("X19 after a compaction medium risk waits as well as high; low risk does not", () => {
    const several: Call = { tool: "shell", command: "touch src/b.ts src/c.ts" };
    const one: Call = { tool: "edit", path: "src/a.ts" };
    const kinds = (call: Call, risk: "seed" | "v7.1", state = afterCompaction()) =>
      judgeContext(call, analyse(call, world), { state, mode: "block", profile: { reads: "v7.1", risk }, world }).kind;
    expect([kinds(several, "seed"), kinds(several, "v7.1"), kinds(one, "v7.1")]).toEqual(["block", "block", "warn"]);
    expect([kinds(several, "seed", freshContext), kinds(several, "v7.1", freshContext)]).toEqual(["block", "warn"]);
  });
});

describe("the verdict of a message", () => {
  const project = "/home/u/proj";
  const profile = { reads: "v7.1" } as const;
  const judged = (
    call: Call,
    { files = FILES, mode = "block" as "off" | "warn" | "block", reads = profile.reads as "v7.0" | "v7.1", state = freshContext } = {},
  ) => {
    const world = givenWorld({ project, files });
    return judgeContext(call, analyse(call, world), { state, mode, profile: { reads }, world });
  };
  const edit: Call = { tool: "edit", path: "package.json" };

  it("MB-46 MB-47 off says nothing, warn warns, block blocks; without a bank nothing is said", () => {
    expect(judged(edit, { mode: "off" })).toEqual({ kind: "none" });
    expect(judged(edit, { mode: "warn" })).toMatchObject({ kind: "warn", reason: expect.stringContaining("first") as string });
    expect(judged(edit)).toMatchObject({ kind: "block" });
    expect(judged({ tool: "edit", path: "src/a.ts" })).toMatchObject({ kind: "warn" });
    expect(judged(edit, { files: ["package.json"] })).toEqual({ kind: "none" });
  });

  it.each([
    [{}, "memory-bank/details/patterns.md"],
    [{ reads: "v7.0" }, "memory-bank/MEMORY.md"],
    [{ files: ["memory-bank/MEMORY.md", "memory-bank/patterns.md"] }, "memory-bank/patterns.md"],
    [{ files: ["memory-bank/patterns.md", "memory-bank/details/patterns.md"] }, "memory-bank/details/patterns.md"],
  ] as const)("MB-44 the single next step, %j: read %s", (options, step) => {
    expect(judged(edit, options as never)).toEqual({
      kind: "block",
      reason: `Read ${step} first: it has the decisions that this change must fit.`,
    });
  });

  it.each([
    ["mv package.json old.json", "block"],
    ["rm tsconfig.json", "block"],
    ["touch infra/new.tf", "block"],
    ["echo x >> package.json", "block"],
    ["cp src/a.ts docker/a.ts", "block"],
    ["cat package.json", "none"],
    ["ls infra", "none"],
    ["touch /tmp/infra/x", "none"],
    ["touch memory-bank/infra/x", "none"],
  ])("MB-43 %s: %s", (command, kind) => {
    expect(judged({ tool: "shell", command }, { files: [...FILES, "tsconfig.json", "infra/main.tf"] }).kind).toBe(kind);
  });

  it("MB-42 a glob in the bank is noted; a call that reads nothing of the bank leaves the state as it is", () => {
    const world = givenWorld({ project, files: FILES });
    const record = (call: Call, state = freshContext) =>
      recordCall(state, { call, effects: analyse(call, world), ok: true }, world, profile);
    expect(record({ tool: "read", path: "src/a.ts" })).toBe(freshContext);
    // A write is no read, also not of the bank.
    expect(record({ tool: "edit", path: "memory-bank/details/patterns.md" })).toBe(freshContext);
    const listed = record({ tool: "shell", command: "ls memory-bank/details" });
    expect([[...listed.readFiles], listed.contextSatisfied, [...(listed.seen ?? [])]]).toEqual([["memory-bank/details"], false, []]);
    expect(record({ tool: "shell", command: 'codicil --json bank read "why?"' }).contextSatisfied).toBe(true);
    for (const other of ["echo bank read", "git bank read", "codicil bank list", "codicil docs read", "ssh host codicil bank read"])
      expect([other, record({ tool: "shell", command: other }).contextSatisfied]).toEqual([other, false]);
    // One of several files is enough.
    const several = "cat memory-bank/MEMORY.md memory-bank/details/patterns.md";
    expect(record({ tool: "shell", command: several }).contextSatisfied).toBe(true);
    expect(record(PATTERNS)).toEqual({
      readFiles: new Set(["memory-bank/details/patterns.md"]),
      contextSatisfied: true,
      recovering: false,
      seen: new Set(["memory-bank/details/patterns.md"]),
    });
  });

  it("MB-44 after a compaction: with nothing read the index is owed, an anchor that is gone is not, the reader settles all", () => {
    const world = givenWorld({ project, files: FILES });
    expect(afterCompaction()).toEqual({ readFiles: new Set(), contextSatisfied: false, recovering: true });
    expect(afterCompaction({ ...freshContext, seen: new Set() })).toEqual(afterCompaction());
    const gone = afterCompaction({ ...freshContext, seen: new Set(["memory-bank/details/old.md", "memory-bank/details/patterns.md"]) });
    expect(judged(edit, { state: gone })).toMatchObject({
      reason: expect.stringContaining("read memory-bank/details/patterns.md again") as string,
    });
    const read = recordCall(gone, { call: PATTERNS, effects: analyse(PATTERNS, world), ok: true }, world, profile);
    expect([read.recovering, read.owed]).toEqual([false, undefined]);
    const reader: Call = { tool: "memory-reader", input: {} };
    expect(recordCall(gone, { call: reader, effects: analyse(reader, world), ok: true }, world, profile)).toMatchObject({
      recovering: false,
      contextSatisfied: true,
      owed: new Set(),
    });
    expect(nextMessage(gone)).toEqual({ ...gone, readFiles: new Set() });
    expect(nextMessage(freshContext)).toEqual(freshContext);
  });
});

describe("the state of a session, from its log", () => {
  const say = (text: string) => ({ type: "user_message", message: { role: "user", content: [{ type: "text", text }] } });
  const call = (id: string, path: string) => ({
    type: "assistant_message",
    message: { role: "assistant", content: [{ type: "tool_call", toolCallId: id, toolName: "read", args: { path } }] },
  });
  const result = (id: string, isError = false) => ({
    type: "tool_result",
    message: {
      role: "tool_result",
      content: [{ type: "tool_result", toolCallId: id, toolName: "read", result: { content: [{ type: "text", text: "x" }] }, isError }],
    },
  });
  const reading = (id: string, file: string) => [call(id, `memory-bank/${file}`), result(id)];

  it("MB-40 MB-41 MB-44 a compact event in the session's log makes risky writes wait; reading the anchors again lets them pass", async () => {
    const world = makeWorld();
    for (const file of ["MEMORY.md", "details/patterns.md"]) world.write(`project/memory-bank/${file}`, "## Facts\n\nnone\n");
    const mind = await world.open();
    const { header } = await startSession(mind);
    const id = header.sessionId;
    const verdict = async () => {
      const { verdict: kind, reason } = await decide(mind, {
        call: { tool: "write", path: "package.json", content: "{}" },
        sessionId: id,
        mode: "block",
      });
      return [kind, /(?:read|Read) (\S+)/.exec(reason)?.[1]];
    };
    await append(mind, id, [say("go on")]);
    expect(await verdict()).toEqual(["deny", "memory-bank/details/patterns.md"]);
    await append(mind, id, [...reading("1", "MEMORY.md"), ...reading("2", "details/patterns.md")]);
    expect((await verdict())[0]).toBe("allow");
    await append(mind, id, [{ type: "compact", summary: "They read the bank." }]);
    expect(await verdict()).toEqual(["deny", "memory-bank/MEMORY.md"]);
    await append(mind, id, [say("and now"), ...reading("3", "MEMORY.md")]);
    expect(await verdict()).toEqual(["deny", "memory-bank/details/patterns.md"]);
    await append(mind, id, [call("4", "memory-bank/details/patterns.md"), result("4", true)]);
    expect((await verdict())[0]).toBe("deny");
    await append(mind, id, reading("5", "details/patterns.md"));
    expect((await verdict())[0]).toBe("allow");
  });
});
