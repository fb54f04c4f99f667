// What a call in a host needs of the store, and no more: files, notes and logs on this disk, and what Git's own files say. A door of
// its own, because the hook starts before every call: trash, databases, other servers and Git's remotes stay unread.

export { type LateSync, lateSync } from "./disk/append.ts";
export { openFiles } from "./fileStore.ts";
export { isIgnoredAndUntracked, isTrackedByGit, isUnchangedInGit, wasUnchangedInGit } from "./git/ignored.ts";
export { branchAt } from "./git/indexFile.ts";
export { addToNote, boundNotes, notesSince, readNote, removeNote, sweepNotes, timeOfNote, writeNote } from "./local/machineNotes.ts";
export { keepPrivate, readPrivateText } from "./local/privacy.ts";
export { diskFacts, type DiskFacts, readSmallText } from "./port/facts.ts";
export { linesFromEnd } from "./port/fromEnd.ts";
export { INSTRUCTIONS_LIMIT } from "./port/limits.ts";
export type { LockOptions, Store } from "./port/port.ts";
export { appendStateLog, settleStateLog, stateLogPlace } from "./port/stateLog.ts";
