// The vault: transcripts of nine other agents become sessions that can be listed, shown, exported, verified and searched.

import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { doctor } from "../../src/doctor/index.ts";
import { verify } from "../../src/activity/sessions.ts";
import { hasTerminal, makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { byCommand, FIXTURES, HOSTS, IDS, importing, makeDatabase, placed, rowsOf, transcriptOf, turns } from "./rig.ts";

const DAY = 24 * 3600 * 1000;

function originals(world: World, host: string): string[] {
  return world.names(`state/vault/${host}`);
}

describe("what each host wrote is mapped", () => {
  test.each(HOSTS)("%s: the person's words, the answers, the calls and which of them failed", async (host) => {
    const world = makeWorld();
    const { ran, report } = byCommand(world, host, placed(world, host));
    expect(ran.code, ran.err).toBe(0);
    expect(report.problems).toEqual([]);
    const told = await turns(world, IDS[host]);
    const [first, second] = told.filter(({ user }) => user !== "");
    expect(first?.user).toContain("Which files are in src?");
    expect(first?.answer).toContain("src holds a.ts and b.ts; missing.txt does not exist.");
    expect(first?.calls.map(({ args, ok }) => [args["command"] ?? args["cmd"], ok])).toEqual([
      ["ls src", true],
      ["cat missing.txt", false],
    ]);
    expect(first?.calls[0]?.output).toContain("a.ts\nb.ts");
    expect(second?.user).toContain("把结果写到 notes.md，然后推送");
    expect(second?.calls.map(({ ok }) => ok)).toEqual([true, false]);
    expect(second?.calls[1]?.args["command"] ?? second?.calls[1]?.args["cmd"]).toBe("git push --force origin main");
    expect(second?.answer).toContain("notes.md is written; the push failed because there is no remote.");
  });

  test("adopted sessions are listed with their host, shown, exported, verified and found by recall, beside our own", async () => {
    const world = makeWorld();
    world.run(["session", "start"]);
    for (const host of HOSTS) await importing(world, host, placed(world, host));
    const listed = world.run(["session", "list", "--json"]).json<{ id: string; host: string; cwd: string }[]>();
    expect(new Set(listed.map(({ host }) => host))).toEqual(new Set(["codicil", ...HOSTS]));
    // Cursor's lines do not say where it ran, and its folder's name cannot be read back.
    for (const host of HOSTS)
      expect(listed.find((each) => each.id === IDS[host])).toMatchObject(host === "cursor" ? { host } : { host, cwd: "/home/ada/proj" });
    expect(world.run(["session", "list"]).out).toContain("  opencode  ");
    expect(world.run(["session", "show", IDS.gemini]).out).toContain("src holds a.ts and b.ts");
    expect(world.run(["session", "export", IDS.claude]).out).toContain("# Files in src");
    const mind = await world.open();
    for (const host of HOSTS) expect(await verify(mind, IDS[host])).toMatchObject({ ok: true, original: { host, same: true } });
    expect(world.run(["session", "verify", IDS.pi]).out).toContain("the original is the one that was adopted");
    expect(
      world
        .run(["recall", "missing.txt does not exist", "--json"])
        .json<{ text: string }[]>()
        .some(({ text }) => text.includes("missing.txt")),
    ).toBe(true);
  });

  test.each(HOSTS.filter((host) => host !== "opencode"))(
    "%s: the original is kept byte for byte under its hash, for its owner only, and the host's file is as it was",
    async (host) => {
      const world = makeWorld();
      const file = transcriptOf(placed(world, host));
      const before = { bytes: readFileSync(file), facts: statSync(file).mtimeMs };
      const { report } = await importing(world, host, file);
      const kept = join(world.state, "vault", host, report.transcripts[0]?.sha256 ?? "");
      expect(readFileSync(kept).equals(before.bytes)).toBe(true);
      expect(statSync(kept).mode & 0o777).toBe(0o600);
      expect(statSync(join(world.state, "vault", host)).mode & 0o777).toBe(0o700);
      expect({ bytes: readFileSync(file), facts: statSync(file).mtimeMs }).toEqual(before);
    },
  );

  test("tokens that a host counted come along and change no event's id: a transcript that was adopted before stays the same", async () => {
    const usageIn = (of: World) =>
      of
        .read(`state/sessions/${IDS.claude}.jsonl`)
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => JSON.parse(line) as { id: string; meta?: { usage?: { inputTokens: number; cacheReadTokens: number } } });
    const [world, plain] = [makeWorld(), makeWorld()];
    const counting = '"usage":{"input_tokens":10,"cache_read_input_tokens":32,"cache_creation_input_tokens":8,"output_tokens":5}';
    const told = (of: World, usage: string) => {
      const file = transcriptOf(placed(of, "claude"));
      writeFileSync(file, readFileSync(file, "utf8").replaceAll(/"usage":\{[^}]*\}/g, usage));
      return file;
    };
    await importing(world, "claude", told(world, counting));
    await importing(plain, "claude", told(plain, '"usage":{}'));
    const used = usageIn(world).flatMap(({ meta }) => meta?.usage ?? []);
    expect(used.length).toBeGreaterThan(1);
    expect(used[0]).toEqual({ inputTokens: 50, outputTokens: 5, cacheReadTokens: 32, cacheWriteTokens: 8 });
    expect(usageIn(plain).flatMap(({ meta }) => meta?.usage ?? [])).toEqual([]);
    expect(usageIn(world).map(({ id }) => id)).toEqual(usageIn(plain).map(({ id }) => id));
  });

  test("what a host put into the person's mouth is no message of theirs", async () => {
    const world = makeWorld();
    for (const host of HOSTS) await importing(world, host, placed(world, host));
    for (const host of HOSTS)
      for (const { user } of await turns(world, IDS[host]))
        expect(user).not.toMatch(/AGENTS\.md instructions|FROZEN-MEMORY-BLOCK|session_context|Caveat:/);
    expect(world.run(["session", "show", IDS.codex, "--all"]).out).toContain("FROZEN-MEMORY-BLOCK");
  });

  test("Claude Code: helpers are aside, a compaction is a barrier, unknown types are counted and kept in the original", async () => {
    const world = makeWorld();
    const { report } = await importing(world, "claude", placed(world, "claude"));
    expect(report.transcripts.find(({ session }) => session === IDS.claude)?.unknown).toEqual({ "quantum-note": 1 });
    const context = world.run(["session", "context", IDS.claude, "--json"]).out;
    expect(context).toContain("Ada asked which files are in src");
    expect(context).toContain("Only the push.");
    expect(context).not.toContain("There are none.");
    expect(context).not.toContain("I look.");
    expect((await turns(world, IDS.claude)).at(-1)).toMatchObject({ user: "And what is left to do?", afterCompaction: true });
    expect(world.run(["session", "show", "claude_agent-a1b2c3d4-5f0c1f6e"]).out).toContain("Two.");
    expect(
      readFileSync(
        join(world.state, "vault/claude", report.transcripts.find(({ session }) => session === IDS.claude)?.sha256 ?? ""),
        "utf8",
      ),
    ).toContain("quantum-note");
  });

  test("OpenCode: the database, its export and the files of older versions tell the same", async () => {
    const world = makeWorld();
    await importing(world, "opencode", placed(world, "opencode"));
    const exported = makeWorld();
    await importing(exported, "opencode", join(FIXTURES, "opencode/export.json"));
    const older = makeWorld();
    const document = JSON.parse(readFileSync(join(FIXTURES, "opencode/export.json"), "utf8")) as {
      info: { id: string };
      messages: { info: { id: string }; parts: { id: string }[] }[];
    };
    older.write(`hosts/oc/storage/session/global/${document.info.id}.json`, JSON.stringify(document.info));
    for (const { info, parts } of document.messages) {
      older.write(`hosts/oc/storage/message/${document.info.id}/${info.id}.json`, JSON.stringify(info));
      for (const part of parts) older.write(`hosts/oc/storage/part/${info.id}/${part.id}.json`, JSON.stringify(part));
    }
    await importing(older, "opencode", join(older.root, "hosts/oc"));
    const plain = async (of: World) =>
      (await turns(of, IDS.opencode)).map(({ user, answer, calls }) => ({
        user,
        answer,
        calls: calls.map(({ tool, args, ok, output }) => ({ tool, args, ok, output })),
      }));
    expect(await plain(exported)).toEqual(await plain(world));
    expect(await plain(older)).toEqual(await plain(world));
  });

  test("OpenCode: its folder is as it was, with nothing added, while its log is not yet in the database", async () => {
    const world = makeWorld();
    const folder = placed(world, "opencode");
    const look = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs, statSync(join(folder, name)).size]);
    const before = look();
    expect(before.map(([name]) => name)).toContain("opencode.db-wal");
    expect((await importing(world, "opencode", folder)).report.totals.new).toBe(1);
    expect(look()).toEqual(before);
  });
});

