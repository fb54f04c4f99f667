// content: what may be kept, what may be shown. Pure; linear in the text; never throws.
//
//   C1 provenance decides first: the same words from the person and from a web page end differently
//   C2 nothing is lost by judging: escapes come off again exactly, held lines stay visible to the person
//   C3 one poisoned line never takes the others with it
//   C4 a secret that was found leaves no eight of its characters behind; redacting again changes nothing

export { cleanForEcho, escapeJudged, judgeContent, type Judgement, judgeLoaded } from "./judge.ts";
export { type EyeMark, eyeMarks } from "./characters/eyeMarks.ts";
export { type ForeignRead, NOTHING_READ, type SessionReads } from "./taint/overlap.ts";
export { printsOf } from "./taint/prints.ts";
export { createRedactor, type Known, knownSecrets, redact, type Redaction, type Redactor } from "./redact.ts";
