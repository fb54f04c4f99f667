// transfer: imports and exports a mind or other tools' memory: backup, restore, bundles, imports, moves.
//
//   T1 imported files are data: they never bring permissions (decision 0036)
//   T2 originals of other tools are never changed

export { type Brought } from "./archive/bringIn.ts";
export { backup, restore } from "./backup.ts";
export { exportBundle, importBundle } from "./bundle.ts";
export { findAgentKit, type FoundFolder, type ImportedMemory, importMemory } from "./importMemory.ts";
export { mergeFiles } from "./mergeFiles.ts";
export { move } from "./move.ts";
export { exportOkf } from "./okf/exportOkf.ts";
export { makeDemo } from "./demo/makeDemo.ts";