describe("importing again", () => {
  test.each(HOSTS)("%s: twice adds nothing", async (host) => {
    const world = makeWorld();
    const folder = placed(world, host);
    await importing(world, host, folder);
    const before = world.read(`state/sessions/${IDS[host]}.jsonl`);
    const { report } = await importing(world, host, folder);
    expect(report.totals).toMatchObject({ new: 0, grown: 0, events: 0 });
    // Also where only the time of the file says that something might be new.
    if (host !== "opencode") {
      utimesSync(transcriptOf(folder), new Date(), new Date());
      expect((await importing(world, host, folder)).report.totals).toMatchObject({ new: 0, grown: 0, events: 0 });
    }
    expect(world.read(`state/sessions/${IDS[host]}.jsonl`)).toBe(before);
    expect(originals(world, host)).toHaveLength(host === "claude" ? 2 : 1);
  });

  test.each(HOSTS.filter((host) => host !== "opencode"))(
    "%s: a transcript that grew is appended to, in one session, and the longer original stands for the shorter",
    async (host) => {
      const [world, whole] = [makeWorld(), makeWorld()];
      await importing(whole, host, placed(whole, host));
      const file = transcriptOf(placed(world, host));
      const lines = readFileSync(file, "utf8").trimEnd().split("\n");
      const cut = lines.findIndex((line) => line.includes("missing.txt does not exist")) + 1;
      writeFileSync(file, `${lines.slice(0, cut).join("\n")}\n`);
      expect((await importing(world, host, file)).report.totals).toMatchObject({ new: 1 });
      const short = world.read(`state/sessions/${IDS[host]}.jsonl`);
      appendFileSync(file, `${lines.slice(cut).join("\n")}\n`);
      const { report } = await importing(world, host, file);
      expect(report.totals).toMatchObject({ new: 0, grown: 1 });
      expect(world.read(`state/sessions/${IDS[host]}.jsonl`).startsWith(short)).toBe(true);
      expect(await turns(world, IDS[host])).toEqual(await turns(whole, IDS[host]));
      expect(originals(world, host)).toHaveLength(1);
      expect(await verify(await world.open(), IDS[host])).toMatchObject({ ok: true });
    },
  );

  test("a past that its host rewrote becomes a branch: both tellings stay, the new one is the active one", async () => {
    const world = makeWorld();
    const file = transcriptOf(placed(world, "codex"));
    await importing(world, "codex", file);
    const before = world.read(`state/sessions/${IDS.codex}.jsonl`);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("src holds a.ts and b.ts; missing.txt does not exist.", "Two files."));
    expect((await importing(world, "codex", file)).report.totals).toMatchObject({ grown: 1 });
    expect(world.read(`state/sessions/${IDS.codex}.jsonl`).startsWith(before)).toBe(true);
    expect((await turns(world, IDS.codex))[0]?.answer).toBe("Two files.");
    expect(originals(world, "codex")).toHaveLength(2);
    expect(world.run(["session", "verify", IDS.codex, "--json"]).json()).toMatchObject({ ok: true, problems: [] });
  });

  test("OpenCode: a session that went on is appended to", async () => {
    const world = makeWorld();
    const rows = rowsOf();
    const folder = join(world.root, "hosts/oc");
    const isLater = ({ row }: (typeof rows)[number]) => Number(row["time_created"]) >= 1794722986858;
    makeDatabase(
      folder,
      rows
        .filter((each) => each.table === "session" || !isLater(each))
        .map((each) => (each.table === "session" ? { ...each, row: { ...each.row, time_updated: 1794722985430 } } : each)),
    );
    expect((await importing(world, "opencode", folder)).report.totals).toMatchObject({ new: 1 });
    const short = world.read(`state/sessions/${IDS.opencode}.jsonl`);
    rmSync(folder, { recursive: true });
    rmSync(`${folder}-work`, { recursive: true });
    makeDatabase(folder, rows);
    expect((await importing(world, "opencode", folder)).report.totals).toMatchObject({ grown: 1 });
    expect(world.read(`state/sessions/${IDS.opencode}.jsonl`).startsWith(short)).toBe(true);
    expect(await turns(world, IDS.opencode)).toHaveLength(2);
  });
});

