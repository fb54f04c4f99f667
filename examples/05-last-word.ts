// last-word's own function. A delta that you write by hand is applied like one from a session.
//   node examples/05-last-word.ts [FOLDER]

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLastWord } from "codicil";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
const home = join(folder, "agents");
// `lastWord` does the same on the mind of this environment.
const lastWord = createLastWord({ home, state: join(folder, "state"), cwd: folder });

await lastWord.plan({ path: "USER.md", heading: "Research Interests", operation: "update", content: "- AI agents\n- compilers" });
await lastWord.plan({ path: "USER.md", heading: "Values", operation: "no-op", content: null });
console.log("flush:", (await lastWord.flush()).map(({ status }) => status).join(", "));

const delta = `version: "1.0.0"
source: "me"
entries:
  - key: { path: "~/.config/agents/USER.md", heading: "Name", level: 2 }
    content: "Ada" # text without an operation is an update
`;
mkdirSync(join(home, "last-word"), { recursive: true });
writeFileSync(join(home, "last-word", "by-hand.yaml"), delta);

console.log("pending:", (await lastWord.status()).pending.length);
for (const { status, heading, why } of (await lastWord.apply()).receipts) console.log("apply:", status, heading, why ?? "");
console.log(readFileSync(join(home, "USER.md"), "utf8"));
