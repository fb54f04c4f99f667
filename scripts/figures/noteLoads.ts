// Preloaded into a program (--import): writes down each file of src/ that Node loads, one per line.

import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["CODICIL_LOADS"];
const src = new URL("../../src/", import.meta.url).href;

registerHooks({
  load: (url, context, next) => {
    if (file !== undefined && url.startsWith(src)) appendFileSync(file, `${url.slice(src.length)}\n`);
    return next(url, context);
  },
});
