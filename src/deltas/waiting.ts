// The second door of deltas: pending entries. Reading only; it loads no Markdown parser, so that `status` answers at once.

export { journalSessions, readJournal } from "./records/journal.ts";
export { listPending } from "./records/pending.ts";
export { listStaged } from "./editing/staging.ts";
