import { expect, it } from "vitest";
import { makeWorld } from "../kit.ts";

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
