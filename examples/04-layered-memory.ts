// AgentKit's layered memory, by its own names: four layers in one directory, put into a system prompt within budgets.
//   node examples/04-layered-memory.ts [FOLDER]

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryStore } from "codicil";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
const store = new MemoryStore(join(folder, "agentkit"), { state: join(folder, "state"), cwd: folder });

const empty = await store.buildSystemPrompt(await store.loadAll(), "You are a coding agent.");
console.log("without memory:", JSON.stringify(empty));

await store.getFile("soul").write("## Identity\n\nI am Juno.\n");
await store.getFile("user").addSection("Preferences", "- short answers");
const notes = store.getFile("memory");
await notes.addSection("Build", "- the tests take a minute");
await notes.replaceSection("Build", "a minute", "forty seconds");
await store.getFile("daily").addSection("Done", "- moved the parser");

const snapshot = await store.loadAll();
console.log(await store.buildSystemPrompt(snapshot, "You are a coding agent."));
console.log("characters:", snapshot.totalChars > 0, "· section:", JSON.stringify(await notes.readSection("Build")));
console.log("archived:", (await store.archiveOldDailies()).length);
await store.close();
