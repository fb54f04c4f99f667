// npm run figures: what can be counted about the code, beside its goal and the value in figures.json.
//   --check   exit 1 where a held figure is worse than the one in figures.json
//   --quick   without the walks and the tools that npm run check runs anyway
//   --write   writes figures.json, and the numbers of the picture in ARCHITECTURE.md

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sourceFiles } from "../test/architecture/graph.ts";
import type { Figure } from "./figures/figure.ts";
import { withPicture } from "./figures/house.ts";
import { imports } from "./figures/imports.ts";
import { sizes } from "./figures/sizes.ts";
import { table, worse } from "./figures/table.ts";
import { complexity, tools } from "./figures/tools.ts";
import { walks } from "./figures/walks.ts";

const FILE = fileURLToPath(new URL("figures.json", import.meta.url));
const ARCHITECTURE = fileURLToPath(new URL("../ARCHITECTURE.md", import.meta.url));
const options = new Set(process.argv.slice(2));
const src = sourceFiles();
const tests = sourceFiles(fileURLToPath(new URL("../test/", import.meta.url)));

const figures: Figure[] = [...sizes(src), ...imports(src, tests), ...complexity(src)];
if (!options.has("--quick")) figures.push(...tools(), ...walks());

const before = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, number>;
if (options.has("--write")) {
  const after = { ...before, ...Object.fromEntries(figures.map(({ name, value }) => [name, value])) };
  writeFileSync(FILE, `${JSON.stringify(after, null, 2)}\n`);
  writeFileSync(ARCHITECTURE, withPicture(readFileSync(ARCHITECTURE, "utf8"), src.keys()));
}
console.log(table(figures, before));
const problems = worse(figures, before);
if (options.has("--check") && problems.length > 0) {
  console.error(`worse than scripts/figures.json: ${problems.join("; ")}`);
  process.exitCode = 1;
}
