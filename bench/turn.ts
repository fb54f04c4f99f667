// npm run bench -- turn [--units N] [--document N]: what a turn costs beside the model, and how late its first word is.
// Memory holds 10,000 units in documents of 100. Two parts: turns with a model that answers at once, so that everything
// measured is ours (in ms, and in ms of the processor's, which other programs on the machine do not stretch); and turns
// with a scripted server on loopback, from the moment in which it writes its first text to the moment in which it is shown.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Mind, openMind } from "../src/mind/open.ts";
import { chooseModel, makeTools, type Model, openChat, openRemoteModel, runTurn } from "../src/runtime/index.ts";
import { DEFAULT_CONFIG } from "../src/schema/index.ts";
import { startScriptedModel } from "../test/runtime/scriptedModel.ts";
import { median } from "./measure.ts";

const TURNS = 60;
/** The recall index trusts a file's time only when it is older than this. */
const SETTLED_MS = 2200;

export default async function turn(options: readonly string[]): Promise<Record<string, number>> {
  const { values } = parseArgs({
    args: [...options],
    options: { units: { type: "string", default: "10000" }, document: { type: "string", default: "100" } },
  });
  const root = mkdtempSync(join(tmpdir(), "codicil-bench-turn-"));
  const units = Number(values.units);
  try {
    fillMemory(join(root, "home"), units, Number(values.document));
    mkdirSync(join(root, "project/.git"), { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const mind = await openMind({ home: join(root, "home"), state: join(root, "state"), cwd: join(root, "project"), env: { HOME: root } });
    const figures = { ...(await besideTheModel(mind)), ...(await firstText(mind)), units, turns: TURNS };
    await mind.close();
    return figures;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const question = (index: number) => `What did we decide about topic ${(index * 37) % 200} and the harbour?`;

async function besideTheModel(mind: Mind): Promise<Record<string, number>> {
  const model: Model = {
    id: "bench/instant",
    isLanguageModel: true,
    cost: () => null,
    async *stream() {
      yield { type: "text", text: "That is what we decided." };
      yield { type: "finish", reason: "stop" };
    },
  };
  const chat = await openChat(mind, { model, tools: makeTools() });
  const [wall, cpu]: [number[], number[]] = [[], []];
  for (let index = 0; index <= TURNS; index++) {
    const [began, used] = [performance.now(), process.cpuUsage()];
    await runTurn(chat, question(index));
    const { user, system } = process.cpuUsage(used);
    // The first turn fills the index; people pay for it once.
    if (index === 0) console.log(`first turn, which fills the index: ${(performance.now() - began).toFixed(0)} ms`);
    else {
      wall.push(performance.now() - began);
      cpu.push((user + system) / 1000);
    }
  }
  return { beside_p50_ms: median(wall), beside_p95_ms: p95(wall), beside_cpu_p50_ms: median(cpu) };
}

async function firstText(mind: Mind): Promise<Record<string, number>> {
  const server = await startScriptedModel();
  const choice = chooseModel({ flag: "compatible/x", config: DEFAULT_CONFIG, env: server.env("chat") });
  if (choice === null) throw new Error("the scripted server was not chosen");
  let seen = 0;
  const listener = ({ type }: { readonly type: string }) => {
    if (type === "text" && seen === 0) seen = performance.now();
  };
  const chat = await openChat(mind, { model: openRemoteModel(choice), tools: makeTools(), listener });
  const late: number[] = [];
  for (let index = 0; index <= TURNS; index++) {
    server.say([{ wait: 10 }, { text: "The answer " }, { text: `number ${index}.` }]);
    seen = 0;
    await runTurn(chat, question(index));
    // The first turn loads the provider.
    if (index > 0) late.push(seen - server.firstTextAt());
  }
  await server.close();
  return { first_text_late_p50_ms: median(late), first_text_late_p95_ms: p95(late) };
}

function p95(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;
}

const WORDS =
  "harbour ledger copper willow signal lantern meadow packet budget kernel orchard ferry schema tunnel violet anchor matrix pepper router saddle".split(
    " ",
  );

/** Archived days: what years of use leave behind. */
function fillMemory(home: string, units: number, each: number): void {
  mkdirSync(join(home, "daily/archive"), { recursive: true });
  for (let day = 0; day < Math.ceil(units / each); day++) {
    const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
    const sections = Array.from(
      { length: each },
      (_, at) =>
        `## Topic ${(day * each + at) % 200}\n\nWe decided that the ${WORDS[(day + at) % 20]} needs a ${WORDS[(day * 7 + at * 3) % 20]} before the ${WORDS[(day * 3 + at * 11) % 20]}, number ${day * each + at}.\n`,
    );
    writeFileSync(join(home, `daily/archive/${date}.md`), `# ${date}\n\n${sections.join("\n")}`);
  }
}
