// policy: AGENTS.md → clauses → rules → verdict. Pure: callers pass what it must know of the disk as a World.
//
//   Y1 a command that cannot be parsed or resolved is never silently allowed (P7)
//   Y2 rules match effects, not spellings
//   Y3 the strictest rule wins, and no file loosens another file's rule
//   Y4 a reading is certain only if the grammar understood every word of its clause; all others are proposed
//   Y5 a rewritten or suggested call passes the gate itself
//   Y6 a rewrite never permits more: it is "ours" only if nothing but Codicil's trash runs, and a repository's file can
//      only replace a known tool with another of its family
//   Y7 only certain and confirmed readings are enforced; a proposed one never stops a call

export type { Call, SessionType, World } from "../analysis/index.ts";
export type { Effects, PathEffect } from "../analysis/index.ts";
export { analyse } from "../analysis/index.ts";
export { type ClauseContext, clauseHash } from "./compile/clauseHash.ts";
export { asIfConfirmed, combine, type Policy, type Settling } from "./tiers/combine.ts";
export { checkRules, judgeRules } from "./tiers/judgeRules.ts";
export { asItActs } from "./compile/asItActs.ts";
export { ruleAndAdvice } from "./compile/ruleAndAdvice.ts";
export {
  type ClauseReport,
  type ClauseState,
  compileFile,
  type CompiledFile,
  fileOfParts,
  type Part,
  partsOf,
} from "./compile/compileFile.ts";
export { bareWorld, canFire } from "./compile/prove.ts";
export type { ModelItem, ReadingSource, Rule, Tier } from "./match/rule.ts";
export { inWords, matcherInWords } from "./explain/inWords.ts";
export { type GateRequest, judge, type ProposedHit, type RuleRef, type Verdict, type VerdictKind } from "./gate.ts";
export { asksAboutDanger, DANGER } from "./danger.ts";
export {
  afterCompaction,
  type ContextProfile,
  type ContextState,
  DEFAULT_PROFILE,
  freshContext,
  type GuardMode,
  hasBank,
  judgeContext,
  nextMessage,
  profileOf,
  recordCall,
} from "./contextGate.ts";
export { ACTION_NAMES, judgeAction } from "./sessionActions.ts";
export { breaksPrivacy, SecurityViolation } from "./sessionKinds.ts";
export { asBlock } from "./tiers/asBlock.ts";
export { type ClauseDecision, confirmed, type DecidedAs, type Decisions, NO_DECISIONS } from "./tiers/decisions.ts";
export {
  asCommand,
  commandsInManifest,
  managerShown,
  commandsInMarkdown,
  commandsInWorkflow,
  type Evidence,
  joinEvidence,
  NO_EVIDENCE,
  type ShownCommand,
  targetsIn,
} from "./compile/evidence.ts";
export { itemClause, itemsOf, MODEL_DOUBT, type ModelItems, MOST_OF_CLAUSE } from "./tiers/modelReadings.ts";
export { lineToRead } from "./tiers/lineToRead.ts";
export { type ReadingRequest, readingRequest, type RequestedFile, type RequestSource } from "./tiers/readingRequest.ts";
export { type ReadLine, type Tried, tryReading } from "./tiers/tryReading.ts";
export { readingKey, stoppedOf, type Trial, weigh } from "./tiers/weigh.ts";
export { type GivenWorld, givenWorld } from "./givenWorld.ts";
export { isJunkName } from "../analysis/call/junk.ts";
export { crossesRedLine } from "./redLines/crossed.ts";
