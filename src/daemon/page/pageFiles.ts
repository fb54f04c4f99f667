// The page's files by their exact path: one compressed JSON file beside the program, read when the daemon starts. There is no
// folder behind them that one could leave.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { AppError } from "../../base/index.ts";
import type { Reply } from "../requests/answers.ts";

export interface PageFile {
  readonly type: Reply["type"];
  readonly text: string;
}

/** Beside the bundle; or, when the source itself runs, in the folder that `npm run build` fills. */
const BESIDE = ["./page.json.gz", "../../../dist/page.json.gz"];

export function readPage(): ReadonlyMap<string, PageFile> {
  const file = BESIDE.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
  if (file === undefined) throw new AppError("NOT_FOUND", "the page has not been built", { hint: "Run npm run build." });
  return new Map(Object.entries(JSON.parse(gunzipSync(readFileSync(file)).toString()) as Record<string, PageFile>));
}
