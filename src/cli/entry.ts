// What node runs. Everything else is imported late, so that `--version` costs little more than an empty node.

import { main } from "./main.ts";

// No top-level await: the release is one CommonJS file, which has none.
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
