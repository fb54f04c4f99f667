// What the linter says of functions and patterns when no file is excused, and which files .oxlintrc.json excuses.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The rules of .oxlintrc.json that excuse files. */
export const LIMITS = ["complexity", "house/short-patterns"] as const;
export type Limit = (typeof LIMITS)[number];

export interface OverLimit {
  readonly file: string;
  readonly limit: Limit;
  readonly message: string;
}

interface Override {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, string>>;
}

/** Everything over a limit below `folders`; a comment beside the code that gives a reason still counts as an excuse. */
export function overLimits(folders: readonly string[]): OverLimit[] {
  const scratch = mkdtempSync(join(tmpdir(), "codicil-figures-"));
  try {
    const config = join(scratch, "limits.json");
    const rules = { complexity: ["error", 15], "house/short-patterns": "error" };
    writeFileSync(config, JSON.stringify({ jsPlugins: [join(ROOT, "scripts/lint/house.ts")], categories: { correctness: "off" }, rules }));
    const run = spawnSync(process.execPath, [join(ROOT, "node_modules/oxlint/bin/oxlint"), "-c", config, "-f", "json", ...folders], {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: { code?: string; filename: string; message: string }[] };
    const broken = diagnostics.find(({ code }) => code === undefined);
    if (broken !== undefined) throw new Error(`${broken.filename}: ${broken.message}`);
    return diagnostics.map(({ code, filename, message }) => ({
      file: relative(ROOT, join(ROOT, filename)),
      limit: code?.includes("complexity") === true ? "complexity" : "house/short-patterns",
      message,
    }));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The files and folders that .oxlintrc.json excuses from a limit. */
export function excused(limit: Limit): string[] {
  const { overrides } = JSON.parse(readFileSync(join(ROOT, ".oxlintrc.json"), "utf8")) as { overrides: Override[] };
  return overrides.flatMap(({ files, rules }) => (rules[limit] === "off" ? files : []));
}

/** Excuses that nothing needs: no file they name is over the limit. */
export function needless(excuses: readonly string[], over: readonly OverLimit[], limit: Limit): string[] {
  const files = over.filter((each) => each.limit === limit).map(({ file }) => file);
  return excuses.filter((excuse) => !files.some((file) => matchesGlob(file, excuse)));
}
