// Preloaded into a program (--import): writes down each file of src/ that Node loads, one per line.

import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["CODICIL_LOADS"];
const src = new URL("../../src/", import.meta.url).href;

// The source keeps no compiled policy; a release does, and what it reads on the next call is the walk of a denial.
(globalThis as { CODICIL_BUILD?: string }).CODICIL_BUILD = "walk";

registerHooks({
  load: (url, context, next) => {
    if (file !== undefined && url.startsWith(src)) appendFileSync(file, `${url.slice(src.length)}\n`);
    return next(url, context);
  },
});
