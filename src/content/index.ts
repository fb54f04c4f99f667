// content: decides which text may be stored and which may be shown. Pure; linear in the text; never throws.
//
//   C1 the origin decides first: the same words get another verdict from the person than from a web page
//   C2 judging loses nothing: escapes are removed again exactly, quarantined lines stay visible to the person
//   C3 one harmful line does not affect the other lines
//   C4 redacting a secret leaves at most seven of its characters in a row; redacting again changes nothing

export { cleanForEcho, escapeJudged, judgeContent, type Judgement, judgeLoaded } from "./judge.ts";
export { type EyeMark, eyeMarks } from "./characters/eyeMarks.ts";
export { type ForeignRead, NOTHING_READ, type SessionReads } from "./taint/overlap.ts";
export { printsOf } from "./taint/prints.ts";
export { whyPending } from "./judging/trust.ts";
export { createRedactor, type Known, redact, type Redaction, type Redactor } from "./redact.ts";
export { findHidden, isPlainCode } from "./characters/characters.ts";
export { indexLines } from "./characters/editorLines.ts";
export { formsOf, hashWord } from "./wording/dictionary.ts";
export { CLASSES, TRADITIONAL } from "./wording/lexicon.ts";
