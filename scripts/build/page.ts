// The page: one file that holds every file of it by its exact path. The daemon reads it once; no path leads anywhere else.

import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const web = (name: string) => fileURLToPath(new URL(`../../web/${name}`, import.meta.url));

export interface BuiltPage {
  readonly [path: string]: { readonly type: string; readonly text: string };
}

export async function buildPage(): Promise<BuiltPage> {
  return (await bundlePage()).page;
}

async function bundlePage(): Promise<{ readonly page: BuiltPage; readonly inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: { page: web("main.tsx") },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
    outdir: "/",
    chunkNames: "[name]-[hash]",
    tsconfig: web("tsconfig.json"),
    write: false,
    metafile: true,
  });
  const style = await build({
    entryPoints: [web("style/page.css")],
    bundle: true,
    minify: true,
    write: false,
    logLevel: "warning",
    legalComments: "none",
  });
  const named = (path: string) => path.replaceAll("\\", "/").replace(/^.*\//, "/");
  const main = Object.entries(metafile.outputs).find(([path]) => named(path) === "/page.js")?.[1];
  // What the page's script needs is fetched along with it, not after it was read.
  const ahead = (main?.imports ?? [])
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => `<link rel="modulepreload" href="${named(path)}">\n`);
  const page: Record<string, { type: string; text: string }> = {
    "/": { type: "text/html; charset=utf-8", text: readFileSync(web("index.html"), "utf8").replace("</head>", `${ahead.join("")}</head>`) },
    "/page.css": { type: "text/css; charset=utf-8", text: style.outputFiles[0]?.text ?? "" },
  };
  for (const { path, text } of outputFiles) page[named(path)] = { type: "text/javascript; charset=utf-8", text };
  return { page, inputs: Object.keys(metafile.inputs) };
}

/** The files that went into it. */
export async function writePage(file: string): Promise<string[]> {
  const { page, inputs } = await bundlePage();
  writeFileSync(file, gzipSync(JSON.stringify(page), { level: 9 }));
  return inputs;
}
