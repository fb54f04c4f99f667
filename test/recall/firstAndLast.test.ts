// "When did we first …" and "the last time": among notes that answer as well, the oldest or the newest.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../kit.ts";

const DAYS = ["2026-02-03", "2026-05-11", "2026-09-20"];

describe("questions for the first and the last of something", () => {
  let world: World;
  beforeAll(() => {
    world = makeWorld({ keep: true });
    for (const day of DAYS) {
      world.write(`home/daily/${day}.md`, `## Notes\n\n- Restarted the Redis cluster in Oslo\n- 重启了奥斯陆的缓存服务器\n- Lunch\n`);
    }
  });
  afterAll(() => world.remove());

  const dayOf = (query: string) => world.run(["recall", query, "--json"]).json<{ day: string }[]>()[0]?.day;

  it.each([
    ["when did we first restart the Redis cluster", DAYS[0]],
    ["the earliest restart of the Redis cluster", DAYS[0]],
    ["when did we last restart the Redis cluster", DAYS[2]],
    ["the last time we restarted the Redis cluster", DAYS[2]],
    ["第一次重启缓存服务器是什么时候", DAYS[0]],
    ["上次重启缓存服务器是什么时候", DAYS[2]],
  ])("%s", (query, day) => expect(dayOf(query)).toBe(day));

  it("negative control: without such a word, and where first is part of a thing, the newest of equals comes first", () => {
    expect(dayOf("restart of the Redis cluster")).toBe(DAYS[2]);
    expect(dayOf("what did she do after her first restart of the Redis cluster")).toBe(DAYS[2]);
  });
});
