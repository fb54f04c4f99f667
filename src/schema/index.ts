// schema: every noun that is stored or sent, one file each, with its version and codec. Pure.

export { readFrontMatter } from "./text/frontMatter.ts";
export {
  type Audience,
  AUDIENCES,
  type Entry,
  EntrySchema,
  type Level,
  type Operation,
  OPERATIONS,
  type Origin,
  ORIGINS,
  toEntry,
} from "./entries/entry.ts";
export { type Delta, DELTA_VERSIONS, DeltaSchema, type LocatedDelta, readDelta, versionFor } from "./entries/delta.ts";
export type { AdoptionLine } from "./adoption.ts";
export { editDelta, writeDelta } from "./entries/deltaText.ts";
export { writeSchemaFile } from "./schemaFile.ts";
export { type Receipt, RECEIPT_STATUSES, type JournalLine, readJournalLine, type TargetRef } from "./entries/journal.ts";
export { type Change, readChange, readSplices, type Splice, type TouchedSection, writeChange } from "./entries/change.ts";
export { readStaged, type Staged, writeStaged } from "./entries/staging.ts";
export { type Decision, readDecision, readRelease, type Release } from "./entries/decision.ts";
export { type JsonNode, type JsonPart, jsonValueOf, parseJsonc, readJsonc, skipJsonSpace } from "./text/jsonc.ts";
export type { ApprovalLine, AskedLine, KeyLine, VerdictLine } from "./verdictLine.ts";
export {
  checkEvent,
  checkHeader,
  type EventBase,
  HARNESS_KINDS,
  HARNESS_ORIGINS,
  type HarnessItem,
  isKnownType,
  isTreeType,
  isUnknown,
  KNOWN_TYPES,
  type KnownEvent,
  type Message,
  type Part,
  textIn,
  type QueueItem,
  type QueueName,
  type SessionHeader,
  TREE_TYPES,
  type TreeType,
  type UnknownEvent,
  VISIBILITIES,
  type Visibility,
} from "./event.ts";
export { HOOK_EVENTS, type HookEvent, hookEventNamed, type HookFile, readHookFile } from "./files/hookFile.ts";
export { type InstructionSection, type InstructionSnapshot, type InstructionSource, SECTION_KINDS, type SectionKind } from "./snapshot.ts";
export {
  PACK_LIMITS,
  type PackConflict,
  type PackEvidence,
  type PackQuestion,
  type PackSummary,
  PROTOCOL_VERSION,
  type ReaderPack,
  readReaderPack,
  type StatedFact,
  writeReaderPack,
} from "./readerPack.ts";
export {
  type AgentsRender,
  type CommitPolicy,
  type Config,
  type EmbedderConfig,
  ConfigSchema,
  DEFAULT_CONFIG,
  GUARD_MODES,
  type ProposedMode,
  type Profile,
  type Remote,
  PROFILES,
  readConfig,
  type Role,
  ROLES,
  writeDefaultConfig,
  type ModelWire,
} from "./files/config.ts";
export {
  type ForeignKind,
  packPrints,
  readTaintNotes,
  type Taint,
  type TaintNote,
  type TaintSource,
  unpackPrints,
} from "./entries/taint.ts";
export { dropTopLevelKey, setTopLevelKey } from "./files/configEdit.ts";
export { type OperationClass, readSkillFile, type SkillFile } from "./files/skillFile.ts";
export {
  type LockedReading,
  READING_DECISIONS,
  type ReadingDecided,
  type ReadingDecisionLine,
  type ReadLine,
  readPolicyLock,
  readReadingDecision,
  writePolicyLock,
} from "./readingDecision.ts";
export {
  type AnsweredReading,
  type Answers,
  type KeptReadings,
  LONGEST_ANSWERS,
  readAnswers,
  readingFault,
  readKeptReadings,
  writeKeptReadings,
} from "./modelReadings.ts";
export { type PolicyCase, readPolicyCases } from "./files/policyCases.ts";
