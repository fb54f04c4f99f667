// Names of `codicil` about memory, each in a statement of its own: docs/api shows them. Run by a test; nothing is printed but the last line.
//   node examples/names/memory.ts [FOLDER]

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ApplyReport,
  apply,
  asOwner,
  type Audience,
  begin,
  type Begun,
  type Change,
  type Config,
  createLastWord,
  type Delta,
  type Entry,
  flush,
  forget,
  type Forgotten,
  type LastWord,
  lastWord,
  type Level,
  memoryAdd,
  type MemoryAnswer,
  MemoryFile,
  memoryRead,
  memoryRemove,
  memoryReplace,
  type MemoryResult,
  type MemorySnapshot,
  MemoryStore,
  MemoryTool,
  type Mind,
  openMind,
  type OpenOptions,
  type Operation,
  type Origin,
  type Person,
  plan,
  type PlanRequest,
  recall,
  type Recalled,
  type RecallHit,
  type RecallOptions,
  type Receipt,
  redact,
  type Role,
  status,
  type Status,
  undo,
} from "codicil";
import { log } from "codicil/history";

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "codicil-example-"));
const where: OpenOptions = { home: join(folder, "agents"), state: join(folder, "state"), cwd: folder };
const mind: Mind = await openMind(where);
const begun: Begun = await begin(mind, { character: { name: "Juno" } });
const person: Person = asOwner();

// What an agent learns.
const added: MemoryAnswer = await memoryAdd(mind, { file: "memory", section: "Build", content: "- the tests take a minute" });
await memoryReplace(mind, { file: "memory", section: "Build", oldText: "a minute", newText: "forty seconds" });
const { text } = await memoryRead(mind, "memory");
await memoryAdd(mind, { section: "Old", content: "- gone soon" });
const removed = await memoryRemove(mind, { file: "memory", section: "Old" });

// What it plans, and what becomes of it.
const operation: Operation = "append";
const level: Level = 2;
const origin: Origin = "agent";
const audience: Audience = "team";
const request: PlanRequest = { path: "USER.md", heading: "Tools", level, operation, content: "- pnpm", session: "monday", origin };
const planned: Receipt = await plan(mind, request);
const now: Status = await status(mind);
await flush(mind, "monday");
const report: ApplyReport = await apply(mind);
const [newest]: Pick<Change, "heading">[] = await log(mind, "USER.md");
const undone = await undo(mind, report.receipts[0]?.undo ?? "", { person });

// A delta, as a file of `last-word/` has it.
const entry: Entry = {
  key: { path: "USER.md", heading: "Name" },
  operation,
  content: "Ada",
  meta: { session_id: "s", timestamp: "", source: origin },
};
const delta: Delta = { version: "1.1.0", source: "s", entries: [entry] };

// What is found again, and what must not be.
const options: RecallOptions = { scope: "main", limit: 3 };
const found: Recalled = await recall(mind, "how long do the tests take", options);
const hit: RecallHit | undefined = found.hits[0];
const safe = await redact(mind, "the key is AKIAIOSFODNN7EXAMPLQ");
const forgotten: Forgotten = await forget(mind, "forty seconds", { person });

// Which budget a role has is the person's decision.
const role: Role = "memory";
const { budgets }: Config = mind.config;
await mind.close();

// The two older libraries, by their own names.
const words: LastWord = createLastWord(where);
await words.plan({ path: "USER.md", heading: "Name", content: "Ada" });
// `lastWord` is the same for the mind of this machine.
const shared: LastWord = lastWord;
const store = new MemoryStore(join(folder, "agentkit"), { state: join(folder, "kit"), cwd: folder });
const soul: MemoryFile = store.getFile("soul");
const tool = new MemoryTool(store);
const answer: MemoryResult = await tool.call("memory_add", { file: "user", section: "Name", content: "Ada" });
const layers: MemorySnapshot = await store.loadAll();
await store.close();

const seen = [
  begun.created.length > 3,
  added.receipt.status,
  text.includes("forty seconds"),
  removed.receipt.status,
  planned.status,
  now.journalled.length,
  report.receipts.length,
  newest?.heading,
  undone.status,
  delta.entries.length,
  hit?.document,
  safe.text.includes("AKIA"),
  forgotten.documents,
  budgets[role] ?? audience,
  typeof shared.plan,
  (await soul.read()) === "",
  answer.success,
  layers.totalChars >= 0,
];
console.log(seen.join(" "));
