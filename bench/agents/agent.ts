// One agent, a process of its own, as the programs that run agents are. Ten in one process would wait for each other there: starting
// a program copies the page tables of the process that starts it, and stops it for as long. It calls the installed launcher at times of
// its own and writes down what each call took and what it was told. Started by ../agents.ts, with its task as JSON in its arguments.

import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { milliseconds } from "../measure.ts";
import { answerOf, type Asked, type AsksAt, commandAt } from "./calls.ts";

export interface Task {
  readonly at: AsksAt;
  readonly name: string;
  /** Calls `first`, `first + step`, … of all. */
  readonly first: number;
  readonly step: number;
  readonly rate: number;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly result: string;
}

export interface Done {
  readonly asked: readonly Asked[];
  readonly times: readonly number[];
}

const task = JSON.parse(process.argv[2] ?? "") as Task;
const [asked, times]: [Asked[], number[]] = [[], []];
let number = task.first;
// At times of their own: agents that all begin at once, every 50 ms, would wait for each other.
for (let next = Date.now(); Date.now() < task.until; next += (Math.random() * 2000) / task.rate) {
  await pause(Math.max(0, next - Date.now()));
  const command = commandAt(number);
  number += task.step;
  let answer = "";
  times.push(await milliseconds(async () => (answer = await answerOf(task.at, { command, session: task.name, resident: "" }))));
  asked.push({ command, answer });
}
writeFileSync(task.result, JSON.stringify({ asked, times } satisfies Done));
