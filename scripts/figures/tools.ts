// What the tools say: functions that are too complex, exports that nobody uses, files that are not formatted.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Figure, held, shown } from "./figure.ts";
import { overLimits } from "./overLimits.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export function complexity(src: ReadonlyMap<string, string>): Figure[] {
  const reasons = [...src.values()].flatMap((text) => text.match(/oxlint-disable-next-line complexity/g) ?? []);
  return [
    held("functions above complexity 15", overLimits(["src"]).filter(({ limit }) => limit === "complexity").length, 0),
    shown("functions above it with a reason beside them", reasons.length, null),
  ];
}

export function tools(): Figure[] {
  const knip = JSON.parse(run("knip/bin/knip.js", ["--no-progress", "--reporter", "json", "--include", "exports,types"])) as {
    issues: { exports?: unknown[]; types?: unknown[] }[];
  };
  const unused = knip.issues.reduce((sum, { exports = [], types = [] }) => sum + exports.length + types.length, 0);
  const unformatted = run("oxfmt/bin/oxfmt", ["--list-different", "."]).split("\n").filter(Boolean);
  return [held("unused exports", unused, 0), held("unformatted files", unformatted.length, 0)];
}

function run(program: string, args: readonly string[]): string {
  const done = spawnSync(process.execPath, [join(ROOT, "node_modules", program), ...args], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (done.status === null || done.status > 1) throw new Error(`${program}: ${done.stderr}`);
  return done.stdout;
}
