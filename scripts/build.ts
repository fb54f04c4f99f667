// npm run build: the release, in steps. Why it is cut this way: docs/decisions/0050-one-build.md.
//   node scripts/build.ts [FOLDER] [--types]

import { rmSync } from "node:fs";
import { compileEarly } from "./build/eager.ts";
import { writeFirstFiles } from "./build/firstFiles.ts";
import { writeNotices } from "./build/notices.ts";
import { writePage } from "./build/page.ts";
import { writePlugins } from "./build/plugins.ts";
import { writeSplit } from "./build/split.ts";
import { writeTypes } from "./build/types.ts";

const words = process.argv.slice(2);
/** The tests build into a folder of their own, so that two runs at once do not pull it from under each other. */
const out = words.find((word) => !word.startsWith("--")) ?? "dist";

rmSync(out, { recursive: true, force: true });
const inputs = [await writeSplit(out), await writePlugins(out), await writePage(`${out}/page.json.gz`)].flat();
writeNotices(out, inputs);
if (words.includes("--types")) writeTypes(out);
// The last of all: `./codicil` runs the release where this file is newer than the source.
await writeFirstFiles(out);
compileEarly(out);
