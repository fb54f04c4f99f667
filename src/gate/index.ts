// gate: judges one call with one policy and one world, once, before a deadline. Every caller that needs a verdict calls it.
//
//   G1 a call is judged once; nothing is compiled while the cached policy matches the files on disk
//   G2 reading the policy and judging end at the deadline, also in the middle of a loop; an unfinished call is refused
//   G3 only an "allow" that does not depend on the session is cached, and what it looked up on disk is checked again each time
//   G4 a caller that does not settle a verdict (settling.ts) gets the stricter one: only settling applies the person's keys
//
// settling.ts is a second entry file. compiling.ts and judging.ts are loaded late: a call that passed before needs neither.

export { type Bounded, deadlineIn, within } from "./kept/deadline.ts";
export { diskWorld, codicilPath } from "./diskWorld.ts";
export { gate, type Judged, LIMIT_MS, loadJudging, TOO_LATE } from "./gate.ts";
export { instructionFilesAt } from "./kept/instructionFiles.ts";
export { BUILD, configText, policyAt } from "./keptPolicy.ts";
export { LOCK_FILE, MODEL_READINGS, OWN_READINGS, READINGS_LOG, rootOf, settlingTexts } from "./kept/settlingTexts.ts";
export { beginCanaries, CANARY_FOLDER } from "./notes/canary.ts";
export { addCallNote, beganAt, type CallNote, LONGEST_HISTORY, readCallNotes } from "./notes/callNotes.ts";
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
export type { Call, GuardMode, ProposedHit, Verdict } from "../policy/judging.ts";
export { type LateSync, lateSync } from "../store/onDisk.ts";
