// doctor: what is wrong with a mind, its files and other tools' stores, said as findings; and the repairs that a person asks for.
//
//   D1 a finding names file and line, and what to do
//   D2 looking changes nothing but a cache in the state; a repair goes through the hall's verbs

export { doctor, type DoctorOptions, type DoctorReport, type Finding, fixFinding } from "./doctor.ts";
export { gatherTool, TOOL_IDS } from "./otherStores.ts";
