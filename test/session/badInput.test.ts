import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../src/base/index.ts";
import { buildContext, loadSession, readSession, showSession, verifySession } from "../../src/session/index.ts";
import { openFiles } from "../../src/store/index.ts";
import { systemRandom } from "../../src/mind/machine.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { agent, append, context, fileOf, furnished, linesOf, start, user, wordsOf } from "./rig.ts";

const HEADER = { version: 1, sessionId: "s", deviceId: "d", createdAt: 0, meta: {} };
const event = (id: string, seq: number, more: object = {}) => ({
  id,
  parentId: seq === 1 ? null : `e${seq - 1}`,
  seq,
  sessionId: "s",
  clientId: "c",
  ts: 0,
  ...user(`words ${id}`),
  ...more,
});
const goodLines = () => [HEADER, event("e1", 1), event("e2", 2), event("e3", 3)].map((line) => JSON.stringify(line));

/** The cuts at which a reader does not answer with exactly the whole lines before the cut. */
async function cutsThatDiffer(read: (bytes: Buffer) => Promise<{ events: number; torn: boolean }>): Promise<number[]> {
  const bytes = Buffer.from(`${[...goodLines(), JSON.stringify(event("e4", 4, user("日本語 😀")))].join("\n")}\n`);
  const wrong: number[] = [];
  for (let cut = 0; cut <= bytes.length; cut++) {
    const whole = bytes.subarray(0, cut).filter((byte) => byte === 10).length;
    try {
      const answer = await read(bytes.subarray(0, cut));
      if (whole === 0 || answer.events !== whole - 1 || answer.torn !== (bytes[cut - 1] !== 10)) wrong.push(cut);
    } catch (error) {
      // Without a whole header there is no session; with one there always is.
      if (whole > 0 || (error as AppError).code !== (cut === 0 ? "NOT_FOUND" : "DAMAGED")) wrong.push(cut);
    }
  }
  return wrong;
}