describe("what its host is about to delete", async () => {
  test("Claude Code deletes after 30 days, or after what its settings say; the report names the day", async () => {
    const world = makeWorld();
    const folder = placed(world, "claude");
    const at = new Date(Date.now() - 25 * DAY);
    utimesSync(transcriptOf(folder), at, at);
    const { report } = await importing(world, "claude", folder);
    expect(report).toMatchObject({ keepsDays: 30, totals: { leaving: 1 } });
    expect(report.transcripts.find(({ session }) => session === IDS.claude)?.deletedOn).toBe(
      new Date(Math.floor(at.getTime()) + 30 * DAY).toISOString().slice(0, 10),
    );
    expect(world.run(["session", "import", "claude", folder]).out).toContain("may delete 1 of them within a week");
    world.write("person/.claude/settings.json", JSON.stringify({ cleanupPeriodDays: 3650 }));
    expect((await importing(world, "claude", folder)).report).toMatchObject({ keepsDays: 3650, totals: { leaving: 0 } });
  });

  test("Gemini CLI by its retention; Codex, OpenCode and pi delete nothing", async () => {
    const world = makeWorld();
    const folder = placed(world, "gemini");
    expect((await importing(world, "gemini", folder)).report.keepsDays).toBe(30);
    world.write("person/.gemini/settings.json", JSON.stringify({ general: { sessionRetention: { enabled: true, maxAge: "2w" } } }));
    expect((await importing(world, "gemini", folder)).report.keepsDays).toBe(14);
    world.write("person/.gemini/settings.json", JSON.stringify({ general: { sessionRetention: { enabled: false } } }));
    expect((await importing(world, "gemini", folder)).report.keepsDays).toBeNull();
    for (const host of ["codex", "opencode", "pi"] as const)
      expect((await importing(world, host, placed(world, host))).report.keepsDays).toBeNull();
  });
});

