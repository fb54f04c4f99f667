import { appendToSession, asOwner, forget, startSession } from "codicil";
import { listSessions } from "codicil/sessions";
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

async function sessionsIn(world: World, count: number): Promise<string[]> {
  const mind = await world.open();
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    const { header } = await startSession(mind);
    await appendToSession(mind, header.sessionId, [{ type: "session_title_updated", title: `question ${number} about the harbour` }]);
    ids.push(header.sessionId);
  }
  return ids;
}

describe("a list of sessions", () => {
  it("is noted beside the logs, and a note counts only while its log is the same (SC-35)", async () => {
    const world = makeWorld();
    const [first = ""] = await sessionsIn(world, 25);
    const notes = join(world.state, "index/sessions.json");
    expect((await listSessions(await world.open())).sessions).toHaveLength(25);
    expect(existsSync(notes)).toBe(true);
    // The note is believed as long as nothing was written...
    writeFileSync(notes, readFileSync(notes, "utf8").replaceAll("about the harbour", "as noted"));
    const noted = await listSessions(await world.open());
    expect(noted.sessions.map(({ title }) => title).filter((title) => title?.endsWith("as noted") !== true)).toEqual([]);
    // ...and no longer.
    const mind = await world.open();
    await appendToSession(mind, first, [{ type: "user_message", message: { role: "user", content: [{ type: "text", text: "more" }] } }]);
    const titles = (await listSessions(await world.open())).sessions.filter(({ title }) => title?.endsWith("harbour"));
    expect(titles.map(({ id }) => id)).toEqual([first]);
  });

  it("is the same without the notes, or with damaged ones", async () => {
    const world = makeWorld();
    await sessionsIn(world, 25);
    const before = await listSessions(await world.open());
    const notes = join(world.state, "index/sessions.json");
    writeFileSync(notes, '{"v":1,"notes":[["x');
    expect(await listSessions(await world.open())).toEqual(before);
    rmSync(notes);
    expect(await listSessions(await world.open())).toEqual(before);
  });

  it("keeps nothing of a text that was forgotten", async () => {
    const world = makeWorld();
    await sessionsIn(world, 25);
    const mind = await world.open();
    await listSessions(mind);
    await forget(mind, "question 7 about the harbour", { person: asOwner() });
    expect(readFileSync(join(world.state, "index/sessions.json"), "utf8")).not.toContain("question 7 about");
    expect((await listSessions(mind)).sessions.some(({ title }) => title?.includes("question 7 "))).toBe(false);
  });

  it("notes when each session began, also of those that it does not show: the next part opens none of them", async () => {
    const world = makeWorld();
    await sessionsIn(world, 25);
    const [newest] = (await listSessions(await world.open())).sessions;
    rmSync(join(world.state, "index/sessions.json"));
    expect((await listSessions(await world.open(), { from: 10, limit: 2 })).sessions).toHaveLength(2);
    // Nobody can read this one's beginning any more: only the note knows its place.
    writeFileSync(join(world.state, `sessions/${newest?.id}.jsonl`), "no header\n");
    expect((await listSessions(await world.open(), { limit: 1 })).problems.map(({ id }) => id)).toEqual([newest?.id]);
    rmSync(join(world.state, "index/sessions.json"));
    expect((await listSessions(await world.open(), { limit: 1 })).problems).toEqual([]);
  });

  it("since a time opens only what was written to since", async () => {
    const world = makeWorld();
    const [first = "", second = ""] = await sessionsIn(world, 2);
    const file = join(world.state, `sessions/${first}.jsonl`);
    writeFileSync(file, "no header\n");
    utimesSync(file, 1000, 1000);
    const since = await listSessions(await world.open(), { since: Date.now() - 3_600_000 });
    expect([since.sessions.map(({ id }) => id), since.problems]).toEqual([[second], []]);
    expect((await listSessions(await world.open(), { since: 0 })).problems.map(({ id }) => id)).toEqual([first]);
  });

  it("shows the newest fifty on a terminal, as many as you say, and all of them to programs", async () => {
    const world = makeWorld();
    const [id = ""] = await sessionsIn(world, 1);
    const file = (name: string) => join(world.state, `sessions/${name}.jsonl`);
    const text = readFileSync(file(id), "utf8");
    const created = Number(/"createdAt":(\d+)/.exec(text)?.[1]);
    for (let number = 1; number <= 54; number++) {
      const other = `session_20200101-000000-${number.toString(16).padStart(8, "0")}`;
      writeFileSync(file(other), text.replaceAll(id, other).replaceAll(String(created), String(created - number * 1000)));
    }
    const listed = (...more: string[]) => {
      const { out, err } = world.run(["session", "list", ...more]);
      return [out.split("\n").length - 1, out.startsWith(id), /(\d+) older sessions/.exec(err)?.[1]];
    };
    expect([listed(), listed("-n", "2"), listed("-n", "0")]).toEqual([
      [50, true, "5"],
      [2, true, "53"],
      [55, true, undefined],
    ]);
    expect(world.run(["session", "list", "--json"]).json<unknown[]>()).toHaveLength(55);
    expect(world.run(["session", "list", "-n", "few"]).code).toBe(3);
  });
});
