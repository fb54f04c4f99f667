// rules: what a person sees and does with rules: report, tests, backtest, suggestions, readings to confirm.
//
//   R1 nothing here judges a call that is about to run: the gate does

export { alwaysAllow, planAlwaysAllow } from "./alwaysAllow.ts";
export { backtest, backtestLog, backtestSessions } from "./backtest.ts";
export {
  instructionFile,
  MODEL_DOUBT,
  type ProposedReadings,
  proposeReadings,
  readAnswersFile,
  type ReadingRequest,
  type RefusedReading,
  requestReadings,
} from "./modelReadings.ts";
export {
  type CheckRow,
  checkRow,
  compileText,
  type Explained,
  policyExplain,
  policyReport,
  readCallsFile,
  readCheckRow,
  type Report,
  type ReportedClause,
  type ReportedFile,
} from "./policyReport.ts";
export { type ProposalEffects, proposalEffects } from "./proposalEffects.ts";
export { policySuggestions, type Suggestion } from "./policySuggestions.ts";
export { policyTest, type TestFinding } from "./policyTest.ts";
export { countLine, decideShown, dismissRefusal, listReadings, type ReadingItem, readingsMark } from "./readingCards.ts";
export { readingBlock, writeOwnBlock } from "./ownBlock.ts";
export { ruleFiles } from "./ruleFiles.ts";
