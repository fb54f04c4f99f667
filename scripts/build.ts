// npm run build: the release. Three CommonJS files for the command line (a cold start is what people wait for: the table,
// the core, and the model providers, which only a chat with a model loads), ES modules for the library. Packages with
// native parts stay outside.

import { build } from "esbuild";
import { chmodSync, rmSync } from "node:fs";

/** The tests build into a folder of their own, so that two runs at once do not pull it from under each other. */
const out = process.argv[2] ?? "dist";
rmSync(out, { recursive: true, force: true });

const shared = { bundle: true, platform: "node", target: "node22", logLevel: "warning", legalComments: "none" } as const;
const external = ["fs-native-extensions"];

// import.meta.url exists in modules only, and import() would start the loader of modules, which costs five milliseconds.
const forCommonJs = { format: "cjs", supported: { "dynamic-import": false }, minifySyntax: true, minifyWhitespace: true, define: { "import.meta.url": "__codicilUrl" } } as const;

await build({
  ...shared,
  ...forCommonJs,
  entryPoints: ["src/cli/entry.ts"],
  outfile: `${out}/codicil.cjs`,
  // The compile cache keeps what is loaded after this line compiled between starts: the core, not this small file.
  banner: { js: '#!/usr/bin/env node\nrequire("node:module").enableCompileCache?.();' },
  plugins: [{ name: "core", setup: (plugin) => plugin.onResolve({ filter: /\/core\.ts$/ }, () => ({ path: "./core.cjs", external: true })) }],
});
chmodSync(`${out}/codicil.cjs`, 0o755);

await build({
  ...shared,
  ...forCommonJs,
  external,
  entryPoints: ["src/cli/core.ts"],
  outfile: `${out}/core.cjs`,
  banner: { js: 'const __codicilUrl=require("node:url").pathToFileURL(__filename).href;' },
  plugins: [{ name: "models", setup: (plugin) => plugin.onResolve({ filter: /\/sdk\.ts$/ }, () => ({ path: "./models.cjs", external: true })) }],
});

await build({
  ...shared,
  ...forCommonJs,
  entryPoints: ["src/runtime/models/sdk.ts"],
  outfile: `${out}/models.cjs`,
  banner: { js: 'const __codicilUrl=require("node:url").pathToFileURL(__filename).href;' },
});

await build({
  ...shared,
  packages: "external",
  entryPoints: { index: "src/index.ts", markdown: "src/markdown/index.ts", policy: "src/policy/index.ts", recall: "src/recall/index.ts", session: "src/session/index.ts", snapshot: "src/snapshot/index.ts" },
  outdir: out,
  format: "esm",
  splitting: true,
});
