// store: the only room that touches the disk or database of a mind. Drivers: files (default), PostgreSQL
// (postgres/, loaded late), which several machines can share, and single documents over HTTP (remote/, loaded late).
//
// Invariants (P1-P6 are design.md's; each is shown by test/store or test/fault under its number):
//   1. A reader sees a file as it was before a write or after it, never a mix (P1): files change only by rename.
//   2. What was acknowledged survives power loss (P2): file, folder and log are synced before the answer.
//   3. A commit changes both the document and its log, or neither (P3). Until its verdict is written, the temp file
//      and the document's version say which; readers judge by the same rule as recovery.
//   4. A failed write leaves its target byte-identical and nothing that `list` shows (P4).
//   5. A log line is whole or absent (P5). A torn tail is saved aside before it is cut off, and never shown as lines.
//   6. Nothing outside the roots, behind a link that leaves them, or other than a regular file with one name is read
//      or written (P6). A FIFO never blocks; a file that is too large is refused unread.
//   7. A lock belongs to its holder until the holder releases it or dies. Waiting ends with "busy" after the time of LW-71.
//   8. Every error of the operating system leaves this room as an AppError with file and hint.
//
// Writing is not reachable from here: see write.ts.

export { diskFacts, type DiskFacts, lastLines, readSmallText, walkChosen, walkFiles, whyNoText, writtenSince } from "./port/facts.ts";
export { diskError, isAbsent } from "./disk/osErrors.ts";
export { inParts } from "./disk/parts.ts";
export { decoded, linesFromEnd, linesNamed, linesSince, readSideText } from "./port/fromEnd.ts";
export { reduceStateLog } from "./port/reduceLog.ts";
export { appendStateLog, isEndless, settleStateLog, stateLogPlace } from "./port/stateLog.ts";
export { sweepLocks } from "./disk/lock.ts";
export { type LateSync, lateSync } from "./disk/append.ts";
export {
  addToNote,
  boundNotes,
  notesSince,
  readNote,
  removeNote,
  sweepBelow,
  sweepNotes,
  timeOfNote,
  writeNote,
} from "./local/machineNotes.ts";
export { type PrivateText, readPrivateText, keepPrivate, writeNewFile } from "./local/privacy.ts";
export { watchFolders, type Watching } from "./local/watch.ts";
export { Contact, isAway, mustWait } from "./common/contact.ts";
export { type Common, commonOf, copyOut, noteBase, openCommon, replaceCopy } from "./common/open.ts";
export { noteSeen, readSeen, type Seen, SEEN_SUFFIX, type SeenChange } from "./common/seen.ts";
export { commonPlaces, basePlace, BROUGHT, CHECKOUT, isCarried, isCommonDelta, isCommonDocument } from "./common/commonPlaces.ts";
export { isOwn, OWN_FOLDER, OWN_PREFIX, asidePath, isTempName, tempName, tempOwner } from "./port/placeNames.ts";
export { bytesOf, checked, openSpool, partsAt, sourceOf, type Spool } from "./local/spool.ts";
export {
  type Batch,
  frameBatch,
  frameVerdict,
  joinLines,
  judge,
  logLines,
  parseLog,
  undecided,
  visibleInParts,
  visibleLines,
} from "./port/frames.ts";
export { DOCUMENT_LIMIT, INSTRUCTIONS_LIMIT, LOG_LIMIT } from "./port/limits.ts";
export { readCarrierAddress } from "./git/address.ts";
export { readGitBlob, gitFacts, type GitFacts } from "./git/facts.ts";
export { isIgnoredAndUntracked, isTrackedByGit, isUnchangedInGit, wasUnchangedInGit } from "./git/ignored.ts";
export { branchAt } from "./git/indexFile.ts";
export { blobId, type Carrier, dropCarriers, openCarrier, type TreeEntry } from "./git/port.ts";
export { type FilesOptions, openFiles } from "./fileStore.ts";
export { type Kept, openOriginals, type OriginalLine, type Originals } from "./local/originals.ts";
export type { NewPacked, PackedBatch, PackedDocument, PackedIndex, PackedPlace, PackedVectors } from "./port/packed.ts";
export { isDatabaseAddress, partPassword, readAddress } from "./connection/address.ts";
export { type Mark, NOTHING_SENT, type SentKind, type SentLine, type SentLog, type SentLogs, type SentPen } from "./port/sentLogs.ts";
export { openShared, type SharedOptions, openRemote, type RemoteOptions, type RemoteStore, type UrlJudge, type Way } from "./loadedLate.ts";
export { type Operand, type Removed, removeLikeRm, type RemoveOptions } from "./trash/likeRm.ts";
export type { Trashed } from "./trash/trashNotes.ts";
export { FALLBACK_TRASH, isNoTrash, keepAnywhere, keepSmall, openTrashes, type Trashes } from "./trash/anywhere.ts";
export { ignoreItself, openTrash, type Put, type Trash } from "./trash/open.ts";
export { scrubTrash } from "./trash/scrub.ts";
export { isTimeToSweep, sweepTrash, timeOf, type TrashFacts, trashFacts } from "./trash/retention.ts";
export type {
  ChangeNotice,
  Jobs,
  Head,
  Inspection,
  Listening,
  Locked,
  LockOptions,
  LogEnd,
  LogRead,
  OpenBytes,
  Place,
  Root,
  SharedStore,
  Source,
  Standing,
  Store,
  StoredFile,
} from "./port/port.ts";
export {
  closeToOthers,
  fileTimes,
  timesIn,
  type FileTimes,
  mayAccess,
  type SpaceFacts,
  spaceFacts,
  type UpkeepFacts,
  upkeepFacts,
} from "./local/upkeep.ts";
export { patience } from "./port/turns.ts";
