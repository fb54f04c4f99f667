// npm run build: the release. CommonJS files for the command line (the table, three cores, and the model providers, which only
// a chat with a model loads) and for the hook: a cold start is what people wait for. ES modules for the library. Packages
// with native parts stay outside.

import { build, type Plugin } from "esbuild";
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { writePage } from "./buildPage.ts";
import { latePackages } from "./latePackages.ts";

/** The tests build into a folder of their own, so that two runs at once do not pull it from under each other. */
const out = process.argv[2] ?? "dist";
rmSync(out, { recursive: true, force: true });

const shared = { bundle: true, platform: "node", target: "node22", logLevel: "warning", legalComments: "none" } as const;
const external = ["fs-native-extensions"];

// import.meta.url exists in modules only, and import() would start the loader of modules, which costs five milliseconds.
const forCommonJs = { format: "cjs", supported: { "dynamic-import": false }, minifySyntax: true, minifyWhitespace: true, define: { "import.meta.url": "__codicilUrl", "globalThis.CODICIL_BUILD": JSON.stringify(buildId()) } } as const;
const url = 'const __codicilUrl=require("node:url").pathToFileURL(__filename).href;';

/**
 * What is loaded after this line is kept compiled between starts; in the state, where no agent's call may write. The state is
 * made here first, for its owner alone. Where anybody else could have put something there, nothing of it is loaded.
 */
const keepCompiled = [
  "{const{env}=process,fs=require('node:fs')",
  "state=env.CODICIL_STATE||`${env.XDG_STATE_HOME||`${env.HOME||require('node:os').homedir()}/.local/state`}/codicil`",
  "kept=`${state}/compiled`",
  "isOwn=(folder)=>{const{mode,uid}=fs.statSync(folder);return(mode&0o22)===0&&uid===(process.getuid?.()??uid)}",
].join(",") + ";try{fs.mkdirSync(kept,{recursive:true,mode:0o700});if(isOwn(state)&&isOwn(kept))require('node:module').enableCompileCache?.(kept)}catch{}}";

/** Caches of what this program computed are good for this very source only. */
function buildId(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync("src", { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".ts")).sort()) hash.update(name).update(readFileSync(`src/${name}`));
  return hash.digest("hex").slice(0, 16);
}

/** Late imports of the command line that become files of their own, by the name of the file. */
const CLI_PARTS = { core: "src/cli/core.ts", middle: "src/cli/middle.ts", more: "src/cli/more.ts", hookCore: "src/hosts/hook/entry.ts" } as const;
/** And of the hook: what a call that passed before does not need. */
const HOOK_PARTS = { hookRest: "src/hosts/hook/rest.ts", hookJudge: "src/gate/judging.ts", hookCompile: "src/gate/compiling.ts", hookSettle: "src/mind/hosting/settleInHost.ts", hookLines: "src/hosts/hook/firstUse.ts" } as const;
const apart: Plugin = {
  name: "apart",
  setup: (plugin) => {
    const names = new Map(Object.entries({ ...CLI_PARTS, ...HOOK_PARTS }).map(([name, file]) => [resolve(file), name]));
    plugin.onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) => {
      const name = kind === "dynamic-import" ? names.get(resolve(resolveDir, path)) : undefined;
      return name === undefined ? undefined : { path: `./${name}.cjs`, external: true };
    });
  },
};

await build({
  ...shared,
  ...forCommonJs,
  entryPoints: ["src/cli/entry.ts"],
  outfile: `${out}/codicil.cjs`,
  banner: { js: `#!/usr/bin/env node\n${keepCompiled}` },
  plugins: [apart],
});
chmodSync(`${out}/codicil.cjs`, 0o755);

/** Speaks to PostgreSQL; only a mind that is in a database loads it. */
const DATABASE_FILES = { "/wire.ts": "./postgres.cjs", "/queueLibrary.ts": "./jobs.cjs" } as const;
const database: Plugin = {
  name: "database",
  setup: (plugin) =>
    plugin.onResolve({ filter: /\/(?:wire|queueLibrary)\.ts$/ }, ({ path, kind }) => {
      const found = kind === "entry-point" ? undefined : Object.entries(DATABASE_FILES).find(([end]) => path.endsWith(end));
      return found === undefined ? undefined : { path: found[1], external: true };
    }),
};

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

for (const name of ["core", "middle", "more"] as const) {
  await build({
    ...shared,
    ...forCommonJs,
    external,
    entryPoints: [CLI_PARTS[name]],
    outfile: `${out}/${name}.cjs`,
    banner: { js: url },
    plugins: [
      latePackages,
      database,
      { name: "models", setup: (plugin) => plugin.onResolve({ filter: /\/sdk\.ts$/ }, () => ({ path: "./models.cjs", external: true })) },
      { name: "mcp", setup: (plugin) => plugin.onResolve({ filter: /\/library\.ts$/ }, () => ({ path: "./mcp.cjs", external: true })) },
    ],
  });
}

await build({
  ...shared,
  ...forCommonJs,
  entryPoints: ["src/runtime/models/sdk.ts"],
  outfile: `${out}/models.cjs`,
  banner: { js: url },
});

// The protocol's own library, which only `codicil mcp` loads.
await build({ ...shared, ...forCommonJs, entryPoints: ["src/hosts/mcp/library.ts"], outfile: `${out}/mcp.cjs`, banner: { js: url } });

// The hook is a program of its own: hosts start it before every call. This small file only opens the compile cache.
writeFileSync(`${out}/hook.cjs`, `#!/usr/bin/env node\n${keepCompiled}require("./hookCore.cjs").hookMain(process.argv.slice(2));\n`);
chmodSync(`${out}/hook.cjs`, 0o755);
await build({ ...shared, ...forCommonJs, minifyIdentifiers: true, external, entryPoints: ["src/hosts/hook/entry.ts"], outfile: `${out}/hookCore.cjs`, banner: { js: url }, plugins: [apart] });
for (const [name, entry] of Object.entries(HOOK_PARTS)) {
  await build({ ...shared, ...forCommonJs, external, entryPoints: [entry], outfile: `${out}/${name}.cjs`, banner: { js: url }, plugins: [latePackages, database] });
}
await build({ ...shared, ...forCommonJs, entryPoints: ["src/store/postgres/wire.ts"], outfile: `${out}/postgres.cjs`, banner: { js: url } });
await build({ ...shared, ...forCommonJs, entryPoints: ["src/store/postgres/queueLibrary.ts"], outfile: `${out}/jobs.cjs`, banner: { js: url }, plugins: [unneeded] });

// Plugins live in other programs (one of them runs on Bun): one file each, no imports but Node's own.
for (const host of ["opencode", "pi"]) {
  await build({ ...shared, format: "esm", minify: true, entryPoints: [`src/hosts/plugins/${host}.ts`], outfile: `${out}/${host}-plugin.js`, define: { ...forCommonJs.define, "import.meta.url": '"file:///"', CODICIL_INSTALLATION: "__CODICIL_INSTALLATION__" } });
}

await build({
  ...shared,
  packages: "external",
  entryPoints: { index: "src/index.ts", markdown: "src/markdown/index.ts", policy: "src/policy/index.ts", recall: "src/recall/index.ts", session: "src/session/index.ts", snapshot: "src/snapshot/index.ts" },
  outdir: out,
  format: "esm",
  splitting: true,
  plugins: [{ name: "queue", setup: (plugin) => plugin.onResolve({ filter: /\/queueLibrary\.ts$/ }, () => ({ path: "./jobs.cjs", external: true })) }],
});

await writePage(`${out}/page.json`);
