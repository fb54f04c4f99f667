// The hook program with a judge that never returns: what a limit has to end.

import { judgeWith } from "../../src/gate/judging.ts";
import { hookMain } from "../../src/hosts/hook/entry.ts";

judgeWith(() => {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
await hookMain(process.argv.slice(2));
