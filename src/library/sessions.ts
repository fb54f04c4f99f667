// codicil/sessions. Sessions of an open mind. (codicil/session has the functions on a session's events, without a mind.)

export {
  startSession,
  openSession,
  resumeSession,
  append as appendToSession,
  listSessions,
  listEverywhere,
  show as showSession,
  eventsOf,
  contextOf,
  buildContext,
  branch,
  clone,
  hide as hideTurn,
  steer,
  announce,
  verify,
  transcript,
  toMarkdown,
  diffPrompts,
} from "../activity/sessions.ts";
export {
  freeze,
  type FreezeOptions,
  type Frozen,
  type InstructionSnapshot,
  renderSystemPrompt,
  receiptOf,
} from "../mind/session/freeze.ts";
