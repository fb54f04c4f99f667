// Background work of the daemon: the heartbeat, once a day, and without the person's switch never through a model.

import { afterEach, describe, expect, it } from "vitest";
import { memoryAdd } from "../../src/mind/documents/memory.ts";
import { review } from "../../src/mind/documents/review.ts";
import { append, startSession } from "../../src/activity/sessions.ts";
import { heartbeatState, readJobs, switchHeartbeat } from "../../src/runtime/index.ts";
import { type ScriptedServer, startScriptedModel } from "../runtime/scriptedModel.ts";
import { type Daemon, startDaemon } from "./rig.ts";

let daemon: Daemon;
let model: ScriptedServer | undefined;
afterEach(async () => {
  await daemon.stop();
  await model?.close();
  model = undefined;
});

const saying = (text: string) => ({ type: "user_message", message: { role: "user", content: [{ type: "text", text }] } });
const beaten = () =>
  expect.poll(async () => (await readJobs(daemon.mind)).map(({ state }) => state), { timeout: 20_000 }).toEqual(["done"]);

describe("OR-52 the heartbeat of a running daemon", () => {
  it("comes by itself, once a day, and asks no model that nobody switched on", async () => {
    model = await startScriptedModel([{ text: "[]" }]);
    daemon = await startDaemon({
      workAfter: 10,
      env: model.env("chat"),
      before: async (mind) => {
        const { header } = await startSession(mind);
        await append(mind, header.sessionId, [saying("I always prefer tabs over spaces.")]);
      },
    });
    await beaten();
    expect((await heartbeatState(daemon.mind)).due).toBe(false);
    expect(model.requests).toEqual([]);
  });

  it("proposes by itself to tidy a memory that is nearly full", async () => {
    daemon = await startDaemon({
      workAfter: 10,
      before: async (mind) => {
        const filler = Array.from(
          { length: 27 },
          (_, at) => `- note ${at}: one of the things to know about this work, as long as a line is`,
        );
        for (const content of ["- tests run in vitest", ...filler, "- Tests run in Vitest."])
          await memoryAdd(mind, { section: "Notes", content, session: "s1" });
      },
    });
    const proposed = async () => (await review(daemon.mind)).filter(({ reason }) => reason?.includes("% full") === true);
    await expect.poll(async () => (await proposed()).length, { timeout: 20_000 }).toBe(1);
    expect((await proposed())[0]).toMatchObject({ document: "MEMORY.md", heading: "Notes" });
  });

  it("uses the model where the person switched it on", async () => {
    model = await startScriptedModel([{ text: "[]" }]);
    daemon = await startDaemon({
      workAfter: 10,
      env: model.env("chat"),
      before: async (mind) => {
        await switchHeartbeat(mind, true);
        const { header } = await startSession(mind);
        await append(mind, header.sessionId, [saying("I always prefer tabs over spaces.")]);
      },
    });
    await beaten();
    expect(model.requests.length).toBeGreaterThan(0);
  });
});
