// The gate where no kept policy serves: compiler and analysis in one, because the compiler needs the analysis itself to run
// the examples of its rules. In a file of its own in the release, and a second door of this room for whoever compiles.

export { judgeCall, judgeInTime, type JudgeRequest, judgeUnbounded } from "./judging.ts";
export { compileAt } from "./compileAt.ts";
export { combineInTime, compileInTime } from "./kept/compileInTime.ts";
export { compileAnew, notesOfFiles } from "./keptFiles.ts";
export { gatherEvidence, noteEnforced } from "./kept/gatherEvidence.ts";
export { foldDecisions, modelItemsAt, settlementAt } from "./kept/settlement.ts";
