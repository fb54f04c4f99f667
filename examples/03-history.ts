// Codicil keeps every version of a document: who wrote a line and why, what it said before, and how to undo it.
//   node examples/03-history.ts [FOLDER]

import { appendFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwner, begin, memoryAdd, openMind, undo } from "codicil";
import { blame, explain, log, show } from "codicil/history";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
const mind = await openMind({ home: join(folder, "agents"), state: join(folder, "state"), cwd: folder });
await begin(mind);

const first = await memoryAdd(mind, { section: "Notes", content: "- the build needs Node 24", session: "s1", reason: "it failed on 20" });
appendFileSync(join(folder, "agents", "MEMORY.md"), "- by hand: ask Grace about releases\n");
await memoryAdd(mind, { section: "Notes", content: "- releases are on Fridays", session: "s2" });

for (const { kind, by, session, reason } of await log(mind, "memory")) console.log("change:", kind, by, session ?? "", reason ?? "");
for (const { line, text, change } of await blame(mind, "memory")) console.log(String(line), change.session ?? change.kind, text);
const { change } = await explain(mind, "memory", 3);
console.log("line 3:", change.reason);

const id = first.receipt.undo ?? "";
console.log("undo:", (await undo(mind, id, { person: asOwner() })).status);
console.log(await show(mind, "memory"));
console.log("as it was:", JSON.stringify(await show(mind, "memory", id)));
await mind.close();
