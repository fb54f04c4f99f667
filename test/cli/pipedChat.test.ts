import { expect, it } from "vitest";
import { makeWorld } from "../kit.ts";
import { type Piece, startScriptedModel } from "../runtime/scriptedModel.ts";

it("a chat on a pipe answers one message a line, passes over blank ones, and ends with the account", () => {
  const ran = makeWorld().run(["chat", "--model", "offline", "--json"], { input: "hello\n\n   \n记住这个：我喜欢绿茶" });
  const rows = ran.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { answer?: string; receipts?: unknown[]; ended?: { account: { lost: number } } });
  expect(rows).toHaveLength(3);
  expect(rows[1]?.answer).toContain("已记录到今日日志");
  expect(rows[1]?.receipts).toHaveLength(2);
  expect(rows[2]?.ended?.account.lost).toBe(0);
  expect(ran.code).toBe(0);
});

it.each([
  ["a server error", { status: 400 }, 1],
  ["a key that is not accepted", { status: 401 }, 3],
] as const)("a script sees from the exit code that %s left a message without an answer", async (_what, failure, code) => {
  const server = await startScriptedModel(
    [failure as Piece],
    [{ text: "Good day." }],
    [{ text: "A digest." }],
    [{ text: "Hello." }],
    [{ text: "Another." }],
  );
  try {
    const env = { CODICIL_MODEL_URL: server.url("chat") };
    const chat = (input: string) => makeWorld().runAsync(["chat", "--model", "compatible/m"], { input, env });
    const ran = await chat("hello\nhello again\n");
    // The other messages are answered, and the session ends as it should.
    expect([ran.code, ran.out]).toEqual([code, expect.stringContaining("Good day.")]);
    expect(ran.out).toContain("0 lost");
    expect((await chat("hello\n")).code).toBe(0);
  } finally {
    await server.close();
  }
});
