// runtime: our own agent. One turn as a readable function; models, tools and people behind ports.
//
//   R1 the system prompt is an argument of its own, frozen, and never a message
//   R2 no tool runs but through the workbench, and the workbench asks the gate
//   R3 what a person or a model finished saying is an event before anything is done about it
//   R4 every tool call in the log has an answer in the log
//   R5 a person's yes counts for one exact call

export { executeTurn, type Executed, type ExecuteOptions, MAX_ROUNDS } from "./turn/executeTurn.ts";
export { runTurn, type TurnOptions, type TurnReport } from "./turn/runTurn.ts";
export { type Chat, type Queued, type ChatOptions, openChat } from "./chat/openChat.ts";
export { absentPerson } from "./chat/approvers.ts";
export { type FinishReason, type Model, type ModelCall, type ModelEvent, type ModelRequest, type Usage } from "./ports/model.ts";
export { type Args, type ParameterSchema, type Tool, type ToolContext, type ToolOutcome, type ToolSpec } from "./ports/tool.ts";
export { type Approval, type ApprovalRequest, type Approver, trusting, unattended } from "./ports/approver.ts";
export { alsoInThePage, onlyInThePage } from "./approval/alsoInThePage.ts";
export { type TurnEvent, type TurnListener } from "./ports/events.ts";
export {
  type DoneCall,
  type FinishedTurn,
  type Heard,
  type HookAnswer,
  type MemoryDecisions,
  NOTHING_HEARD,
  plainSteps,
  type PostProcessor,
  type ProcessedReply,
  type ReplyStream,
  type TurnHooks,
  type TurnSteps,
  type TurnView,
} from "./ports/steps.ts";
export { type TurnRecord } from "./turn/record.ts";
export { openWorkbench, type Workbench, type WorkbenchOptions } from "./turn/workbench.ts";

export { compact, type Compacted, type CompactReason } from "./compacting/compact.ts";

// Around a turn: the answer's filter, hooks, memory in conversation.
export { createReplyFilter, processReply, type ReplyFilter } from "./reply/filter.ts";
export { emojiLimit, makePostProcessor } from "./reply/postProcess.ts";
export { findHooks, type FoundHooks, type Hook } from "./hooks/find.ts";
export { type Fired, type Hooks, openHooks } from "./hooks/fire.ts";
export { hooksAround } from "./hooks/around.ts";
export { trustHook } from "./hooks/trust.ts";

// Models.
export { chooseModel, type ChooseRequest, type ModelChoice } from "./models/choose.ts";
export { openModel } from "./models/open.ts";
export { offlineResponder } from "./offline/responder.ts";
export { openRemoteModel, type RemoteOptions } from "./models/remoteModel.ts";
export { costOf } from "./models/prices.ts";
export { type AccountLine, accountOf, sayAccount } from "./models/account.ts";

// A model that reads instruction files.
export { type ReadByModel, type ReadOptions, readWithModel, repairOf } from "./policy/readWithModel.ts";

// Tools.
export { makeTools, type ToolboxOptions } from "./tools/index.ts";
export { memoryDecisions } from "./memory/decisions.ts";

// The end of a session.
export { type Account, accountFor } from "./ending/account.ts";
export { type EndReason, type Ended, endSession } from "./ending/endSession.ts";
export { holdingChat, noteBegan, readChatNotes } from "./ending/openChats.ts";
export { type Recovered, recoverChats } from "./ending/recover.ts";

// A whole conversation.
export { type Conversation, type ConversationOptions, converse, openConversation } from "./conversation/open.ts";
export { noteInput, readInputHistory } from "./conversation/inputHistory.ts";
export { runPersonCommand } from "./conversation/personCommand.ts";
export { undoLast, type Undone } from "./conversation/undoLast.ts";
export { showWaiting } from "./memory/showWaiting.ts";

// The heartbeat.
export { beat, type Beat, beatIfOn, heartbeatState, isBeatDue, switchHeartbeat } from "./heartbeat/beat.ts";
export { type Candidate, extractCandidates, readCandidates } from "./heartbeat/candidates.ts";
export { distil, type Distilled, type DistilOptions } from "./heartbeat/distil.ts";
export { type Job, queueJob, readJobs, type Worked, workOff } from "./heartbeat/jobs.ts";
