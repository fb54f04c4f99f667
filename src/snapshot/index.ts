// snapshot: the frozen instruction set of a session, its prompt, its receipt. Pure.
//
//   N1 the same snapshot renders to the same bytes, whatever changed on disk since
//   N2 six sections, in one order; nothing before the last one depends on a clock, a counter or a question
//   N3 text from a file never leaves its tag
//   N4 a clause that is not enforced is never left out of a rendered block

export { agentsBlock, type AgentsFile, type CompiledClause, distil } from "./agents.ts";
export { REMINDER_SENTENCE, buildSnapshot, type LeftOut, renderSystemPrompt, sessionTypeOf, type SnapshotFacts } from "./build.ts";
export { changedSince, diffSnapshots, type FileNow, shortDiff, type SnapshotDiff, type SourceChange, type SourceEdit } from "./compare.ts";
export { expandImports, IMPORT_DEPTH, type Imported } from "./imports.ts";
export { type DeferredFolder, MEMORY_PREFACE, memoryBlock, type MemoryDocument, type MemoryLayer } from "./memory.ts";
export { type PromptReceipt, receiptOf, type ReceiptRow } from "./receipt.ts";
export { type EnvironmentFacts, humanDate, MOST_MODULES, type TimeFacts, type WorkspaceFacts } from "./surroundings.ts";
export { escapeReminder, escapeTags, wrapReminder } from "./tags.ts";
export { type Reader, READERS, type ToldToLoad, whichFiles } from "./whichFiles.ts";
