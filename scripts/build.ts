// npm run build: the release. One CommonJS file for the command line (a cold start is what people wait for), ES modules
// for the library. Packages with native parts stay outside.

import { build } from "esbuild";
import { chmodSync, rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });

const shared = { bundle: true, platform: "node", target: "node22", logLevel: "warning", legalComments: "none" } as const;
const external = ["fs-native-extensions"];

await build({
  ...shared,
  external,
  entryPoints: ["src/cli/entry.ts"],
  outfile: "dist/codicil.cjs",
  format: "cjs",
  minifySyntax: true,
  minifyWhitespace: true,
  // The compile cache keeps the compiled code between starts; import.meta.url exists in modules only.
  banner: { js: '#!/usr/bin/env node\nrequire("node:module").enableCompileCache?.();const __codicilUrl=require("node:url").pathToFileURL(__filename).href;' },
  define: { "import.meta.url": "__codicilUrl" },
});
chmodSync("dist/codicil.cjs", 0o755);

await build({
  ...shared,
  external,
  packages: "external",
  entryPoints: { index: "src/index.ts", markdown: "src/markdown/index.ts" },
  outdir: "dist",
  format: "esm",
  splitting: true,
});
