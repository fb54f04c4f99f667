// Functions have a complexity of at most 15 and regular expressions at most 80 characters (.oxlintrc.json). Files that
// are over a limit are listed there until somebody simplifies them. The list can only shrink: a file that no longer
// needs its place makes this test fail. A function that is clearer whole has a comment beside it with the reason.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { excused, LIMITS, needless, overLimits } from "../../scripts/figures/overLimits.ts";

const over = overLimits(["src", "words", "web", "test", "scripts", "bench", "examples"]);

describe("functions and regular expressions are short", () => {
  it.each(LIMITS)("each file that .oxlintrc.json excuses from %s still needs it", (limit) => {
    expect(needless(excused(limit), over, limit)).toEqual([]);
  });

  it.each(LIMITS)("negative control: a file that passes, or is gone, is seen in the list for %s", (limit) => {
    const excuses = ["src/base/errors.ts", "src/base/gone.ts", "src/nowhere/**", ...excused(limit)];
    expect(needless(excuses, over, limit)).toEqual(["src/base/errors.ts", "src/base/gone.ts", "src/nowhere/**"]);
  });

  it("negative control: a planted function and a planted expression are found, unless a comment gives a reason", () => {
    const folder = mkdtempSync(join(tmpdir(), "codicil-simple-"));
    const branches = Array.from({ length: 15 }, (_, at) => `  if (n === ${at}) return ${at};`).join("\n");
    const planted = `export function many(n: number) {\n${branches}\n  return -1;\n}\n`;
    writeFileSync(join(folder, "planted.ts"), planted);
    writeFileSync(join(folder, "reason.ts"), `// oxlint-disable-next-line complexity -- planted\n${planted}`);
    writeFileSync(join(folder, "pattern.ts"), `export const long = /${"a".repeat(81)}/;\nexport const short = /${"a".repeat(80)}/;\n`);
    const found = overLimits([folder]).map(({ limit, message }) => [limit, message]);
    rmSync(folder, { recursive: true });
    expect(found.sort()).toEqual([
      ["complexity", "function `many` has a complexity of 16. Maximum allowed is 15."],
      ["house/short-patterns", "a regular expression of 81 characters: name its parts, or make it a table"],
    ]);
  });
});
