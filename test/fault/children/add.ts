// Adds its own numbers to one document and one log, each under the lock, and says which ones were acknowledged.
// argv: home, state, who, how many

import { openFiles } from "../../../src/store/index.ts";
import { writerOf } from "../../../src/store/write.ts";
import { random } from "../../store/rig.ts";

const [home = "", state = "", who = "", count = "0"] = process.argv.slice(2);
const store = openFiles({ home, project: null, state, random });
const writer = writerOf(store);
const document = { root: "home", path: "MEMORY.md" } as const;
const log = { root: "state", path: "log.jsonl" } as const;
const lockName = await store.lockName(document);

for (let number = 0; number < Number(count); number++) {
  const id = `${who}-${number}`;
  const outcome = await store.lock(
    lockName,
    async () => {
      await writer.recover(log, document);
      const file = await store.read(document);
      const text = Buffer.from(file?.bytes ?? []).toString("utf8");
      const bytes = Buffer.from(`${text}${id}\n`);
      return (await writer.commit({ place: document, expect: file?.version ?? null, bytes, log, lines: [id] })).kind;
    },
    { retries: 8, base: 1000, cap: 10_000 },
  );
  if (outcome.kind === "done" && outcome.value === "committed") console.log(id);
  else console.error(id, outcome);
}
