// npm run bench -- turn [--units N]: what a turn costs beside the model, and how late its first word is. The model is a
// scripted server on loopback; its own time is taken out: a turn counts from the message to the request, and from the
// end of the answer to the report. Memory holds 10,000 units.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openMind } from "../src/mind/open.ts";
import { chooseModel, makeTools, type Model, openChat, openRemoteModel, runTurn } from "../src/runtime/index.ts";
import { DEFAULT_CONFIG } from "../src/schema/index.ts";
import { startScriptedModel } from "../test/runtime/scriptedModel.ts";
import { median } from "./measure.ts";

const TURNS = 40;

export default async function turn(options: readonly string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({ args: [...options], options: { units: { type: "string", default: "10000" } } });
  const root = mkdtempSync(join(tmpdir(), "codicil-bench-turn-"));
  try {
    return await measure(root, Number(values.units));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function measure(root: string, units: number): Promise<Record<string, number>> {
  fillMemory(join(root, "home"), units);
  mkdirSync(join(root, "project/.git"), { recursive: true });
  const mind = await openMind({ home: join(root, "home"), state: join(root, "state"), cwd: join(root, "project"), env: { HOME: root } });
  const server = await startScriptedModel();
  const model = timed(openRemoteModel(chooseModel({ flag: "compatible/x", config: DEFAULT_CONFIG, env: server.env("chat") })!));
  let seen = 0;
  const chat = await openChat(mind, { model, tools: makeTools(), listener: ({ type }) => void (type === "text" && seen === 0 && (seen = performance.now())) });
  const beside: number[] = [];
  const late: number[] = [];
  for (let index = 0; index <= TURNS; index++) {
    server.say([{ wait: 20 }, { text: "The answer " }, { text: `number ${index}.` }]);
    seen = 0;
    model.reset();
    const began = performance.now();
    await runTurn(chat, `What did we decide about topic ${(index * 37) % 200} and the harbour?`);
    const whole = performance.now() - began;
    // The first turn fills the index and loads the provider; people pay for it once.
    if (index === 0) console.log(`first turn, index filled: ${whole.toFixed(0)} ms`);
    else {
      beside.push(whole - model.spent());
      late.push(seen - server.firstTextAt());
    }
  }
  await server.close();
  await mind.close();
  const p95 = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;
  return { beside_p50_ms: median(beside), beside_p95_ms: p95(beside), first_text_late_p50_ms: median(late), first_text_late_p95_ms: p95(late), units, turns: TURNS };
}

/** How long the turn waited for the model: from the request to the end of its stream. */
function timed(model: Model): Model & { reset(): void; spent(): number } {
  let spent = 0;
  return {
    ...model,
    reset: () => void (spent = 0),
    spent: () => spent,
    async *stream(request) {
      const stream = model.stream(request)[Symbol.asyncIterator]();
      for (;;) {
        const began = performance.now();
        const next = await stream.next();
        spent += performance.now() - began;
        if (next.done === true) return;
        yield next.value;
      }
    },
  };
}

const WORDS = "harbour ledger copper willow signal lantern meadow packet budget kernel orchard ferry schema tunnel violet anchor matrix pepper router saddle".split(" ");

/** Archived days of twenty sections each: what years of use leave behind. */
function fillMemory(home: string, units: number): void {
  mkdirSync(join(home, "daily/archive"), { recursive: true });
  const days = Math.ceil(units / 20);
  for (let day = 0; day < days; day++) {
    const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    const sections = Array.from({ length: 20 }, (_, at) => `## Topic ${(day * 20 + at) % 200}\n\nWe decided that the ${WORDS[(day + at) % 20]} needs a ${WORDS[(day * 7 + at * 3) % 20]} before the ${WORDS[(day * 3 + at * 11) % 20]}, number ${day * 20 + at}.\n`);
    writeFileSync(join(home, `daily/archive/${date}.md`), `# ${date}\n\n${sections.join("\n")}`);
  }
}
