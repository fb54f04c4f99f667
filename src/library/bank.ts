// codicil/bank. The memory bank of a project: its reader, its protocol in other agents, and the skills that are shipped.

export {
  readBank,
  bankTrigger,
  checkPack,
  type ReaderPack,
  readReaderPack,
  writeReaderPack,
  bankInjection,
  keyTriggerConfig,
  protocolBlock,
  readHints,
} from "../bank/index.ts";
export {
  driftOf,
  type Drift,
  hasPackFor,
  keyTriggersIn,
  keyTriggerText,
  protocolState,
  type ProtocolState,
  rememberFor,
} from "../knowledge/index.ts";
export { shippedSkills, type Skill } from "../hostSessions/skills.ts";
