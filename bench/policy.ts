// npm run bench -- policy [gate.jsonl]: how long a verdict takes beside the shell parse alone, with a thousand rules; how
// long a file takes to compile, whole and after one changed line; how soon a change on disk is enforced.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "unbash";
import { openMind } from "../src/mind/open.ts";
import { openPolicySource } from "../src/mind/session/policySource.ts";
import { combine, compileFile, givenWorld, judge, type World } from "../src/policy/index.ts";
import { median, medianOf, milliseconds } from "./measure.ts";

const LINES = [
  (n: number) => `- Never run \`tool${n} publish\`.`,
  (n: number) => `- Do not edit \`generated/${n}/\` by hand.`,
  (n: number) => `- Ask before you run \`make target${n}\`.`,
  (n: number) => `- Run \`make check${n}\` before every commit to \`area${n}/\`.`,
  (n: number) => `- Module ${n} is about lamps; keep its functions small and its names plain.`,
  (n: number) => `- 禁止修改 \`legacy/${n}/\` 下的文件。`,
];

function agentsFile(bytes: number): string {
  let text = "# Guide\n\n";
  for (let n = 0; text.length < bytes; n++) text += `${LINES[n % LINES.length]?.(n) ?? ""}\n`;
  return text;
}

const WARM_UP = 12;
const ROUNDS = 8;

/** Without a promise in between: here a promise costs as much as the thing itself. */
function elapsed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

export default async function bench(options: readonly string[]): Promise<Record<string, number>> {
  const corpus = options[0] ?? fileURLToPath(new URL("../test/corpora/gate.jsonl", import.meta.url));
  const commands = readFileSync(corpus, "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { cmd: string }).cmd);
  const worldOn = (folder: string) =>
    givenWorld({
      project: "/home/u/proj",
      files: ["notes.txt", "data/1.csv", "src/a.ts", "AGENTS.md", "memory-bank/facts.md"],
      cwd: folder,
    });
  const world = worldOn("");

  let thousand = "";
  for (let n = 0; n < 1400; n++) thousand += `${LINES[[0, 1, 2][n % 3] ?? 0]?.(n) ?? ""}\n`;
  const policy = combine([compileFile("/home/u/proj/AGENTS.md", thousand)]);
  const parses: number[] = [];
  const wholes: number[] = [];
  const firsts: number[] = [];
  const agains: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    // The folder where a call runs is part of what an analysis is remembered by: in this one nothing was judged before.
    const fresh = worldOn(`round${round}`);
    const judgeIn = (where: World, command: string) =>
      judge({ call: { tool: "shell", command }, policy, history: [], session: "main", world: where, mode: "warn" });
    for (const command of commands) {
      const steps: readonly [number[], () => unknown][] = [
        [parses, () => parse(command)],
        // The parser is lazy: words and nested scripts are read when somebody asks. This asks for all, as any analysis must.
        [wholes, () => JSON.stringify(parse(command))],
        [firsts, () => judgeIn(fresh, command)],
        [agains, () => judgeIn(world, command)],
      ];
      // Whoever comes first finds the processor's caches cold: it is each one's turn in another round.
      for (let turn = 0; turn < steps.length; turn++) {
        const [list, step] = steps[(turn + round) % steps.length] as (typeof steps)[number];
        const time = elapsed(step);
        if (round >= WARM_UP) list.push(time);
      }
    }
  }
  const p99 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
  const micro = (values: readonly number[]) => (median(values) * 1000).toFixed(1);
  console.log(`${policy.rules.length} rules; parse p50 ${micro(parses)} µs lazy, ${micro(wholes)} µs whole`);
  console.log(
    `verdict p50 ${micro(firsts)} µs on a command seen for the first time, p99 ${p99(firsts).toFixed(2)} ms; ${micro(agains)} µs on one seen before, p99 ${p99(agains).toFixed(2)} ms`,
  );

  const text = agentsFile(100_000);
  const whole = compileFile("A.md", text);
  const plain = processorMs(9, () => compileFile("A.md", text, undefined, { prove: false }));
  const proved = processorMs(9, () => compileFile("A.md", text));
  const changed = text.replace("make target2`", "make other`");
  const line = processorMs(9, () => compileFile("A.md", changed, whole));
  const shown = ({ best, middle }: Processor): string => `${best.toFixed(1)} (median ${middle.toFixed(1)}) ms`;
  console.log(
    `processor time for 100 kB with the proofs of its ${whole.rules.length} rules ${shown(proved)}, without ${shown(plain)}, after one changed line ${shown(line)}`,
  );

  const nested = await medianOf(5, () =>
    judge({
      call: { tool: "shell", command: `echo ${"$(".repeat(200)}x${")".repeat(200)}` },
      policy,
      history: [],
      session: "main",
      world,
      mode: "warn",
    }),
  );
  const chain = await medianOf(5, () =>
    judge({
      call: { tool: "shell", command: Array.from({ length: 5000 }, () => "true").join(" && ") },
      policy,
      history: [],
      session: "main",
      world,
      mode: "warn",
    }),
  );
  console.log(`200 nested substitutions ${nested.toFixed(1)} ms, 5,000 && ${chain.toFixed(1)} ms`);

  const scripts = scriptTimes(world);
  console.log(
    `a script of 60 lines that the session wrote: ${micro(scripts.firsts)} µs read for the first time, ${micro(scripts.agains)} µs again, p99 ${p99(scripts.agains).toFixed(2)} ms`,
  );

  const reload = await changeToVerdict();
  console.log(`change on disk to new policy: p50 ${median(reload).toFixed(1)} ms, p99 ${p99(reload).toFixed(1)} ms`);
  return {
    p50_ratio_first: median(firsts) / median(wholes),
    p50_ratio_again: median(agains) / median(wholes),
    p50_ratio_first_lazy: median(firsts) / median(parses),
    p50_ratio_again_lazy: median(agains) / median(parses),
    p99_ms: p99(firsts),
    compile_ms: plain.best,
    compile_proved_ms: proved.best,
    line_ms: line.best,
    nested_ms: nested,
    chain_ms: chain,
    script_first_ms: median(scripts.firsts),
    script_again_p99_ms: p99(scripts.agains),
    reload_p99_ms: p99(reload),
  };
}

