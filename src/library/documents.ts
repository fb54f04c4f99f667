// codicil/documents. Documents: reading them, who may see a section, lines that were held back, what text may enter.

export { load, type LoadedDocument, type ReadDocument } from "../mind/documents/load.ts";
export { validate } from "../mind/documents/remember.ts";
export type { Validator } from "../deltas/index.ts";
export { checkKey } from "../mind/documents/checkKey.ts";
export { where } from "../hostSessions/where.ts";
export { audience, type AudienceSet, type SectionAudience, setAudience } from "../sharing/audience.ts";
export { heldLines, type HeldLine, release, trust } from "../mind/documents/quarantine.ts";
export { redact, redactor, scan } from "../mind/overview/content.ts";
export { archiveOldDailies } from "../mind/overview/daily.ts";
export { forget, type Forgotten } from "../sharing/forget.ts";
export { MemoryFile, type MemorySnapshot, MemoryStore } from "./layered/memoryStore.ts";
export type { Audience, Config, Role } from "../schema/index.ts";
