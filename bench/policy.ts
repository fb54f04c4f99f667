// npm run bench -- policy [gate.jsonl]: how long a verdict takes beside the shell parse alone, with a thousand rules; how
// long a file takes to compile, whole and after one changed line; how soon a change on disk is enforced.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "unbash";
import { openMind } from "../src/mind/open.ts";
import { openPolicySource } from "../src/mind/policySource.ts";
import { combine, compileFile, givenWorld, judge } from "../src/policy/index.ts";
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

export default async function bench(options: readonly string[]): Promise<Record<string, number>> {
  const corpus = options[0] ?? fileURLToPath(new URL("../test/corpora/gate.jsonl", import.meta.url));
  const commands = readFileSync(corpus, "utf8").trim().split("\n").map((line) => (JSON.parse(line) as { cmd: string }).cmd);
  const world = givenWorld({ project: "/home/u/proj", files: ["notes.txt", "data/1.csv", "src/a.ts", "AGENTS.md", "memory-bank/facts.md"] });

  let thousand = "";
  for (let n = 0; n < 1400; n++) thousand += `${LINES[[0, 1, 2][n % 3] ?? 0]?.(n) ?? ""}\n`;
  const policy = combine([compileFile("/home/u/proj/AGENTS.md", thousand)]);
  const parses: number[] = [];
  const wholes: number[] = [];
  const verdicts: number[] = [];
  for (let round = 0; round < 5; round++) {
    for (const command of commands) {
      parses.push(await milliseconds(() => parse(command)));
      // The parser is lazy: words and nested scripts are read when somebody asks. This asks for all, as any analysis must.
      wholes.push(await milliseconds(() => JSON.stringify(parse(command))));
      verdicts.push(await milliseconds(() => judge({ call: { tool: "shell", command }, policy, history: [], session: "main", world, mode: "warn" })));
    }
  }
  const p99 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
  // The first round warms up.
  const [warmParses, warmWholes, warmVerdicts] = [parses.slice(commands.length), wholes.slice(commands.length), verdicts.slice(commands.length)];
  console.log(`${policy.rules.length} rules; parse p50 ${(median(warmParses) * 1000).toFixed(1)} µs lazy, ${(median(warmWholes) * 1000).toFixed(1)} µs whole; verdict p50 ${(median(warmVerdicts) * 1000).toFixed(0)} µs, p99 ${p99(warmVerdicts).toFixed(2)} ms`);

  const text = agentsFile(100_000);
  const whole = compileFile("A.md", text);
  const compileMs = await medianOf(5, () => compileFile("A.md", text, undefined, { prove: false }));
  const provedMs = await medianOf(3, () => compileFile("A.md", text));
  const changed = text.replace("make target2`", "make other`");
  const lineMs = await medianOf(9, () => compileFile("A.md", changed, whole));
  console.log(`100 kB compiled in ${compileMs.toFixed(0)} ms (${provedMs.toFixed(0)} ms with the examples of its ${whole.rules.length} rules), after one changed line in ${lineMs.toFixed(1)} ms`);

  const nested = await medianOf(5, () => judge({ call: { tool: "shell", command: `echo ${"$(".repeat(200)}x${")".repeat(200)}` }, policy, history: [], session: "main", world, mode: "warn" }));
  const chain = await medianOf(5, () => judge({ call: { tool: "shell", command: Array.from({ length: 5000 }, () => "true").join(" && ") }, policy, history: [], session: "main", world, mode: "warn" }));
  console.log(`200 nested substitutions ${nested.toFixed(1)} ms, 5,000 && ${chain.toFixed(1)} ms`);

  const reload = await changeToVerdict();
  console.log(`change on disk to new policy: p50 ${median(reload).toFixed(1)} ms, p99 ${p99(reload).toFixed(1)} ms`);
  return {
    p50_ratio: median(warmVerdicts) / median(warmWholes),
    p50_ratio_lazy: median(warmVerdicts) / median(warmParses),
    p99_ms: p99(warmVerdicts),
    compile_ms: compileMs,
    line_ms: lineMs,
    nested_ms: nested,
    chain_ms: chain,
    reload_p99_ms: p99(reload),
  };
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
