// codicil/bank. The memory bank of a project: its reader, its protocol in other agents, and the skills that are shipped.

export {
  readBank,
  bankTrigger,
  checkPack,
  type ReaderPack,
  readReaderPack,
  writeReaderPack,
  bankInjection,
  driftOf,
  type Drift,
  hasPackFor,
  keyTriggerConfig,
  keyTriggersIn,
  keyTriggerText,
  protocolBlock,
  protocolState,
  type ProtocolState,
  readHints,
  rememberFor,
} from "../bank/index.ts";
export { shippedSkills, type Skill } from "../hostSessions/skills.ts";
