// A mind with a month of believable content, beside the person's own: to look at the page, to try commands. Every line is
// written by the verbs that people use, at the time that it claims.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { AppError, type Clock } from "../../base/index.ts";
import { begin } from "../../mind/documents/begin.ts";
import { decide } from "../../mind/session/decide.ts";
import { type Mind, openMind } from "../../mind/open.ts";
import { systemClock } from "../../mind/machine.ts";
import { apply, flush, plan } from "../../mind/documents/remember.ts";
import { append, renameSession, startSession } from "../../activity/sessions.ts";
import { memoryAdd } from "../../mind/documents/memory.ts";
import { DEMO, type DemoDay, type Model } from "./data.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Between two looks at the clock. */
const STEP = 5 * 1000;

export interface Demo {
  readonly folder: string;
  readonly home: string;
  readonly state: string;
  readonly project: string;
  /** Takes the folder away again, where it was made for this. */
  remove(): void;
}

/** In an empty folder, or in a new temporary one. Earlier months have the same work, more or less, and facts of their own. */
export async function makeDemo(given?: string, months = 1): Promise<Demo> {
  const folder = given === undefined ? mkdtempSync(join(tmpdir(), "codicil-demo-")) : emptyFolder(resolve(given));
  const demo: Demo = {
    folder,
    home: join(folder, "home"),
    state: join(folder, "state"),
    project: join(folder, DEMO.project),
    remove: () => {
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const [name, text] of Object.entries(DEMO.files)) write(join(demo.project, name), text);
  const now = systemClock.now().getTime();
  const clock = movingClock();
  const mind = await openMind({ home: demo.home, state: demo.state, cwd: demo.project, clock });
  for (const [index, { day, begins }] of inOrder(daysOf(months, now), now).entries()) {
    clock.goTo(begins);
    if (index === 0) {
      await begin(mind);
      write(join(demo.home, "USER.md"), DEMO.user);
    }
    await live(mind, day);
  }
  mind.close();
  return demo;
}

function daysOf(months: number, now: number): readonly DemoDay[] {
  const earlier = Array.from({ length: months - 1 }, (_, at) =>
    DEMO.month.flatMap(({ facts: _facts, proposals: _proposals, byHand: _byHand, ...day }, nth) =>
      Array.from({ length: SESSIONS[at % SESSIONS.length] ?? 1 }, (_each, time) => ({
        ...day,
        daysAgo: Math.ceil(day.daysAgo) + 30 * (months - 1 - at),
        at: HOURS[(nth + 2 * time) % HOURS.length] ?? "10:00",
        facts: time === 0 ? [...learned(at, nth), ["daily", "Work", `- ${day.title}`] as const] : [],
      })),
    ),
  );
  return [...earlier.flat(), ...chores(now), ...DEMO.month];
}

/** One or two on each working day of the last four weeks. */
function chores(now: number): readonly DemoDay[] {
  const workdays = Array.from({ length: 28 }, (_, at) => 28 - at).filter(
    (daysAgo) => ![0, 6].includes(new Date(now - daysAgo * DAY).getDay()),
  );
  const slots = workdays.flatMap((daysAgo, nth) => (nth % 3 === 0 ? [daysAgo] : [daysAgo, daysAgo]));
  return slots.flatMap((daysAgo, nth) => {
    const chore = DEMO.chores[nth % DEMO.chores.length];
    return chore === undefined ? [] : [{ ...chore, daysAgo, at: HOURS[(3 * nth) % HOURS.length] ?? "10:00" }];
  });
}

function inOrder(days: readonly DemoDay[], now: number): readonly { readonly day: DemoDay; readonly begins: number }[] {
  return days.map((day) => ({ day, begins: beginsAt(day, now) })).sort((one, other) => one.begins - other.begins);
}

function beginsAt({ daysAgo, at }: DemoDay, now: number): number {
  if (at === undefined) return now - daysAgo * DAY;
  const [hour = 0, minute = 0] = at.split(":").map(Number);
  return new Date(now - daysAgo * DAY).setHours(hour, minute, 0, 0);
}

function learned(month: number, nth: number): NonNullable<DemoDay["facts"]> {
  const [heading, text] = DEMO.earlier[month % DEMO.earlier.length]?.[nth] ?? [];
  return heading === undefined || text === undefined ? [] : [["MEMORY.md", heading, text]];
}

/** So many of each in the earlier months, in turn: no month is like the one before it. */
const SESSIONS = [1, 2, 1, 3, 2, 2, 1];
const HOURS = ["09:24", "11:07", "14:41", "16:18", "10:35", "13:12", "17:02", "15:29"];

function emptyFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0)
    throw new AppError("ALREADY_EXISTS", `${folder} is not empty`, { file: folder, hint: "Name a new folder, or leave it out." });
  return folder;
}

