// `import { openMind } from "codicil"` must cost little: in the release a function of src/index.ts loads its file when it is
// called. The source says nothing of this. An asynchronous function imports it; any other one requires it, which Node can do
// with ES modules, and which those who bundle the library follow.

import type { Plugin } from "esbuild";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Origin, originOf, passedOnBy, type Renamed } from "./straight.ts";

const INDEX = resolve("src/index.ts");
const AsyncFunction = (async () => undefined).constructor;
/** Stands for `require` until the files are written. */
const LATE = "__codicilLate";

export interface LateVerbs {
  readonly plugin: Plugin;
  /** Files that are required late, by the name of their entry. */
  readonly entries: Readonly<Record<string, string>>;
}

export async function lateVerbs(): Promise<LateVerbs> {
  const entries: Record<string, string> = {};
  const standIns = new Map<string, string>();
  for (const { names, from } of passedOnBy(INDEX))
    standIns.set(from, `${standIns.get(from) ?? ""}${await standIn(from, names, entries)}\n`);
  const plugin: Plugin = {
    name: "late verbs",
    setup: (build) => {
      build.onResolve({ filter: /^\./ }, ({ path, importer }) => (importer === INDEX ? { path, namespace: "late verbs" } : undefined));
      build.onLoad({ filter: /.*/, namespace: "late verbs" }, ({ path }) => ({
        contents: standIns.get(path) ?? "",
        resolveDir: resolve("src"),
      }));
    },
  };
  return { plugin, entries };
}

/** A module with the same names. */
async function standIn(path: string, names: readonly Renamed[], entries: Record<string, string>): Promise<string> {
  const module = (await import(pathToFileURL(resolve("src", path)).href)) as Record<string, unknown>;
  return names.map(({ name }) => lineFor(name, module[name], originOf(resolve("src", path), name), entries)).join("\n");
}

function lineFor(as: string, value: unknown, { file, name }: Origin, entries: Record<string, string>): string {
  const from = JSON.stringify(file);
  if (value instanceof AsyncFunction) return `export const ${as} = async (...given) => (await import(${from})).${name}(...given);`;
  if (typeof value !== "function" || /^class\b/.test(String(value))) return `export { ${name} as ${as} } from ${from};`;
  const entry = `late-${as}`;
  entries[entry] = file;
  return `export const ${as} = (...given) => ${LATE}("./${entry}.js").${name}(...given);`;
}

/** What is written for LATE. A bundler knows `require`, Node has none in a module. */
export function writeLate(text: string): string {
  if (!text.includes(`${LATE}(`)) return text;
  const called = text.replaceAll(
    new RegExp(`${LATE}\\(("[^"]+")\\)`, "g"),
    '(typeof require=="function"?require($1):codicilRequire()($1))',
  );
  return `const codicilRequire=()=>process.getBuiltinModule("module").createRequire(import.meta.url);${called}`;
}
