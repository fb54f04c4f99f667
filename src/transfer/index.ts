// transfer: a mind as a whole, or other tools' memory, going in or out: backup, restore, bundles, imports, moves.
//
//   T1 what is brought in is data: it never brings power (decision 0036)
//   T2 originals of other tools are never changed

export { type Brought } from "./archive/bringIn.ts";
export { backup, restore } from "./backup.ts";
export { exportBundle, importBundle } from "./bundle.ts";
export { findAgentKit, type FoundFolder, type ImportedMemory, importMemory } from "./importMemory.ts";
export { mergeFiles } from "./mergeFiles.ts";
export { move } from "./move.ts";
export { exportOkf } from "./okf/export.ts";
export { makeDemo } from "./demo/makeDemo.ts";
