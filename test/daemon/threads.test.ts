// What takes long is read in a thread: the answer is the same, others are answered meanwhile, everybody hears how far it is, and a
// person can cancel it.

import { createHook } from "node:async_hooks";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { decide } from "../../src/mind/session/decide.ts";
import { recall } from "../../src/finding/recall.ts";
import { backtestLog } from "../../src/rules/index.ts";
import { type Daemon, startDaemon } from "./rig.ts";

interface Happening {
  readonly type: string;
  readonly data: { readonly id: string; readonly what: string; readonly done: number; readonly of: number; readonly ended?: string };
}

let daemon: Daemon;
const heard: Happening[] = [];
const waiting = new Set<() => void>();
const listening = new AbortController();

function until(wanted: (each: Happening) => boolean): Promise<Happening> {
  return new Promise((resolve) => {
    const look = () => {
      const found = heard.find(wanted);
      if (found === undefined) return;
      waiting.delete(look);
      resolve(found);
    };
    waiting.add(look);
    look();
  });
}

beforeAll(async () => {
  daemon = await startDaemon({ threads: true, before: longLog });
  const { body } = await fetch(`http://127.0.0.1:${daemon.port}/api/events`, {
    headers: { authorization: `Bearer ${daemon.user}` },
    signal: listening.signal,
  });
  void (async () => {
    let rest = "";
    for await (const chunk of (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, type, data] = /event: (.*)\ndata: (.*)/.exec(block) ?? [];
        if (type !== undefined) heard.push({ type, data: JSON.parse(data ?? "") as Happening["data"] });
      }
      for (const look of waiting) look();
    }
  })().catch((error: Error) => {
    if (error.name !== "AbortError") throw error;
  });
});
afterAll(async () => {
  listening.abort();
  await daemon.stop();
});

/** So many calls that judging them again takes a while. */
async function longLog(mind: Parameters<typeof decide>[0]): Promise<void> {
  await decide(mind, { call: { tool: "Bash", input: { command: "git push --force origin main" } }, sessionId: "host_1" });
  const file = join(mind.where.state, "decisions/verdicts.jsonl");
  const line = readFileSync(file, "utf8").trimEnd();
  const copy = (_: unknown, at: number) => line.replace(/"id":"v_[^"]*"/, `"id":"v_${at}"`).replace("origin main", `origin branch${at}`);
  writeFileSync(file, `${[line, ...Array.from({ length: 400 }, copy)].join("\n")}\n`);
  writeFileSync(join(mind.where.home, "MEMORY.md"), "# Memory\n\n## Facts\n\n- The kettle is red.\n");
}

