// codicil/bank. The memory bank of a project: its reader, its protocol in other agents, and the skills that are shipped.

export { readBank, bankTrigger, checkPack, type ReaderPack, readReaderPack, writeReaderPack } from "../mind/readBank.ts";
export {
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
} from "../mind/bankProtocol.ts";
export { shippedSkills, type Skill } from "../mind/skills.ts";
