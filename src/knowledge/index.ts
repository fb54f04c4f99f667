// knowledge: which documents exist, what they are for, who may see them and how large they may be.
//
//   K1 a key means at most one document, and every spelling of it has one id and one lock
//   K2 no configuration lets an entry that is not the person's into a rule file without their approval
//   K3 private documents never pass `isVisible` for a shared session; a person's own document is private whatever its role

export {
  documentAt,
  documentOfRole,
  type DocumentRef,
  type Environment,
  fromProjectRoot,
  fullKey,
  instructs,
  keyWorld,
  remoteJudge,
  resolveDocument,
  resolveTarget,
  type Target,
  targetOf,
  targetRef,
  type Whereabouts,
} from "./documents.ts";
export { audienceOf, documentFor, isOwnDocument, isOwnKey, ownTwin } from "./audience.ts";
export { layoutOf, recogniseProfile } from "./layouts.ts";
export { budgetOf, commitPolicyFor, isPrivate, isVisible, type SessionType } from "./roles.ts";
export { showHidden, showName } from "./keys/pathNames.ts";
export {
  discoverHostInstructions,
  discoverInstructions,
  type DiscoveryRequest,
  gitRootOf,
  type InstructionFile,
  leavesProject,
  unusableInstructions,
} from "./discovery.ts";
export { type Character, defaultCharacter, isDefaultText, languageFor, MEMORY_TEXT, soulText, USER_TEXT } from "./defaults.ts";
export {
  BANK,
  BANK_INDEX,
  BANK_PATTERNS,
  bankIndexText,
  bankPatternsText,
  DIRECT_READS,
  type Drift,
  driftOf,
  escalationOf,
  hasPackFor,
  type Intent,
  intentOf,
  keyTriggerConfig,
  keyTriggersIn,
  keyTriggerText,
  mayRead,
  protocolBlock,
  type ProtocolState,
  protocolState,
  rememberFor,
  type Trigger,
  wantsBank,
} from "./bank/index.ts";
export { judgePathKey } from "./keys/pathRules.ts";
export { judgeAddress, judgeUrlKey, remoteOf } from "./keys/urlRules.ts";
