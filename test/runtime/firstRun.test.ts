// A first run in a real terminal (tmux), 80 columns wide, without any key: the session of the README's picture, step by
// step, with a look at the disk behind each.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FIRST_RUN, recordTerminal } from "../../scripts/recordTerminal.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
const svg = readFileSync(new URL("../../docs/pictures/firstRun.svg", import.meta.url), "utf8");

/** What is different every time: ids, times, temp folders. The screen breaks lines, so words are compared and not lines. */
function words(text: string): string[] {
  return text
    .replace(/\s+/g, " ")
    .replaceAll(`${tmpdir()}/`, "/tmp/")
    .replace(/codicil-\w{6}/g, "TEMP")
    .replace(/\b([ec])_\d{14}_\w{12}/g, "$1_ID")
    .replace(/session_[\w-]+/g, "SESSION")
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, "DAY")
    .replace(/\b\d{2}:\d{2}\b/g, "TIME")
    .replace(/, \d+\.\d s\b/g, "")
    .trim()
    .split(" ");
}

const pictured = [...svg.matchAll(/<text [^>]*>(.*?)<\/text>/g)]
  .map((match) =>
    (match[1] ?? "")
      .replace(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  )
  .join("\n");

describe.skipIf(!hasTmux)("AK-09, AK-54: a first run without any key", () => {
  it("init, chat, remember, a delete that comes back, one that is stopped, review, quit, receipts", { timeout: 120_000 }, async () => {
    const seen: Record<number, unknown> = {};
    const { plain } = await recordTerminal({
      name: `first-run-${process.pid}`,
      ...FIRST_RUN,
      look: (step, screen, folder) => {
        const has = (path: string) => existsSync(join(folder, path));
        const read = (path: string) => readFileSync(join(folder, path), "utf8");
        const typed = String(FIRST_RUN.steps[step]?.types);
        if (typed.startsWith("remember"))
          seen[step] =
            read("person/.config/agents/MEMORY.md").includes("- the staging box is called hazel") &&
            screen.includes("Recorded in today's log");
        if (typed === "!rm -rf notes") seen[step] = !has("project/notes") && screen.includes("trash put -rf notes");
        if (typed === "/undo") seen[step] = read("project/notes/plan.md") === "- ship it\n";
        if (typed === "n") seen[step] = read("elsewhere/keep.txt") === "precious\n";
        if (typed === "/review") seen[step] = !read("project/memory-bank/MEMORY.md").includes("Postgres");
        if (typed === "mb:write")
          seen[step] = read("project/memory-bank/MEMORY.md").includes("## Decisions\n\n- We decided to use Postgres");
      },
    });
    expect(Object.values(seen)).toEqual([true, true, true, true, true, true]);
    expect(plain).toMatch(/\d saved, 0 to review, 0 lost/);
    expect(plain).not.toMatch(/[{}]|"\w+":/);
    for (const line of plain.split("\n")) expect([line, line.length <= 80]).toEqual([line, true]);
    expect(words(pictured)).toEqual(words(plain));
  });

  it("negative control: a retouched picture is seen", () => {
    expect(words(pictured.replace("saved", "kept"))).not.toEqual(words(pictured));
  });
});
