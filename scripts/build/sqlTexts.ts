// A release has no files beside it: the SQL of a mind's schema is put where the source reads it.

import type { Plugin } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

const READS = 'readFileSync(new URL(`./${name}.sql`, import.meta.url), "utf8")';

export const sqlTexts: Plugin = {
  name: "sqlTexts",
  setup: (plugin) => {
    plugin.onLoad({ filter: /\/src\/store\/migrations\/texts\.ts$/ }, ({ path }) => ({ contents: withTexts(path), loader: "ts" }));
  },
};

function withTexts(path: string): string {
  const source = readFileSync(path, "utf8");
  if (!source.includes(READS)) throw new Error(`${path} reads the SQL in another way than sqlTexts.ts knows`);
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const texts = Object.fromEntries(names.map((name) => [name.slice(0, -".sql".length), readFileSync(`${folder}/${name}`, "utf8")]));
  return source.replace(READS, () => `(${JSON.stringify(texts)})[name]`);
}
