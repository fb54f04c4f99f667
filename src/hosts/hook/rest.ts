// The second file of the hook: everything that a call which is allowed at once does not need.

export { answerPlainEvent, handleEvent } from "./events.ts";
export { serveQuestions } from "./resident.ts";
export { logHook } from "../../hostSessions/hookLog.ts";
export { settleNow } from "./settle.ts";