describe("secrets and forgetting", () => {
  const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  const leak = (file: string) =>
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(
        '{\\"cmd\\":\\"ls src\\"}',
        `{\\"cmd\\":\\"curl -H 'Authorization: token ${SECRET}' https://api.example.com\\"}`,
      ),
    );

  test("a secret is marked in our events and is verbatim only in the original; the report says so", async () => {
    const world = makeWorld();
    const file = transcriptOf(placed(world, "codex"));
    leak(file);
    const { report } = await importing(world, "codex", file);
    expect(report.transcripts[0]?.secrets).toBe(1);
    expect(world.read(`state/sessions/${IDS.codex}.jsonl`)).not.toContain(SECRET);
    expect(world.read(`state/sessions/${IDS.codex}.jsonl`)).toContain("[redacted:");
    expect(world.read(`state/vault/codex/${report.transcripts[0]?.sha256}`)).toContain(SECRET);
  });

  test.runIf(hasTerminal)(
    "forget --everywhere takes the text out of originals and events; the session is not read again, because its host still has it",
    async () => {
      const world = makeWorld();
      const file = transcriptOf(placed(world, "codex"));
      leak(file);
      await importing(world, "codex", file);
      const ran = world.onTerminal(["forget", SECRET, "--everywhere"]);
      expect(ran.out).toContain("1 original");
      expect(ran.out).toContain("still has it");
      const everything = () =>
        readdirSync(world.state, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
          .join("\n");
      expect(everything()).not.toContain(SECRET);
      expect(world.run(["session", "verify", IDS.codex, "--json"]).json()).toMatchObject({ original: { same: true } });
      appendFileSync(
        file,
        `${JSON.stringify({ timestamp: "2026-11-15T07:00:00.000Z", type: "response_item", payload: { type: "message", role: "user", content: [{ type: "input_text", text: "more" }] } })}\n`,
      );
      expect((await importing(world, "codex", file)).report).toMatchObject({ totals: { left: 1, grown: 0 } });
      expect(everything()).not.toContain(SECRET);
    },
  );

  test("doctor knows of originals with secrets, of one that others may read, and of one that is gone; the agent may not import", async () => {
    const world = makeWorld();
    const file = transcriptOf(placed(world, "codex"));
    leak(file);
    const { report } = await importing(world, "codex", file);
    const kept = join(world.state, "vault/codex", report.transcripts[0]?.sha256 ?? "");
    const findings = async () =>
      (await doctor(await world.open(), { others: false })).findings.filter((each) => each.file === kept).map(({ code }) => code);
    expect(await findings()).toEqual(["secret"]);
    chmodSync(kept, 0o644);
    expect((await findings()).sort()).toEqual(["permissions", "secret"]);
    rmSync(kept);
    expect(await findings()).toEqual(["damaged"]);
    expect(world.run(["policy", "check", "--json", "--", "codicil session import claude"]).json()).toMatchObject({ verdict: "deny" });
  });

  test("negative control: an original that was changed no longer verifies", async () => {
    const world = makeWorld();
    const { report } = await importing(world, "pi", placed(world, "pi"));
    appendFileSync(join(world.state, "vault/pi", report.transcripts[0]?.sha256 ?? ""), "{}\n");
    const verified = world.run(["session", "verify", IDS.pi, "--json"]);
    expect(verified.json()).toMatchObject({ ok: false, original: { same: false } });
    expect(verified.code).toBe(1);
  });
});

