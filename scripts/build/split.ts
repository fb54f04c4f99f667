// Everything but the first files: ES modules, with what several entries need in chunks that they share. Each package that
// Codicil uses is in here once, in a chunk that only those load who need it.

import { build, type Plugin } from "esbuild";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { withoutImportsOfNode } from "./builtins.ts";
import { latePackages } from "./latePackages.ts";
import { withLateTables } from "./lateTables.ts";
import { lateVerbs, writeLate } from "./lateVerbs.ts";
import { BUILD_ID, EXTERNAL, SHARED } from "./options.ts";
import { LATE, LIBRARY } from "./parts.ts";
import { straight } from "./straight.ts";
import { sqlTexts } from "./sqlTexts.ts";

/**
 * Two packages that the queue would load: one that looks for settings, which would run a file that it finds in the working
 * directory; and a second library for PostgreSQL, of which it needs no more than this (src/store/postgres/jobs.ts).
 */
const INSTEAD = {
  cosmiconfig: "export const cosmiconfigSync=()=>({search:()=>null})",
  pg: "export default {Client:class{escapeIdentifier(name){return JSON.stringify(name)}}}",
} as const;
const unneeded: Plugin = {
  name: "unneeded",
  setup: (plugin) => {
    plugin.onResolve({ filter: /^(?:cosmiconfig|pg)$/ }, ({ path }) => ({ path, namespace: "instead" }));
    plugin.onLoad({ filter: /.*/, namespace: "instead" }, ({ path }) => ({ contents: INSTEAD[path as keyof typeof INSTEAD] }));
  },
};

/** The messages of zod in fifty languages, 190 kB, of which nobody asks for one that is not English. */
const englishOnly: Plugin = {
  name: "english only",
  setup: (plugin) => {
    plugin.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export { default as en } from "./en.js";' }));
  },
};

/** A CommonJS package that is imported late has no names of its own in an ES module: these. */
const NAMED = { "tar-stream": ["extract", "pack"] } as const;
const named: Plugin = {
  name: "named",
  setup: (plugin) => {
    plugin.onResolve({ filter: /^tar-stream$/ }, ({ path, kind, resolveDir }) =>
      kind === "dynamic-import" ? { path, namespace: "named", pluginData: resolveDir } : undefined,
    );
    plugin.onLoad({ filter: /.*/, namespace: "named" }, ({ path, pluginData }) => ({
      contents: `export { ${NAMED[path as keyof typeof NAMED].join(", ")} } from ${JSON.stringify(path)};`,
      resolveDir: pluginData as string,
    }));
  },
};

/**
 * CommonJS packages in the bundle call it for Node's own modules, in the one chunk that has esbuild's stand-in for it. Not by
 * createRequire: somebody's bundle may have no address.
 */
function withRequire(text: string): string {
  return text.includes("Dynamic require of") ? `const require=(name)=>process.getBuiltinModule(name);${text}` : text;
}

/** What esbuild calls a file that is no entry. */
const CHUNK = /-[A-Z0-9]{8}\.js$/;
const CHUNK_IN_TEXT = /"(\.\/[\w-]+-[A-Z0-9]{8})\.js"/g;

/** By `.mjs` Node knows what a chunk is; for `.js` it looks for a package.json each time, a sixteenth of a start. */
function nameEnding(path: string): string {
  return CHUNK.test(basename(path)) ? path.replace(/\.js$/, ".mjs") : path;
}

function namesEnding(text: string): string {
  return text.replaceAll(CHUNK_IN_TEXT, '"$1.mjs"');
}

/** What the packages of others do when they are loaded is theirs; this one reads shell and does nothing. */
const OWN = /^src\/|^node_modules\/unbash\//;

/** The files that went into it. */
export async function writeSplit(out: string): Promise<string[]> {
  const late = await lateVerbs();
  const built = await build({
    ...SHARED,
    entryPoints: { ...LIBRARY, ...LATE, ...late.entries },
    outdir: out,
    format: "esm",
    splitting: true,
    external: EXTERNAL,
    define: BUILD_ID,
    // Its build for Node is CommonJS.
    alias: { yaml: "./node_modules/yaml/browser/index.js" },
    plugins: [sqlTexts, latePackages, unneeded, englishOnly, named, late.plugin, straight],
    write: false,
  });
  mkdirSync(out, { recursive: true });
  const made = new Map(Object.entries(built.metafile.outputs).map(([file, { inputs }]) => [resolve(file), Object.keys(inputs)]));
  for (const { path, text } of built.outputFiles) {
    const written = withoutImportsOfNode(namesEnding(writeLate(withRequire(text))));
    const isOurs = made.get(path)?.every((file) => OWN.test(file)) === true;
    writeFileSync(nameEnding(path), isOurs ? withLateTables(written) : written);
  }
  // For `require("codicil")`: the same module, so that there is one of each class.
  for (const name of Object.keys(LIBRARY)) writeFileSync(`${out}/${name}.cjs`, `module.exports=require("./${name}.js");\n`);
  return Object.keys(built.metafile.inputs);
}
