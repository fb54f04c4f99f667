// An agent declares two entries in a session; the session stops; the writer puts them into the documents.
//   node examples/01-remember.ts [FOLDER]      FOLDER: where the mind is to live; a new temp folder otherwise

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apply, begin, flush, openMind, plan } from "codicil";
import { show } from "codicil/history";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
const mind = await openMind({ home: join(folder, "agents"), state: join(folder, "state"), cwd: folder });
await begin(mind); // SOUL.md, USER.md, MEMORY.md, unless they are there

const session = "monday";
await plan(mind, { path: "USER.md", heading: "Preferences", content: "- short answers", session, reason: "said so twice" });
await plan(mind, { path: "MEMORY.md", heading: "Notes", operation: "append", content: "- tests run with npm test", session });

for (const { status, document } of await flush(mind, session)) console.log("flush:", status, document);
for (const { status, document, undo } of (await apply(mind)).receipts)
  console.log("apply:", status, document, undo === undefined ? "" : "(can be undone)");
console.log(await show(mind, "USER.md"));

// Nothing is left to apply. If a crash had left an entry twice, the ledger would recognise it by its id.
console.log("again:", (await apply(mind)).receipts.length, "receipts");
await mind.close();