describe("threads of the daemon", () => {
  it("of a large mind: one answers all that Home asks, and the documents' starts behind it when somebody opens the page", async () => {
    const started: number[] = [];
    const hook = createHook({ init: (id, type) => void (type === "WORKER" && started.push(id)) }).enable();
    const open = () => fetch(`http://127.0.0.1:${daemon.port}/`);
    const asked = ["/api/activity/days?days=14", "/api/costs?days=1", "/api/documents"];
    await Promise.all([open(), ...asked.map((path) => daemon.ask("GET", path))]);
    expect(started).toHaveLength(0);
    const segment = join(daemon.mind.where.state, "decisions/verdicts.000001.jsonl");
    writeFileSync(segment, "");
    try {
      await Promise.all(asked.map((path) => daemon.ask("GET", path)));
      expect(started).toHaveLength(1);
      await open();
      expect(started).toHaveLength(1);
      await vi.waitFor(() => expect(started).toHaveLength(2), 20_000);
    } finally {
      rmSync(segment);
      hook.disable();
    }
  }, 240_000);

  it("answer as the daemon itself would, refusals too", async () => {
    const found = await daemon.ask("GET", "/api/recall?q=kettle");
    expect([found.status, found.json]).toEqual([200, (await recall(daemon.mind, "kettle")).hits]);
    expect(found.json.length).toBe(1);
    const bad = await daemon.ask("GET", "/api/recall?q=kettle&scope=nowhere");
    expect([bad.status, bad.json.error.code]).toEqual([400, "BAD_INPUT"]);
    const since = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const replayed = await daemon.ask("GET", "/api/policy/backtest");
    expect([replayed.status, replayed.json]).toEqual([200, JSON.parse(JSON.stringify(await backtestLog(daemon.mind, since)))]);
    expect(replayed.json.calls).toBe(401);
    // From source, each thread reads the types out of hundreds of files.
  }, 240_000);

  it("read the documents of a large mind, as the daemon does in a small one", async () => {
    const [{ id }] = (await daemon.ask("GET", "/api/documents")).json.filter(({ key }: { key: string }) => key.endsWith("MEMORY.md"));
    const paths = ["", `/${id}`, `/${id}/history`, `/${id}/blame`, `/${id}/superseded`, `/${id}/tidy`, "/d_none"];
    const answers = () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, json, headers } = await daemon.ask("GET", `/api/documents${path}`);
          // An edit that no entry made is found anew each time, and has the time of that look.
          const timeless: unknown = JSON.parse(JSON.stringify(json).replace(/"at":"[^"]*"/g, '"at":""'));
          return { path, status, json: timeless, version: headers["etag"], total: headers["x-total"] };
        }),
      );
    const before = await answers();
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 404]);
    const segment = join(daemon.mind.where.state, "decisions/verdicts.000001.jsonl");
    writeFileSync(segment, "");
    try {
      expect(await answers()).toEqual(before);
      // What was written by another process is seen at once.
      writeFileSync(join(daemon.mind.where.home, "MEMORY.md"), "# Memory\n\n## Facts\n\n- The kettle is blue.\n");
      expect((await daemon.ask("GET", `/api/documents/${id}`)).json.text).toContain("blue");
    } finally {
      rmSync(segment);
      writeFileSync(join(daemon.mind.where.home, "MEMORY.md"), "# Memory\n\n## Facts\n\n- The kettle is red.\n");
    }
  }, 240_000);

  it("say how far they are, and a person ends them; the next question is answered", async () => {
    heard.length = 0;
    const asked = daemon.ask("GET", "/api/policy/backtest");
    const { data } = await until(({ type }) => type === "work");
    expect([data.what, data.of, data.done > 0 && data.done < data.of]).toEqual(["backtest", 401, true]);
    expect((await daemon.ask("GET", "/api/work")).json.map(({ id }: { id: string }) => id)).toEqual([data.id]);
    // Meanwhile everybody else is answered: this is still running.
    expect((await daemon.ask("GET", "/api/health")).status).toBe(200);
    const refused = await daemon.ask("POST", `/api/work/${data.id}/cancel`, { token: daemon.agent, json: {} });
    expect([refused.status, refused.json.error.code]).toEqual([403, "NEEDS_PERSON"]);
    expect((await daemon.ask("POST", `/api/work/${data.id}/cancel`, { json: {} })).json).toEqual({ cancelled: data.id });
    const ended = await asked;
    expect([ended.status, ended.json.error.code]).toEqual([409, "CANCELLED"]);
    expect((await until((each) => each.data.ended !== undefined)).data.ended).toBe("cancelled");
    expect((await daemon.ask("POST", `/api/work/${data.id}/cancel`, { json: {} })).status).toBe(404);
    expect([(await daemon.ask("GET", "/api/work")).json, (await daemon.ask("GET", "/api/recall?q=kettle")).status]).toEqual([[], 200]);
  });

  it("negative control: without threads there is no work to cancel, and the answers are there", async () => {
    const plain = await startDaemon({ before: longLog });
    try {
      expect((await plain.ask("GET", "/api/recall?q=kettle")).json.length).toBe(1);
      expect((await plain.ask("POST", "/api/work/backtest-1/cancel", { json: {} })).status).toBe(404);
    } finally {
      await plain.stop();
    }
  });
});
