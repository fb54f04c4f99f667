// A second door: a document as the checks read it, and the files that it names. The bank needs these and none of the checks.

export { LONGEST_LINE, readSheet, type Sheet, type SheetReading } from "./texts/sheet.ts";
export { readGround } from "./texts/ground.ts";
export { findDeadReferences } from "./texts/references.ts";
