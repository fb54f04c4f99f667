// session: append-only files of events, the tree they form, and what the model and the person get to see of it.
//
//   E1 an incomplete line does not count and is reported with its number; nothing is rewritten
//   E2 a session has one snapshot, before its first message; resume, branch and clone use the same
//   E3 the context is a function of the branch: same events, same bytes
//   E4 a harness item never leaves its envelope and never enters the system prompt
//   E5 an unknown type is kept and skipped; our own types are checked strictly, in and out
//   E6 a detected secret is never written
//   E7 only one machine writes a session; what it sent is the session's beginning, and other machines only read it
//
// Tree, context, display and verify are pure; `log` reads files in parts, only `write` writes, `sent` exchanges events
// with the store that machines have in common.

export { type Adopted, adoptedId, type AdoptedStep, adoptEvents } from "./write/adopt.ts";
export { buildContext, buildMessages, type Context, hashMessages } from "./context/context.ts";
export { hiddenTurns } from "./log/hidden.ts";
export { type ShowOptions, type ShownEvent, showSession, toMarkdown, transcript } from "./events/display.ts";
export type { Draft } from "./write/draft.ts";
export {
  appendEvents,
  type AppendOptions,
  branchSession,
  cloneSession,
  createSession,
  eventBatches,
  hideTurn,
  type HideOptions,
  type SessionDeps,
  verifyLog,
} from "./write/sessionFiles.ts";
export { redactEvent } from "./write/redactEvent.ts";
export { copiedFrom, fetchSession } from "./sent/fetch.ts";
export { forgetSent } from "./sent/forget.ts";
export { type Sending, sendLog, type SendOutcome } from "./sent/send.ts";
export {
  beganAt,
  copyPlaceOf,
  dropShelfNotes,
  glanceAtSession,
  isOwnSession,
  keepShelfNotes,
  listSessionIds,
  loadSession,
  placeOf,
  readShelfNotes,
  sessionIdsIn,
  type ShelfNotes,
  stampFacts,
  stampOf,
} from "./kept/shelf.ts";
export { changesNotice, dateChange, defaultVisibility } from "./events/notices.ts";
export { type Problem, readSession, type Session, type SessionEvent, type SessionLines } from "./log/read.ts";
export { branchTo, firstWordsOf, type FrozenPrompt, frozenPrompt, queueOf, titleOf, treeEvent } from "./log/tree.ts";
export { callTurns } from "./events/calls.ts";
export { type PastCall, type Turn, turnReader, type TurnReader, turnsOf } from "./events/turns.ts";
export { type Verification, verifySession } from "./events/verify.ts";