describe("a damaged session", () => {
  const cases: [what: string, change: (lines: string[]) => void, code: string, line: number, words: string[]][] = [
    ["a broken line in the middle", (lines) => void (lines[2] = '{"id":"e2"'), "BAD_JSON", 3, ["words e3"]],
    ["a duplicate id", (lines) => void lines.push(JSON.stringify(event("e3", 4))), "BAD_EVENT", 5, ["words e1", "words e2", "words e3"]],
    ["a missing parent", (lines) => void (lines[3] = JSON.stringify(event("e3", 3, { parentId: "gone" }))), "BAD_EVENT", 4, ["words e3"]],
    [
      "a falling seq",
      (lines) => void (lines[3] = JSON.stringify(event("e3", 1, { parentId: "e2" }))),
      "BAD_EVENT",
      4,
      ["words e1", "words e2", "words e3"],
    ],
    [
      "another session's event",
      (lines) => void lines.push(JSON.stringify(event("e4", 4, { sessionId: "other" }))),
      "BAD_EVENT",
      5,
      ["words e1", "words e2", "words e3"],
    ],
    [
      "an event of ours with a wrong field",
      (lines) => void lines.push(JSON.stringify(event("e4", 4, { message: { role: "user", content: "text" } }))),
      "BAD_EVENT",
      5,
      ["words e1", "words e2", "words e3"],
    ],
    [
      "a harness item of an invalid kind",
      (lines) =>
        void lines.push(
          JSON.stringify({
            ...event("e4", 4),
            type: "harness_item",
            item: { kind: "hack", origin: "user", content: "x", visibility: "display" },
          }),
        ),
      "BAD_EVENT",
      5,
      ["words e1", "words e2", "words e3"],
    ],
    ["a line that is no object", (lines) => void lines.push("[]"), "BAD_EVENT", 5, ["words e1", "words e2", "words e3"]],
    [
      "a parent that comes later",
      (lines) => void (lines[1] = JSON.stringify(event("e1", 1, { parentId: "e3" }))),
      "BAD_EVENT",
      2,
      ["words e1", "words e2", "words e3"],
    ],
  ];

  it.each(cases)("%s is reported with code and line; what is whole stays usable; nothing is rewritten", (_, change, code, line, words) => {
    const world = makeWorld();
    const lines = goodLines();
    change(lines);
    const file = world.write(fileOf("s"), `${lines.join("\n")}\n`);
    const before = readFileSync(file, "utf8");
    expect(world.run(["session", "verify", "s", "--json"]).json<{ problems: object[] }>().problems[0]).toMatchObject({ code, line });
    const ran = world.run(["session", "context", "s", "--json"]);
    expect(ran.code).toBe(1);
    expect(ran.err).toContain(`${code} `);
    expect(ran.err).toContain(`s.jsonl:${line}`);
    expect(ran.json<{ messages: never[] }>().messages.map(wordsOf)).toEqual(words);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("negative control: a session without damage has no problems", () => {
    expect(readSession({ lines: goodLines(), torn: null, file: "s" }).problems).toEqual([]);
  });

  it("whatever is behind the header, reading ends, counts each line once, and never throws", () => {
    const id = fc.constantFrom("a", "b", "c", "d");
    const field = fc.oneof(id, fc.constantFrom(null, 1, "s", "user_message", "harness_item", "compact", "context_control", "nonsense"));
    const likely = fc.record({
      id,
      parentId: fc.option(id),
      seq: fc.nat(9),
      sessionId: fc.constantFrom("s", "s", "t"),
      clientId: fc.constant("c"),
      ts: fc.constant(0),
      type: fc.constantFrom("user_message", "compact", "context_control", "hologram"),
      message: fc.constant(user("x").message),
      summary: fc.constant("x"),
      operation: fc.constantFrom("select_leaf", "other"),
      leafId: id,
    });
    const line = fc.oneof(
      likely.map((each) => JSON.stringify(each)),
      fc.dictionary(fc.constantFrom("id", "parentId", "seq", "sessionId", "type"), field).map((each) => JSON.stringify(each)),
      fc.string(),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const session = readSession({ lines: [JSON.stringify(HEADER), ...lines], torn: null, file: "s" });
        const bad = new Set(
          session.problems.filter(({ message }) => !/^seq falls|^its parent/.test(message)).map(({ line: number }) => number),
        );
        expect(session.events.length + bad.size).toBe(lines.length);
        buildContext(session);
        verifySession(session);
        showSession(session, { diagnostics: true });
      }),
      { numRuns: 300 },
    );
  });

  it("a header of a newer version, a broken one and none are refused by code, and hide no other session", () => {
    const world = makeWorld();
    const fine = start(world);
    world.write(fileOf("newer"), `${JSON.stringify({ ...HEADER, version: 2, sessionId: "newer" })}\n`);
    world.write(fileOf("broken"), "{\n");
    world.write(fileOf("torn"), '{"version":1,"sess');
    world.write(fileOf("renamed"), `${JSON.stringify(HEADER)}\n`);
    expect(
      ["newer", "broken", "torn", "renamed", "absent", "../x", ""].map(
        (id) => world.run(["session", "context", id, "--json"]).json<{ error: { code: string } }>().error.code,
      ),
    ).toEqual(["UNKNOWN_VERSION", "DAMAGED", "DAMAGED", "DAMAGED", "NOT_FOUND", "BAD_INPUT", "BAD_INPUT"]);
    const list = world.run(["session", "list", "--json"]);
    expect(list.code).toBe(1);
    expect(list.json<{ id: string }[]>().map(({ id }) => id)).toEqual([fine]);
  });

  it("a file of two gigabytes is read in parts: what is whole stays usable, the rest is reported, and nothing is rewritten", () => {
    const world = makeWorld();
    const file = world.write(fileOf("s"), `${goodLines().join("\n")}\n`);
    truncateSync(file, 2 * 1024 ** 3);
    const ran = world.run(["session", "context", "s", "--json"]);
    expect([ran.code, ran.json<{ messages: never[] }>().messages.map(wordsOf)]).toEqual([0, ["words e1", "words e2", "words e3"]]);
    expect(ran.err).toContain("s.jsonl:5: the last line was never finished");
    // To append, what was never finished would have to be kept aside first, and that is too much of it.
    expect(append(world, "s", user("next")).json()).toMatchObject({ error: { code: "TOO_LARGE" } });
    expect(statSync(file).size).toBe(2 * 1024 ** 3);
  });

  it("cut at every byte, the reader returns exactly the whole lines before the cut", async () => {
    const world = makeWorld();
    const store = openFiles({ home: world.home, state: world.state, project: null, random: systemRandom });
    mkdirSync(join(world.state, "sessions"), { recursive: true });
    const file = join(world.root, fileOf("s"));
    const wrong = await cutsThatDiffer(async (bytes) => {
      writeFileSync(file, bytes);
      const session = await loadSession(store, "s");
      expect(buildContext(session).messages.length).toBe(session.events.length);
      return { events: session.events.length, torn: session.torn };
    });
    expect(wrong).toEqual([]);
    await store.close();
  });

  it("negative control: a reader that takes an unfinished line for a line is caught", async () => {
    const wrong = await cutsThatDiffer(async (bytes) => {
      const lines = bytes
        .toString("utf8")
        .split("\n")
        .filter((line) => line !== "");
      return { events: readSession({ lines, torn: null, file: "s" }).events.length, torn: false };
    });
    expect(wrong.length).toBeGreaterThan(0);
  });

  it("a session that is read while others write to it is whole at every moment", async () => {
    const world = makeWorld();
    const id = start(world);
    const store = openFiles({ home: world.home, state: world.state, project: null, random: systemRandom });
    const state = { writing: true };
    const writers = Promise.all(
      [1, 2, 3].map((each) =>
        world.runAsync(["session", "append", id, "--jsonl"], {
          input: Array.from({ length: 40 }, (_, n) => `${JSON.stringify(user(`${each} ${n} ${"y".repeat(3000)}`))}\n`).join(""),
          env: { CODICIL_LOCK: "20,200,40" },
        }),
      ),
    ).then((ran) => ((state.writing = false), ran));
    let most = 0;
    while (state.writing) {
      const session = await loadSession(store, id);
      expect(session.problems.length).toBe(session.torn ? 1 : 0);
      expect(session.events.length).toBeGreaterThanOrEqual(most);
      most = session.events.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await writers).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await loadSession(store, id)).events.length).toBe(121);
    await store.close();
  });

  it("a torn tail is reported, does not make the answer an error, and the next append is on a line of its own", () => {
    const world = makeWorld();
    const id = start(world);
    append(world, id, user("whole"));
    world.write(fileOf(id), `${world.read(fileOf(id))}{"id":"half`);
    const ran = world.run(["session", "context", id, "--json"]);
    expect([ran.code, ran.err.includes("never finished")]).toEqual([0, true]);
    expect(append(world, id, agent("next")).code).toBe(0);
    expect(context(world, id).messages.map(wordsOf)).toEqual(["whole", "next"]);
    expect(linesOf(world, id).length).toBe(4);
  });
});

