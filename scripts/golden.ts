// npm run golden: writes what is generated and kept under version control. The tests fail when it is out of date.
//   src/schema/generated.ts   JSON Schemas of what is stored, from the codecs
//   docs/cli.md               from the command table
//   docs/errors.md            from the error table
//   docs/api                  from the exported names and their comments

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { apiPages } from "./apiPages.ts";
import { goldenFiles } from "./goldenFiles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
for (const [path, text] of Object.entries({ ...(await goldenFiles()), ...apiPages() })) {
  const file = `${root}${path}`;
  let before: string | null = null;
  try {
    before = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  if (before === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}
