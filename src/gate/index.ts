// gate: one call, one policy, one world: judged once, in time. Everybody who asks about a call asks here.
//
//   G1 a call is judged once; nothing is compiled while a kept policy is what is on disk
//   G2 reading the policy and judging end at the deadline, also in the middle of a loop; what did not end is refused
//   G3 only an "allow" that depends on nothing of the session is kept, and its looks at the disk are made again each time
//   G4 whoever does not settle a verdict (settling.ts) gets the stricter one: the person's keys are turned only there
//
// settling.ts is a second door. compiling.ts and judging.ts are loaded late: a call that passed before needs neither.

export { type Bounded, deadlineIn, within } from "./deadline.ts";
export { diskWorld } from "./diskWorld.ts";
export { gate, type Judged, LIMIT_MS, loadJudging, TOO_LATE } from "./gate.ts";
export { instructionFilesAt } from "./kept/instructionFiles.ts";
export { BUILD, configText, policyAt } from "./kept/keptPolicy.ts";
export { LOCK_FILE, MODEL_READINGS, OWN_READINGS, READINGS_LOG, rootOf, settlingTexts } from "./kept/settlingTexts.ts";
export { beginCanaries, CANARY_FOLDER } from "./notes/canary.ts";
export { addCallNote, type CallNote, LONGEST_HISTORY, readCallNotes } from "./notes/callNotes.ts";
export {
  addSessionReading,
  countOnCard,
  countYes,
  forgetYes,
  listCards,
  openQuestions,
  readCard,
  type ReadingCard,
  sessionReadings,
  sweepCards,
} from "./notes/readingCards.ts";
export { PASSED_FOLDER } from "./notes/passedBefore.ts";
export { codicilPath } from "./program.ts";
export type { Call, GuardMode, ProposedHit, Verdict } from "../policy/judging.ts";
