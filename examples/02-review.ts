// An agent's change to SOUL.md needs a person's approval. The approval counts only for what the person saw.
//   node examples/02-review.ts [FOLDER]

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accept, apply, AppError, asOwner, begin, flush, openMind, plan, reject, review } from "codicil";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
const mind = await openMind({ home: join(folder, "agents"), state: join(folder, "state"), cwd: folder });
await begin(mind);

// Only a person approves. A program that embeds Codicil passes a person only if its own user, and no model, decided.
const person = asOwner();

const session = "tuesday";
await plan(mind, { path: "SOUL.md", heading: "Values", content: "Say what is not known.", session, reason: "guessed twice today" });
await plan(mind, { path: "SOUL.md", heading: "Motto", content: "Move fast.", session });
await flush(mind, session);
for (const { status, heading } of (await apply(mind)).receipts) console.log("apply:", status, heading);

for (const { id, hash, heading, reason, after } of await review(mind)) {
  console.log("proposal:", heading, reason === undefined ? "" : `(${reason})`, JSON.stringify(after));
  if (heading === "Motto") {
    console.log("rejected:", (await reject(mind, id, { person, forEver: true })).status);
    continue;
  }
  try {
    await accept(mind, id, { person, hash: "of something else" });
  } catch (error) {
    console.log("not what was shown:", (error as AppError).code);
  }
  console.log("accepted:", (await accept(mind, id, { person, hash })).status);
}

const again = await plan(mind, { path: "SOUL.md", heading: "Motto", content: "Move fast.", session: "wednesday" });
console.log("the same words again:", again.status);
await mind.close();
