// The second door of deltas: what waits. Reading only; it loads no Markdown parser, so that `status` answers at once.

export { journalSessions, readJournal } from "./journal.ts";
export { listPending, type PendingEntry, type PendingFile, type PendingList } from "./pending.ts";
export { listStaged, type StagedFile } from "./staging.ts";
