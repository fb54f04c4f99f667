// npm run bench -- redact: mixed text, one event, and the cost of loading it. Medians.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { drawFrom, makeCorpus } from "../test/content/secretsCorpus.ts";
import { median, milliseconds } from "./measure.ts";

const ROUNDS = 9;

/** As it ships: bundled, and in a fresh process per round, for only the first import costs anything. */
function importCost(): number {
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  try {
    const outfile = join(folder, "redact.mjs");
    buildSync({
      entryPoints: [fileURLToPath(new URL("../src/content/redact.ts", import.meta.url))],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
    });
    const script = `const from = performance.now(); await import(${JSON.stringify(pathToFileURL(outfile).href)}); console.log(performance.now() - from);`;
    return median(
      Array.from({ length: ROUNDS }, () =>
        Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const PROSE =
  "The session ended with a short digest, and the next one read it before anything else. We moved the parser into its own room, because two callers needed it and neither owned it. ";
const CODE = `export function nextKey(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at];
  if (token === undefined || token.kind !== "word") return undefined;
  return cache.get(token.text) ?? resolve(token.text, { secret: process.env.APP_SECRET, retries: 3 });
}
`;
const LOG =
  "2026-11-14T09:12:03.512Z INFO  [worker-3] GET /api/v1/documents/42?page=2 200 12ms trace_id=4bf92f3577b34da6a3ce929d0e0e4736\n";
const CHINESE = "我们把会话写进文件，每行一个事件；下次启动时先读摘要，再决定要不要加载全文。密码和令牌在写入之前会被替换。\n";

/** Two megabytes as transcripts are: prose, code, logs, Chinese, JSON, and now and then a secret. */
function mixedText(): string {
  const draw = drawFrom(7);
  const rows = makeCorpus(7);
  let text = "";
  while (text.length < 2_000_000) {
    text += draw.pick([
      PROSE,
      PROSE,
      CODE,
      LOG,
      CHINESE,
      `${JSON.stringify({ type: "message", role: "assistant", content: PROSE + CODE })}\n`,
    ]);
    if (draw.below(20) === 0) text += `${draw.pick(rows).text}\n`;
  }
  return text;
}

export default async function bench(): Promise<Record<string, number>> {
  const { redact } = await import("../src/content/redact.ts");
  const text = mixedText();
  const events = Array.from({ length: 500 }, (_, at) => text.slice(at * 1024, (at + 1) * 1024));
  redact(text.slice(0, 200_000));
  const whole: number[] = [];
  const single: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    whole.push(await milliseconds(() => redact(text)));
    single.push(((await milliseconds(() => events.forEach((event) => redact(event)))) * 1000) / events.length);
  }
  const bytes = Buffer.byteLength(text);
  console.log(
    `${(bytes / 1e6).toFixed(1)} MB of mixed text in ${median(whole).toFixed(0)} ms; ${events.length} events of one kilobyte; ${ROUNDS} rounds`,
  );
  return { redact_mbps: bytes / 1000 / median(whole), event_us: median(single), import_ms: importCost() };
}
