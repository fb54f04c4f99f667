// npm run bench -- judge: how fast content is judged. Throughput on mixed text, one event of a kilobyte (secrets
// included), and what importing the judge costs in a bundle, which is how it ships. Medians.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { median, medianOf } from "./measure.ts";
import { judgeContent, judgeLoaded } from "../src/content/judge.ts";

const PARTS = [
  "User prefers pnpm over npm and wants short answers; tests run with `npm test` before each commit.\n",
  "- The approval flow lives in src/approve.ts and is covered by 42 tests (see https://docs.example.com/guide?lang=en).\n",
  "数据库迁移脚本在 db/migrations 目录下，提交前请先运行测试，并通知值班同事。\n",
  "```ts\nexport function sum(a: number, b: number): number {\n  return a + b; // <T> is not needed\n}\n```\n",
  "| key | value |\n|---|---|\n| retries | 3 |\n| timeout | 30 s |\n",
  "Großmutter hat 👨‍👩‍👧 eingeladen; la réunion est prévue à 10 h — “as usual” …\n",
  '{"level":"info","time":1763171000,"msg":"request completed","path":"/api/documents","status":200}\n',
];

function mixedText(bytes: number): string {
  const parts: string[] = [];
  for (let size = 0, n = 0; size < bytes; n++) {
    const part = PARTS[n % PARTS.length] ?? "";
    parts.push(part);
    size += Buffer.byteLength(part);
  }
  return parts.join("");
}

export default async function bench(): Promise<Record<string, number>> {
  const large = mixedText(4_000_000);
  const scan = await medianOf(9, () => void judgeLoaded(large, { origin: "agent" }));

  // kilobytes cut anywhere, so that some begin or end inside a code block and have to be escaped
  const bytes = Buffer.from(large);
  const events = Array.from({ length: 500 }, (_, n) => bytes.toString("utf8", n * 1031, n * 1031 + 1024).replace(/^\ufffd+|\ufffd+$/g, ""));
  const judgeAll = (): void => {
    for (const content of events) judgeContent({ content, origin: "agent", target: "memory" });
  };
  for (let n = 0; n < 6; n++) judgeAll();
  const all = await medianOf(15, judgeAll);

  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  const bundle = join(folder, "judge.mjs");
  buildSync({
    entryPoints: [fileURLToPath(new URL("../src/content/judge.ts", import.meta.url))],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  const script = `const start = performance.now(); await import(${JSON.stringify(pathToFileURL(bundle).href)}); process.stdout.write(String(performance.now() - start));`;
  const imports = Array.from({ length: 9 }, () =>
    Number(spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout),
  );
  rmSync(folder, { recursive: true });

  return { scan_mbps: Buffer.byteLength(large) / 1e6 / (scan / 1000), event_us: (all / events.length) * 1000, import_ms: median(imports) };
}
