// The library: `import { openMind, plan, apply } from "codicil"`. Verbs take an open mind as their first argument.

export { type Mind, openMind, type OpenOptions } from "./mind/open.ts";
export { begin, type Begun } from "./mind/begin.ts";
export { load, type LoadedDocument } from "./mind/load.ts";
export { apply, type ApplyReport, flush, plan, type PlanRequest, validate } from "./mind/remember.ts";
export { status, type Status } from "./mind/status.ts";
export { accept, type Conflict, conflicts, type Proposal, reject, resolve, review, type Take } from "./mind/review.ts";
export { blame, explain, log, type LoggedChange, show } from "./mind/explain.ts";
export { rollBack, undo } from "./mind/undo.ts";
export { heldLines, type HeldLine, release, trust } from "./mind/quarantine.ts";
export { redact, redactor, scan } from "./mind/content.ts";
export { forget, type Forgotten } from "./mind/forget.ts";
export { memoryAdd, type MemoryAnswer, memoryRead, memoryRemove, memoryReplace } from "./mind/memory.ts";
export { archiveOldDailies } from "./mind/daily.ts";
export { backup, restore } from "./mind/backup.ts";
export { checkKey } from "./mind/checkKey.ts";
export { MemoryFile, type MemorySnapshot, MemoryStore } from "./mind/memoryStore.ts";
export { createLastWord, lastWord, type LastWord } from "./mind/lastWord.ts";
export { AppError, type ErrorCode, ERRORS } from "./base/index.ts";
export type { Change, Config, Delta, Entry, Level, Operation, Origin, Receipt, Role } from "./schema/index.ts";
export type { Validator } from "./deltas/index.ts";
export { decide, type DecideRequest, type Decision, readVerdicts } from "./mind/decide.ts";
export { openPolicySource, type PolicyChange, type PolicySource } from "./mind/policySource.ts";
export { enforce, SecurityViolation } from "./policy/index.ts";
export { doctor, type DoctorReport, type Finding, fixFinding } from "./mind/doctor.ts";