interface Processor {
  readonly best: number;
  readonly middle: number;
}

/** Of the processor, by all threads: others on the machine make it longer, never shorter, so the best run says what the work costs. */
function processorMs(times: number, run: () => unknown): Processor {
  const all = Array.from({ length: times }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return { best: Math.min(...all), middle: median(all) };
}

/** The argument makes a call one that was never seen; the script is the same. */
function scriptTimes(world: World): { readonly firsts: readonly number[]; readonly agains: readonly number[] } {
  const content = Array.from({ length: 60 }, (_, n) => `echo step ${n} && ls src | head -${n}`).join("\n");
  const where: World = {
    ...world,
    earlierCalls: (name) => (name === "x.sh" ? [JSON.stringify({ tool: "write", path: "x.sh", content })] : []),
  };
  const judgeOne = (command: string) =>
    elapsed(() => judge({ call: { tool: "shell", command }, policy: null, history: [], session: "main", world: where, mode: "warn" }));
  const firsts = Array.from({ length: 100 }, (_, n) => judgeOne(`sh x.sh ${n}`)).slice(20);
  const agains = Array.from({ length: 1000 }, () => judgeOne("sh x.sh")).slice(100);
  return { firsts, agains };
}

async function changeToVerdict(): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const mind = await openMind({ home: join(folder, "home"), state: join(folder, "state"), cwd: folder });
  const source = openPolicySource(mind);
  const times: number[] = [];
  for (let round = 0; round < 100; round++) {
    writeFileSync(join(folder, "AGENTS.md"), `${agentsFile(7000)}- Never run \`round${round} now\`.\n`);
    times.push(await milliseconds(() => source.capture()));
  }
  await mind.close();
  rmSync(folder, { recursive: true, force: true });
  return times.slice(1);
}
