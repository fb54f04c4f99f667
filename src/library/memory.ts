// codicil/memory. Memory: the memory tool, and recall as a tool with its index. (codicil/recall has the search itself, without a mind.)

export { memoryAdd, memoryRead, memoryReplace, memoryRemove, type MemoryAnswer } from "../mind/documents/memory.ts";
export {
  recall,
  type Recalled,
  type RecallHit,
  type RecallOptions,
  recallStatus,
  type RecallStatus,
  rebuildRecall,
  clearRecall,
} from "../finding/recall.ts";
export { recallTool } from "../finding/recallTool.ts";