function editOutside(file: string, { from, to }: { readonly from: string; readonly to: string }): void {
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

const TOOLS_OWN: Readonly<Record<string, string>> = { "MEMORY.md": "memory", daily: "daily" };

async function live(mind: Mind, day: DemoDay): Promise<void> {
  const host = day.host === undefined ? undefined : { name: day.host, baseline: "", loads: new Set<string>() };
  const session = (await startSession(mind, { host })).header.sessionId;
  const work = await workOf(mind, session, day);
  await append(
    mind,
    session,
    day.said.flatMap(([asked, answered], turn) => [
      message("user", asked),
      ...(turn === 0 ? work : []),
      { ...message("assistant", answered), meta: spent(day, answered, turn) },
    ]),
  );
  await renameSession(mind, session, day.title);
  for (const [path, heading, content] of day.facts ?? []) {
    const file = TOOLS_OWN[path];
    // The memory tool makes room in a full document; what it may not write is planned.
    if (file !== undefined) await memoryAdd(mind, { file, section: heading, content, session, reason: day.title });
    else await plan(mind, { path, heading, content, operation: "append", session, reason: day.title });
  }
  for (const proposal of day.proposals ?? []) await plan(mind, { operation: "update", ...proposal, session, confidence: 0.8 });
  if (day.byHand !== undefined) editOutside(join(mind.where.home, day.byHand.path), day.byHand);
  await flush(mind, session);
  await apply(mind);
}

/** The day's calls, judged as they would be, and what the agent was told of each. */
async function workOf(mind: Mind, sessionId: string, day: DemoDay) {
  const calls = callsOf(day);
  if (calls.length === 0) return [];
  const parts = calls.map(({ toolName, args }, at) => ({ type: "tool_call", toolCallId: `call_${at}`, toolName, args }) as const);
  const answers = [];
  for (const [at, { call, toolName }] of calls.entries()) {
    const { verdict, reason } = await decide(mind, { call, sessionId, history: calls.slice(0, at).map((each) => each.call) });
    const isError = verdict === "deny";
    const result = { content: [{ type: "text" as const, text: isError ? reason : "exit code 0" }] };
    const content = [{ type: "tool_result", toolCallId: `call_${at}`, toolName, result, isError }] as const;
    answers.push({ type: "tool_result" as const, message: { role: "tool_result" as const, content } });
  }
  return [{ type: "assistant_message" as const, message: { role: "assistant" as const, content: parts } }, ...answers];
}

function callsOf({ reads = [], edits = [], commands, host }: DemoDay) {
  const [read, edit, shell] = host === "claude" ? ["Read", "Edit", "Bash"] : ["read", "edit", "shell"];
  return [
    ...reads.map((path) => ({ call: { tool: "read", path } as const, toolName: read, args: { path } })),
    ...edits.map((path) => ({ call: { tool: "edit", path } as const, toolName: edit, args: { path } })),
    ...commands.map((command) => ({ call: { tool: "shell", command } as const, toolName: shell, args: { command } })),
  ];
}

function message(role: "user" | "assistant", said: string) {
  return { type: `${role}_message` as const, message: { role, content: [{ type: "text" as const, text: said }] } };
}

/** Each call is a round of its own that reads the prompt again, most of it from the cache. */
function spent(day: DemoDay, answered: string, turn: number) {
  const models = DEMO.models[day.host ?? "claude"] ?? [];
  const model = models[Math.floor(day.daysAgo) % models.length] as Model;
  const calls = turn === 0 ? callsOf(day).length : 0;
  const fresh = (turn === 0 ? 6_000 : 1_500) + 1_800 * calls;
  const inputTokens = fresh + (9_000 + 1_500 * turn) * (calls + turn);
  const cacheReadTokens = inputTokens - fresh;
  const outputTokens = answered.length + 350 * calls;
  const cost = (fresh * model.input + cacheReadTokens * model.cacheRead + outputTokens * model.output) / 1e6;
  return { model: model.id, usage: { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens: 0 }, cost };
}

/** Time continues with each look, as in a day of work. */
function movingClock(): Clock & { goTo(time: number): void } {
  let now = 0;
  return { ...systemClock, now: () => new Date((now += STEP)), goTo: (time) => void (now = time) };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
