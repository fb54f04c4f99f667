// codicil/runtime. Our own agent: chats, turns, models and tools.

export {
  openChat,
  type Chat,
  type ChatOptions,
  runTurn,
  executeTurn,
  type TurnEvent,
  type TurnReport,
  openModel,
  chooseModel,
  type Model,
  offlineResponder,
  makeTools,
  type Tool,
  type Approver,
  unattended,
} from "../runtime/index.ts";