describe("bad input", () => {
  test("an empty folder, and an empty file, are no error", () => {
    const world = makeWorld();
    mkdirSync(join(world.root, "empty"));
    expect(byCommand(world, "pi", join(world.root, "empty"))).toMatchObject({ ran: { code: 0 }, report: { totals: { found: 0 } } });
    world.write("empty/a.jsonl", "");
    expect(byCommand(world, "pi", join(world.root, "empty"))).toMatchObject({ ran: { code: 0 }, report: { totals: { found: 0 } } });
  });

  test("no folder, and no such host, say so with a code", () => {
    const world = makeWorld();
    expect(world.run(["session", "import", "pi", "--json"])).toMatchObject({ code: 3 });
    expect(world.run(["session", "import", "pi", "--json"]).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
    expect(world.run(["session", "import", "emacs", "--json"]).json()).toMatchObject({ error: { code: "BAD_USAGE" } });
  });

  test("a half line at the end is no error, and counts once it is finished", async () => {
    const world = makeWorld();
    const file = transcriptOf(placed(world, "pi"));
    const size = statSync(file).size;
    const whole = readFileSync(file);
    truncateSync(file, size - 40);
    const { ran, report } = byCommand(world, "pi", file);
    expect(ran.code).toBe(0);
    expect(report.transcripts[0]).toMatchObject({ unfinished: true, brokenLines: 0, added: 12 });
    writeFileSync(file, whole);
    expect(byCommand(world, "pi", file).report.transcripts[0]).toMatchObject({ status: "grown", added: 1, unfinished: false });
    expect(originals(world, "pi")).toHaveLength(1);
  });

  test("a broken line is reported with its number, and the others count", () => {
    const world = makeWorld();
    const file = transcriptOf(placed(world, "codex"));
    const lines = readFileSync(file, "utf8").split("\n");
    lines.splice(3, 0, "{broken", "[1,2]");
    writeFileSync(file, lines.join("\n"));
    const { ran, report } = byCommand(world, "codex", file);
    expect(ran.code).toBe(0);
    expect(report.transcripts[0]).toMatchObject({ brokenLines: 2, added: 16 });
    expect(report.transcripts[0]?.broken.map(({ line }) => line)).toEqual([4, 5]);
  });

  test("cut at any byte, the lines before the cut are adopted and the rest follows later", async () => {
    const world = makeWorld();
    const file = transcriptOf(placed(world, "pi"));
    const whole = readFileSync(file);
    for (const cut of [1, 150, 700, 1500, 2600, 3400, 4800, whole.length - 1, whole.length]) {
      writeFileSync(file, whole.subarray(0, cut));
      await importing(world, "pi", file);
    }
    const clean = makeWorld();
    await importing(clean, "pi", placed(clean, "pi"));
    const events = (of: World) => of.read(`state/sessions/${IDS.pi}.jsonl`).trim().split("\n").slice(1);
    expect(events(world)).toEqual(events(clean));
  });

  test("a binary file is refused with its line, keeps nothing here, and stops no other", () => {
    const world = makeWorld();
    const folder = placed(world, "pi");
    writeFileSync(join(folder, "noise.jsonl"), Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)));
    const { ran, report } = byCommand(world, "pi", folder);
    expect(ran.code).toBe(1);
    expect(report.totals.new).toBe(1);
    expect(report.problems).toMatchObject([{ code: "BAD_INPUT", line: 1 }]);
    expect(originals(world, "pi")).toHaveLength(1);
    expect(world.names("state/sessions")).toEqual([`${IDS.pi}.jsonl`]);
  });

  test.skipIf(process.getuid?.() === 0)("an unreadable file is reported and stops no other", async () => {
    const world = makeWorld();
    const folder = placed(world, "pi");
    chmodSync(world.write("hosts/pi/closed.jsonl", "{}\n"), 0);
    const { report } = await importing(world, "pi", folder);
    expect(report.totals.new).toBe(1);
    expect(report.problems).toMatchObject([{ code: "IO" }]);
  });

  test("a link out of the folder is passed over and said; a FIFO does not block", () => {
    const world = makeWorld();
    const folder = placed(world, "pi");
    const outside = world.write("outside.jsonl", '{"type":"session","id":"x"}\n');
    symlinkSync(outside, join(folder, "link.jsonl"));
    spawnSync("mkfifo", [join(folder, "pipe.jsonl")]);
    const { ran, report } = byCommand(world, "pi", folder);
    expect(ran.code).toBe(0);
    expect(report.passed).toMatchObject([{ path: join(folder, "link.jsonl") }, { path: join(folder, "pipe.jsonl") }]);
    expect(report.totals).toMatchObject({ found: 1, new: 1 });
  });

  test("a file that is no database of OpenCode's is refused with its name", () => {
    const world = makeWorld();
    world.write("hosts/oc/opencode.db", "not a database at all, but long enough to be looked at as one".repeat(40));
    expect(world.run(["session", "import", "opencode", join(world.root, "hosts/oc"), "--json"]).json()).toMatchObject({
      error: { code: "DAMAGED", file: join(world.root, "hosts/oc/opencode.db") },
    });
    expect(world.run(["session", "import", "opencode", world.write("x.json", "{}"), "--json"]).json()).toMatchObject({
      error: { code: "BAD_INPUT" },
    });
  });

  test("a long transcript is read in parts: 24 MB of it with a heap of 64 MB", () => {
    const world = makeWorld();
    const file = transcriptOf(placed(world, "pi"));
    const filler = "x".repeat(60_000);
    for (let index = 0; index < 400; index++)
      appendFileSync(
        file,
        `${JSON.stringify({ type: "message", id: `f${index}`, parentId: index === 0 ? "4e7d7da2" : `f${index - 1}`, timestamp: "2026-11-15T06:10:00.000Z", message: { role: "user", content: `${index} ${filler}` } })}\n`,
      );
    const { ran, report } = byCommand(world, "pi", file, { env: { NODE_OPTIONS: "--max-old-space-size=64" } });
    expect(ran.code, ran.err).toBe(0);
    expect(report.transcripts[0]).toMatchObject({ status: "new", added: 413 });
  });

  test("a transcript that is being written while it is read", async () => {
    const world = makeWorld();
    const file = transcriptOf(placed(world, "codex"));
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, "");
    const running: Promise<unknown>[] = [];
    for (const line of lines) {
      appendFileSync(file, `${line.slice(0, 30)}`);
      if (running.length < 6)
        running.push(world.runAsync(["session", "import", "codex", file, "--json"], { env: { CODICIL_LOCK: "50,400,20" } }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      appendFileSync(file, `${line.slice(30)}\n`);
    }
    await Promise.all(running);
    byCommand(world, "codex", file);
    const clean = makeWorld();
    byCommand(clean, "codex", placed(clean, "codex"));
    expect(await turns(world, IDS.codex)).toEqual(await turns(clean, IDS.codex));
    expect(world.run(["session", "verify", IDS.codex]).code).toBe(0);
  });
});

describe("importing what did not change", () => {
  test("takes no lock and adds no line; a transcript that grew does both", async () => {
    const world = makeWorld();
    const folder = placed(world, "claude");
    const file = transcriptOf(folder);
    await importing(world, "claude", folder);
    const lines = () => world.read("state/decisions/vault.jsonl").trimEnd().split("\n").length;
    const first = lines();
    expect(world.names("state/locks").length).toBeGreaterThan(0);
    rmSync(join(world.state, "locks"), { recursive: true });
    mkdirSync(join(world.state, "locks"));
    const again = byCommand(world, "claude", folder);
    expect([again.ran.code, world.names("state/locks"), lines()]).toEqual([0, [], first]);
    appendFileSync(
      file,
      `${readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .at(-1)
        ?.replace(/"uuid":"[^"]*"/, '"uuid":"11111111-aaaa-4bbb-8ccc-222222222222"')}\n`,
    );
    byCommand(world, "claude", folder);
    expect([world.names("state/locks").length > 0, lines()]).toEqual([true, first + 1]);
  });
});
