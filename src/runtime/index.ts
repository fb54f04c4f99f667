// runtime: Codicil's own agent. One turn as a readable function; models, tools and people are behind ports.
//
//   R1 the system prompt is an argument of its own, frozen, and never a message
//   R2 tools run only through the workbench, and the workbench asks the gate
//   R3 a finished message of a person or a model is stored as an event before anything acts on it
//   R4 every tool call in the log has an answer in the log
//   R5 a person's yes counts for one exact call

export { executeTurn } from "./turn/executeTurn.ts";
export { runTurn, type TurnReport } from "./turn/runTurn.ts";
export { type Chat, type Queued, type ChatOptions, openChat } from "./chat/openChat.ts";
export { absentPerson, type Approver, trusting, unattended } from "./ports/approver.ts";
export { type Model, type ModelEvent, type ModelRequest } from "./ports/model.ts";
export { type Tool } from "./ports/tool.ts";
export { alsoInThePage, onlyInThePage } from "./approval/alsoInThePage.ts";
export { type TurnEvent, type TurnListener, NOTHING_HEARD, plainSteps } from "./ports/steps.ts";

export { compact } from "./compacting/compact.ts";

// Around a turn: the answer's filter, hooks, memory in conversation.
export { makePostProcessor } from "./reply/postProcess.ts";
export { findHooks, trustHook } from "./hooks/find.ts";
export { openHooks } from "./hooks/fire.ts";
export { hooksAround } from "./hooks/around.ts";

// Models.
export { chooseModel } from "./models/choose.ts";
export { openModel } from "./models/open.ts";
export { PROVIDERS } from "./models/providers.ts";
export { offlineResponder } from "./offline/responder.ts";
export { openRemoteModel, type RemoteOptions } from "./models/remoteModel.ts";
export { costOf } from "./models/prices.ts";
export { accountOf, costs, costsOfSessions, sayAccount } from "./models/costs.ts";

// A model that reads instruction files.
export { readWithModel } from "./policy/readWithModel.ts";

// Tools.
export { makeTools } from "./tools/index.ts";
export { memoryDecisions } from "./memory/decisions.ts";

// The end of a session.
export { type EndReason, type Ended, endSession } from "./ending/endSession.ts";
export { holdingChat, noteBegan, readChatNotes } from "./ending/openChats.ts";
export { recoverChats } from "./ending/recover.ts";

// A whole conversation.
export { type Conversation, type ConversationOptions, converse } from "./conversation/open.ts";
export { noteInput, readInputHistory, runPersonCommand } from "./conversation/typed.ts";
export { undoLast } from "./conversation/undoLast.ts";
export { showPending } from "./memory/shown.ts";

// The heartbeat.
export { beat, beatIfOn, heartbeatState, switchHeartbeat } from "./heartbeat/beat.ts";
export { distil, type Distilled } from "./heartbeat/distil.ts";
export { queueJob, readJobs, workOff } from "./heartbeat/jobs.ts";
export { promisesToRemember, readWishes, readWord } from "./memory/wordings.ts";
