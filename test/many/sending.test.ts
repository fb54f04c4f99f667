// When sessions are sent, and what becomes of those that are hard to send.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendToSession, openSession, startSession } from "codicil";
import { listEverywhere } from "codicil/sessions";
import { sendLogs } from "codicil/transfer";
import { follow } from "../../src/sharing/follow.ts";
import type { World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { user } from "../session/rig.ts";
import { machines, talk } from "./rig.ts";

describe.skipIf(noPostgres !== null)(`sending${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const countOf = async (mind: string, id: string) =>
    Number(
      (await server().sql.unsafe(`select coalesce(sum(count), 0) as count from codicil_${mind}.sent where name = '${id}'`))[0]?.["count"],
    );
  const until = async (isSo: () => Promise<boolean>) => {
    for (let tries = 0; tries < 300; tries++) {
      if (await isSo()) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  };

  it("a process that stays open sends when it starts, and again when its connection is back", async () => {
    const name = freshMind();
    const [a] = (await machines(server(), name, 1)) as [World];
    const id = await talk(await a.open(), "before it started");
    const mind = await a.open();
    const following = await follow(mind);
    expect(await until(async () => (await countOf(name, id)) === 4)).toBe(true);
    await appendToSession(mind, id, [user("while nobody sent")]);
    await server().sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'codicil % listening'`;
    expect(await until(async () => (await countOf(name, id)) === 5)).toBe(true);
    await following.close();
  });

  it("the end of a chat sends its session, and so does the process that settles a host's", { timeout: 120_000 }, async () => {
    const name = freshMind();
    const [a, b] = (await machines(server(), name, 2)) as [World, World];
    const chat = a.run(["chat", "--json"], { input: "hello there\n" });
    expect(chat.code).toBe(0);
    const [session] = (await listEverywhere(await b.open())).sessions;
    expect(session?.machine).toBeTruthy();
    expect(JSON.stringify((await openSession(await b.open(), session?.id ?? "")).events)).toContain("hello there");
    const hosted = await talk(await a.open(), "said in a host");
    expect(a.run(["hook", "--settle", "end", hosted]).code).toBe(0);
    expect(await countOf(name, hosted)).toBe(4);
  });

  it("signs that no database takes, a line of megabytes and broken bytes are sent and come back; one bad session keeps no other back", async () => {
    const name = freshMind();
    const [a, b] = (await machines(server(), name, 2)) as [World, World];
    const mind = await a.open();
    const { header } = await startSession(mind);
    const id = header.sessionId;
    const strange = "a\0b \ud800 \u2028 漢字 \\u0000";
    await appendToSession(mind, id, [
      user(strange),
      user("x".repeat(3_000_000)),
      { type: "session_title_updated", title: `title ${strange}` },
    ]);
    a.write(`state/sessions/broken.jsonl`, "no header\n");
    a.write(
      `state/sessions/bytes.jsonl`,
      Buffer.concat([
        Buffer.from(readFileSync(join(a.state, "sessions", `${id}.jsonl`), "utf8").replaceAll(id, "bytes")),
        Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d, 0x0a]),
        Buffer.from('{"codicil":"batch"}\n{"type":"torn'),
      ]),
    );
    const sent = await sendLogs(await a.open());
    expect(sent.problems.map(({ name: log, error }) => [log, error.code])).toEqual([["broken", "DAMAGED"]]);
    expect([...sent.sessions].sort()).toEqual([id, "bytes"].sort());
    const there = await b.open();
    expect((await openSession(there, id)).events).toEqual((await openSession(mind, id)).events);
    expect((await openSession(there, "bytes")).count).toBe((await openSession(mind, "bytes")).count);
    expect((await listEverywhere(there)).sessions.map(({ title }) => title)).toEqual(
      Array(2).fill("title a\uFFFDb \uFFFD \u2028 漢字 \\u0000"),
    );
    // Nothing of it is sent twice, and what was never finished was not sent.
    expect((await sendLogs(await a.open())).events).toBe(0);
    expect(await countOf(name, "bytes")).toBe(7);
  });

  it("a database that takes nothing is told once, and everything is sent later", async () => {
    const name = freshMind();
    const [a] = (await machines(server(), name, 1)) as [World];
    const mind = await a.open();
    const ids = [await talk(mind, "one"), await talk(mind, "two")];
    const schema = `codicil_${name}`;
    for (const [state, code] of [
      ["53100", "DISK_FULL"],
      ["25006", "READ_ONLY"],
    ] as const) {
      await server().sql.unsafe(
        `create function ${schema}.fail() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${state}'; end $$; create trigger fail before insert on ${schema}.events execute function ${schema}.fail()`,
      );
      await expect(sendLogs(mind)).rejects.toMatchObject({ code });
      await server().sql.unsafe(`drop trigger fail on ${schema}.events; drop function ${schema}.fail()`);
    }
    expect([...(await sendLogs(mind)).sessions].sort()).toEqual(ids.sort());
  });
});
