// A program of the tests as one file. A dozen that start at once from the source would each read and compile all of it.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { atFileEnd } from "./ends.ts";

/** Below the repository, where native packages are found. */
const FOLDER = fileURLToPath(new URL(`../.test-dist/children-${process.pid}`, import.meta.url));
/** The source reads the SQL of a mind's schema from beside itself. */
const SQL = fileURLToPath(new URL("../src/store/migrations/", import.meta.url));
const built = new Map<string, string>();

export function bundledChild(source: URL): string {
  const path = fileURLToPath(source);
  const known = built.get(path);
  if (known !== undefined) return known;
  const outfile = join(FOLDER, basename(path).replace(/ts$/, "mjs"));
  mkdirSync(FOLDER, { recursive: true });
  cpSync(SQL, FOLDER, { recursive: true, filter: (path) => path === SQL || path.endsWith(".sql") });
  buildSync({
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["fs-native-extensions"],
    banner: { js: 'import{createRequire as requireFrom}from"node:module";const require=requireFrom(import.meta.url);' },
    logLevel: "error",
  });
  atFileEnd(() => {
    built.delete(path);
    rmSync(outfile, { force: true });
  });
  built.set(path, outfile);
  return outfile;
}
