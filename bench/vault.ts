// How fast a transcript is adopted: a long one of pi's, against a bare copy of the same bytes, each with its sync.
// `npm run bench -- vault [MEGABYTES]`

import { closeSync, copyFileSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importTranscripts } from "../src/hosts/index.ts";
import { openMind } from "../src/index.ts";
import { milliseconds } from "./measure.ts";

export default async function benchVault(options: readonly string[]): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "codicil-bench-"));
  try {
    const file = writeTranscript(folder, Number(options[0] ?? 100));
    const megabytes = statSync(file).size / 1e6;
    const copy = await milliseconds(() => copySynced(file, join(folder, "copy")));
    const mind = await openMind({ home: join(folder, "home"), state: join(folder, "state"), cwd: folder, env: { HOME: folder } });
    const run = () => milliseconds(async () => void (await importTranscripts(mind, "pi", { path: file, env: { HOME: folder } })));
    const first = await run();
    const again = await run();
    await mind.close();
    const resident = process.resourceUsage().maxRSS / 1024;
    console.log(
      `${megabytes.toFixed(0)} MB adopted in ${(first / 1000).toFixed(1)} s (${(megabytes / (first / 1000)).toFixed(0)} MB/s, a bare copy ${copy.toFixed(0)} ms), again in ${again.toFixed(1)} ms, ${resident.toFixed(0)} MB resident at most`,
    );
    return { megabytes, first_ms: first, again_ms: again, mb_per_s: megabytes / (first / 1000), resident_mb: resident };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copySynced(from: string, to: string): void {
  copyFileSync(from, to);
  const descriptor = openSync(to, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Calls and their outputs, one behind the other. */
function writeTranscript(folder: string, megabytes: number): string {
  mkdirSync(join(folder, "pi"));
  const file = join(folder, "pi", "2026-11-15T06-00-00-000Z_01a1ddd3-3f69-7021-be26-a811b33b99c4.jsonl");
  const descriptor = openSync(file, "w");
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const timestamp = "2026-11-15T06:00:00.000Z";
  writeSync(
    descriptor,
    line({ type: "session", version: 3, id: "01a1ddd3-3f69-7021-be26-a811b33b99c4", timestamp, cwd: "/home/ada/proj" }),
  );
  const output = "a line of output with some words and 0123456789\n".repeat(40);
  for (let [index, size, parentId] = [0, 0, null as string | null]; size < megabytes * 1e6; index++) {
    const call = line({
      type: "message",
      id: `a${index}`,
      parentId,
      timestamp,
      message: {
        role: "assistant",
        content: [{ type: "toolCall", id: `c${index}`, name: "bash", arguments: { command: `ls src/${index}` } }],
      },
    });
    const result = line({
      type: "message",
      id: `r${index}`,
      parentId: `a${index}`,
      timestamp,
      message: {
        role: "toolResult",
        toolCallId: `c${index}`,
        toolName: "bash",
        content: [{ type: "text", text: output + index }],
        isError: false,
      },
    });
    writeSync(descriptor, call + result);
    size += call.length + result.length;
    parentId = `r${index}`;
  }
  closeSync(descriptor);
  return file;
}
