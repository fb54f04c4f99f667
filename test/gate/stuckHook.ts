// The hook program with a judge that never returns: what a limit has to end.

import { judgeWith } from "../../src/gate/judging.ts";
import { hookMain } from "../../src/hosts/hook/entry.ts";

judgeWith(() => {
  for (;;);
});
await hookMain(process.argv.slice(2));
