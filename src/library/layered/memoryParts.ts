// What MemoryFile and MemoryStore work with. A file of its own, which their first call loads: the classes themselves are in
// every program that imports the library.

export { withoutExchanges, writeWhole } from "../../deltas/index.ts";
export { budgetOf, documentOfRole, resolveDocument } from "../../knowledge/index.ts";
export { createEditor, findSection, readOutline, sectionContent, trimToBudget } from "../../markdown/index.ts";
export { begin } from "../../mind/documents/begin.ts";
export { archiveOldDailies } from "../../mind/overview/daily.ts";
export { readOne } from "../../mind/documents/load.ts";
export { documentOf } from "../../mind/documents/memory.ts";
export { openMind } from "../../mind/open.ts";
