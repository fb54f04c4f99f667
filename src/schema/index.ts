// schema: every noun that is stored or sent, one file each, with its version and codec. Pure.

export {
  type Entry,
  type EntryKey,
  type EntryMeta,
  EntrySchema,
  type Level,
  type Operation,
  OPERATIONS,
  type Origin,
  ORIGINS,
  type RawEntry,
  toEntry,
} from "./entry.ts";
export { type Delta, DELTA_VERSIONS, DeltaSchema, type LocatedDelta, readDelta, versionFor } from "./delta.ts";
export { type Audience, AUDIENCES } from "./audience.ts";
export type { AdoptionLine } from "./adoption.ts";
export { editDelta } from "./deltaEdit.ts";
export { writeDelta } from "./deltaText.ts";
export { writeSchemaFile } from "./schemaFile.ts";
export { type Receipt, type ReceiptStatus, RECEIPT_STATUSES } from "./receipt.ts";
export { type Change, type ChangeKind, readChange, type Splice, type TouchedSection, writeChange } from "./change.ts";
export { type JournalLine, readJournalLine, type TargetRef } from "./journal.ts";
export { readStaged, type Staged, writeStaged } from "./staging.ts";
export { type Decision, readDecision } from "./decision.ts";
export { type JsonNode, type JsonPart, jsonValueOf, parseJsonc, readJsonc, skipJsonSpace } from "./jsonc.ts";
export { readRelease, type Release } from "./release.ts";
export type { ApprovalLine, AskedLine, KeyLine, VerdictLine } from "./verdictLine.ts";
export {
  type Checked,
  checkEvent,
  checkHeader,
  type EventBase,
  HARNESS_KINDS,
  HARNESS_ORIGINS,
  type HarnessItem,
  type HarnessKind,
  type HarnessOrigin,
  isKnownType,
  isTreeType,
  isUnknown,
  KNOWN_TYPES,
  type KnownEvent,
  type Message,
  type MessageType,
  type Part,
  type QueueItem,
  type QueueName,
  type SessionHeader,
  TREE_TYPES,
  type UnknownEvent,
  VISIBILITIES,
  type Visibility,
} from "./event.ts";
export { HOOK_EVENTS, type HookEvent, hookEventNamed, type HookFile, readHookFile } from "./hookFile.ts";
export {
  type InstructionSection,
  type InstructionSnapshot,
  type InstructionSource,
  readSnapshot,
  SECTION_KINDS,
  type SectionKind,
  sectionOf,
  SnapshotSchema,
} from "./snapshot.ts";
export {
  CONFLICT_KINDS,
  PACK_LIMITS,
  type PackConflict,
  type PackEvidence,
  type PackQuestion,
  type PackSummary,
  PROTOCOL_VERSION,
  type ReaderPack,
  ReaderPackSchema,
  readReaderPack,
  type StatedFact,
  writeReaderPack,
} from "./readerPack.ts";
export {
  AGENTS_RENDERS,
  type AgentsRender,
  COMMIT_POLICIES,
  type CommitPolicy,
  type Config,
  type EmbedderConfig,
  ConfigSchema,
  DEFAULT_CONFIG,
  GUARD_MODES,
  PROPOSED_MODES,
  type ProposedMode,
  type Profile,
  type Remote,
  PROFILES,
  readConfig,
  type Role,
  ROLES,
  writeDefaultConfig,
  MEMORY_CHANNELS,
  type MemoryChannel,
  MODEL_WIRES,
  type ModelWire,
} from "./config.ts";
export {
  FOREIGN_KINDS,
  type ForeignKind,
  packPrints,
  readTaintNotes,
  type Taint,
  type TaintNote,
  type TaintSource,
  unpackPrints,
} from "./taint.ts";
export { dropTopLevelKey, setTopLevelKey } from "./configEdit.ts";
export { OPERATION_CLASSES, type OperationClass, readSkillFile, type SkillFile } from "./skillFile.ts";
export {
  type LockedReading,
  READING_DECISIONS,
  type ReadingDecided,
  type ReadingDecisionLine,
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
export { type PolicyCase, readPolicyCases } from "./policyCases.ts";
