// codicil/history. History: what changed, who changed it, and back again.

export { log, type LoggedChange, type LogOptions, show, blame, explain } from "../mind/documents/explain.ts";
export { undo, rollBack } from "../mind/documents/undo.ts";
export type { Change } from "../schema/index.ts";