describe("appending", () => {
  it("bad events are refused with their line, all or none", () => {
    const world = makeWorld();
    const id = start(world);
    append(world, id, user("one"));
    const first = linesOf(world, id)[2]?.["id"] as string;
    const before = world.read(fileOf(id));
    const wrong: object[] = [
      {},
      { type: 7 },
      { type: "message", message: {} },
      { type: "user_message" },
      { ...user("x"), id: first },
      { ...user("x"), id: "has space" },
      { ...user("x"), seq: 1 },
      { ...user("x"), sessionId: "other" },
      { ...user("x"), parentId: "nobody" },
      { ...user("x"), parentId: linesOf(world, id)[1]?.["id"] },
      { ...user("x"), ts: "now" },
      { type: "session_title_updated", title: "x", parentId: first },
      { type: "user_message", message: { role: "user", content: [{ type: "text" }] } },
      { type: "queue_update", queue: "other", operation: "rewrite", items: [] },
    ];
    const codes = wrong.map((each) => {
      const ran = append(world, id, user("fine"), each);
      return [ran.code, ran.json<{ error: { code: string; line: number } }>().error];
    });
    for (const [code, error] of codes) expect([code, error]).toMatchObject([3, { code: "BAD_EVENT", line: 2 }]);
    expect(world.run(["session", "append", id, "--jsonl", "--json"], { input: "{\n" }).json()).toMatchObject({
      error: { code: "BAD_JSON", line: 1 },
    });
    expect(world.run(["session", "append", id]).code).toBe(3);
    expect(world.read(fileOf(id))).toBe(before);
  });

  it("secrets are redacted before they are written, in texts, in named arguments and when known from the environment", () => {
    const world = makeWorld();
    const id = start(world);
    const secrets = ["ghp_aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5", "Tr0ub4dor&3xyz", "zanzibar-quartz-9917"];
    const events = [
      user(`use ${secrets[0]}`),
      {
        type: "assistant_message",
        message: {
          role: "assistant",
          content: [
            {
              type: "tool_call",
              toolCallId: "c1",
              toolName: "http",
              args: { password: secrets[1], nested: [{ note: `x ${secrets[2]}` }] },
            },
          ],
        },
      },
    ];
    const ran = world.run(["session", "append", id, "--jsonl", "--json"], {
      input: events.map((each) => `${JSON.stringify(each)}\n`).join(""),
      env: { DEPLOY_TOKEN: secrets[2] as string },
    });
    expect(ran.code).toBe(0);
    const text = world.read(fileOf(id));
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain("[redacted:");
    expect(world.run(["session", "verify", id]).code).toBe(0);
  });

  it("several processes append to one session: no line is lost or mixed, seq rises, every batch lies together", async () => {
    const world = makeWorld();
    const id = start(world);
    const batches = Array.from({ length: 6 }, (_, process) =>
      Array.from({ length: 5 }, (_each, index) => user(`p${process} n${index} ${"x".repeat(2000)}`)),
    );
    const ran = await Promise.all(
      batches.map((batch) =>
        world.runAsync(["session", "append", id, "--jsonl"], {
          input: batch.map((each) => `${JSON.stringify(each)}\n`).join(""),
          env: { CODICIL_LOCK: "20,200,40" },
        }),
      ),
    );
    expect(ran.map(({ code }) => code)).toEqual(batches.map(() => 0));
    const lines = linesOf(world, id);
    expect(lines.length).toBe(2 + 30);
    expect(lines.slice(1).map(({ seq }) => seq)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
    const order = lines.slice(2).map(({ message }) => wordsOf(message as never).split(" ")[0]);
    for (let at = 0; at < order.length; at += 5) expect(new Set(order.slice(at, at + 5)).size).toBe(1);
    expect(context(world, id).messages.length).toBe(30);
  });

  it("branch --at wants an event of the conversation", () => {
    const world = furnished();
    const id = start(world);
    append(world, id, user("one"));
    expect(world.run(["session", "branch", id]).code).toBe(3);
    expect(world.run(["session", "branch", id, "--at", "nobody", "--json"]).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
    expect(world.run(["session", "branch", id, "--at", linesOf(world, id)[1]?.["id"] as string, "--json"]).json()).toMatchObject({
      error: { code: "BAD_INPUT" },
    });
  });
});
