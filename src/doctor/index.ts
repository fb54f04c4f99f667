// doctor: finds what is wrong with a mind, its files and other tools' stores, and makes the repairs that a person asks for.
//
//   D1 a finding names file and line, and what to do
//   D2 checking changes nothing but a cache in the state; a repair goes through the hall's verbs

export { doctor, type DoctorOptions, type DoctorReport, type Finding, fixFinding } from "./doctor.ts";
export { gatherTool, TOOL_IDS } from "./otherStores.ts";
export { judgeSpace } from "./places/mindPlaces.ts";
export { dropLines } from "./repairs.ts";
export { findContradictions } from "./texts/contradictions.ts";
export { findDuplicates } from "./texts/duplicates.ts";
export { findAgain, keepLooked, lookedBefore, type Memory, toKeep } from "./texts/lookedAt.ts";
export { type Ground } from "./texts/references.ts";
