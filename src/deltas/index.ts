// deltas: plan → journal → pending → (proposal) → apply → ledger; staging, resolve, undo. The only writer of documents.
//
//   D1 a planned entry is on disk before plan answers (P2)
//   D2 an entry changes its document at most once, whatever is retried, repeated or killed (P3)
//   D3 nothing is dropped: an entry ends applied, unchanged, pending, proposed, staged, or refused by a person
//   D4 an entry that is not the person's reaches a rule file only through the person's decision
//   D5 a document changes only together with its ledger (both or neither)
//   D6 an entry never overwrites an edit that was made outside Codicil after the entry was planned
//
// Pending entries are read through waiting.ts, a second entry file: it needs no editor and is called often.

export { decodeText, type Deps, type Validator } from "./records/deps.ts";
export { plan, type PlanRequest } from "./steps/plan.ts";
export { checkBatch, describeRepeat, findRepeat } from "./records/batch.ts";
export { EXCHANGES, withoutExchanges } from "./history/exchanges.ts";
export { type Foreseen, foresee } from "./editing/foresee.ts";
export { flush } from "./steps/flush.ts";
export { apply, type ApplyOptions, type ApplyReport } from "./steps/apply.ts";
export { accept, listPlannedProposals, listProposals, type Proposal, reject } from "./steps/proposals.ts";
export { isKeptRejection, undoReject } from "./records/rejected.ts";
export { type Conflict, listConflicts, resolve, type Take } from "./steps/resolve.ts";
export { originsOfLines, type WrittenLine, writtenLines } from "./history/lineWriters.ts";
export { blame, type BlamedLine, blameLines, changesFor, documentsWithHistory, entriesInHistory, findChange } from "./history/history.ts";
export { type Reach, showAt, signedChanges } from "./history/history.ts";
export { cancelUndone, inverse, undoChange, undoDecided } from "./history/undo.ts";
export { canForget, forgetText, type Forgotten } from "./history/forget.ts";
export { forgetLine } from "./history/forgetLog.ts";
export { scrub, scrubDeep, scrubHistory } from "./history/scrub.ts";
export {
  type Arriving,
  editWhole,
  ensureFile,
  moveDocument,
  type Restored,
  planRestore,
  restoreFiles,
  rewriteFile,
  writeWhole,
} from "./history/whole.ts";
export { readReleases, releaseLines, type Releases, trustProject } from "./records/releases.ts";
export { rollBack, type RolledBack, undoMove } from "./history/rollBack.ts";
export { finishMoves, isMove, type Moved, moveSection } from "./audience/move.ts";
export { holderOf, holdsOwn } from "./audience/narrow.ts";
export { repairLedger } from "./history/repairLedger.ts";
export { archiveFor, writeNow } from "./steps/writeNow.ts";
export { overlay } from "./editing/overlay.ts";
export {
  asForeign,
  type Disarmed,
  disarmJournal,
  disarmPending,
  disarmStaged,
  disarmVerdicts,
  mergeAnswers,
} from "./records/fromElsewhere.ts";
export { sendUnsent } from "./steps/unsent.ts";
export { adopt, whichMind } from "./workingCopy/identity.ts";
export { mergeDocument, type Synced, syncDocuments } from "./workingCopy/sync.ts";
export { beginMove, type Carried, carry, clearBases, clearCarried, endMove } from "./workingCopy/carry.ts";
export { syncByGit } from "./byGit/sync.ts";
export { mergeLedgers, mergeTexts, withoutRepeats } from "./workingCopy/merge.ts";
export { type Arrival, type Received, receiveText, type Standing, standingOf } from "./arriving/receive.ts";
export {
  advance,
  BEYOND,
  type Ledger,
  listLedgers,
  needsFullCopy,
  newestFirst,
  replay,
  spliceBetween,
  splicesOf,
} from "./records/ledger.ts";
export { newestChanges, type ToldChange } from "./history/newestChanges.ts";

// Pure parts with tables of their own in test/deltas; other rooms ask the verbs above.
export { addedText, entriesBetween } from "./arriving/entriesBetween.ts";
export { rebase, type Side } from "./byGit/rebase.ts";
export { changeIdOf, type EditContext, editText, type Item, NO_PAST, type Past } from "./editing/edit.ts";
export { claimsBelow, leftAlone, newerBelow } from "./editing/newerBelow.ts";
export { inOrder } from "./editing/order.ts";
export { changedOutside, touchedSections } from "./editing/outsideEdits.ts";
export { lineSplices } from "./editing/page.ts";
export { leastTrustedOf } from "./history/ancestors.ts";
export { hashOf } from "./records/deps.ts";
export { leavingOrder } from "./steps/makeRoom.ts";
