// The second door of deltas: pending entries. Reading only; it loads no Markdown parser, so that `status` answers at once.

export { journalSessions, readJournal } from "./journal.ts";
export { listPending } from "./pending.ts";
export { listStaged } from "./staging.ts";
