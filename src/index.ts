// The library: `import { openMind, plan, apply } from "codicil"`. Verbs take an open mind as their first argument. What is needed
// less often is in codicil/documents, history, gate, sessions, memory, bank, transfer and runtime (src/library).

export { openMind, type Mind, type OpenOptions } from "./mind/open.ts";
export { begin, type Begun } from "./mind/documents/begin.ts";
export { plan, flush, apply, type ApplyReport, type PlanRequest } from "./mind/documents/remember.ts";
export { status, type Status } from "./mind/overview/status.ts";
export { review, accept, reject, conflicts, resolve, type Conflict, type Proposal, type Take } from "./mind/documents/review.ts";
export { undo } from "./mind/documents/undo.ts";
export { forget, type Forgotten } from "./sharing/forget.ts";
export { recall, type Recalled, type RecallHit, type RecallOptions } from "./finding/recall.ts";
export { decide, type DecideRequest, type Decision } from "./mind/session/decide.ts";
export { afterCall, type After, type AfterRequest } from "./calls/afterCall.ts";
export { gateTools, type GateToolsOptions } from "./calls/gateTools.ts";
export { enforce, enforceOrThrow, isAuthorized } from "./calls/sessionPolicy.ts";
export { SecurityViolation } from "./policy/index.ts";
export { memoryAdd, memoryRead, memoryReplace, memoryRemove, type MemoryAnswer } from "./mind/documents/memory.ts";
export { MemoryFile, MemoryStore, type MemorySnapshot } from "./library/layered/memoryStore.ts";
export { MemoryTool, type MemoryResult } from "./library/layered/memoryTool.ts";
export { lastWord, createLastWord, type LastWord } from "./mind/overview/lastWord.ts";
export { freeze, renderSystemPrompt, type FreezeOptions, type Frozen, type InstructionSnapshot } from "./mind/session/freeze.ts";
export { startSession, openSession, append as appendToSession, buildContext } from "./activity/sessions.ts";
export {
  executeTurn,
  openChat,
  type Chat,
  type ChatOptions,
  type Model,
  type Tool,
  type TurnEvent,
  type TurnReport,
  type Approver,
} from "./runtime/index.ts";
export { redact } from "./mind/overview/content.ts";
export { doctor, type DoctorReport, type Finding } from "./doctor/index.ts";
export { asOwner, type Person } from "./mind/person.ts";
export { AppError, ERRORS, type ErrorCode } from "./base/index.ts";
export type { Audience, Change, Config, Delta, Entry, Level, Operation, Origin, Receipt, Role } from "./schema/index.ts";
