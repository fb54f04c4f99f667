// npm run golden: writes what is generated and kept under version control. The tests fail when it is out of date.
//   src/schema/generated.ts   JSON Schemas of what is stored, from the codecs
//   docs/cli.md               from the command table
//   docs/errors.md            from the error table

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { goldenFiles } from "./goldenFiles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
for (const [path, text] of Object.entries(await goldenFiles())) {
  const file = `${root}${path}`;
  let before: string | null = null;
  try {
    before = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  if (before === text) continue;
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}
