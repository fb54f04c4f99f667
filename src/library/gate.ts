// codicil/gate. The gate: verdicts on calls, a person's decisions on readings, approvals, files that were changed behind it.

export { gateTools, type GateToolsOptions } from "../calls/gateTools.ts";
export { decide, type DecideRequest, type Decision } from "../mind/session/decide.ts";
export { afterCall, type After, type AfterRequest } from "../calls/afterCall.ts";
export { readVerdicts, listVerdicts, type ListedVerdict, lastVerdicts } from "../calls/verdictLog.ts";
export { enforce, enforceOrThrow, isAuthorized, policiesOf, SecurityViolation, type SessionPolicies } from "../calls/sessionPolicy.ts";
export { openPolicySource, type PolicyChange, type PolicySource } from "../mind/session/policySource.ts";
export { decideReading, type DecidedReading, type ReadingPlace, undoReading, lockPolicy } from "../calls/readings.ts";
export { requestReadings, proposeReadings, policySuggestions, type Suggestion } from "../rules/index.ts";
export { readAnswers } from "../schema/index.ts";
export { changedProtected, type ProtectedChange, readProtected, restoreProtected } from "../calls/protectedFiles.ts";
export { type Approval, askApproval, awaitApproval, answerApproval, listApprovals } from "../calls/approvals.ts";
