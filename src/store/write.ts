// The pen: the writing half of a store. Who may import this file is held by an architecture test: `deltas` writes documents
// and what belongs to them, `session` writes events.

export { type CommitOutcome, registerWriter, type Writer, type WriteOutcome, writerOf } from "./port/pen.ts";
