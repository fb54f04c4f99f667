// What all parts of the release have in common.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { indexOfPrograms } from "../../src/analysis/index.ts";

export const SHARED = {
  bundle: true,
  platform: "node",
  target: "node22",
  // One letter beyond Latin, and V8 keeps two bytes for each of a file's.
  charset: "ascii",
  logLevel: "warning",
  legalComments: "none",
  minify: true,
  metafile: true,
} as const;

/** Native code cannot be bundled; without it locks are taken another way (src/store/disk/lock.ts). */
export const EXTERNAL = ["fs-native-extensions"];

/** Caches of what this program computed are good for this very source only. */
export const BUILD_ID = {
  "globalThis.CODICIL_BUILD": JSON.stringify(buildId()),
  // Which tables know a program: the others are not made for it.
  "globalThis.CODICIL_PROGRAMS": JSON.stringify(indexOfPrograms()),
} as const;

function buildId(): string {
  const hash = createHash("sha256");
  const names = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".ts"));
  for (const name of names.sort()) hash.update(name).update(readFileSync(`src/${name}`));
  return hash.digest("hex").slice(0, 16);
}
