// bank: a project's memory bank; what it begins with, when it is read, how far, and which files may be opened for it.

export { BANK, BANK_INDEX, BANK_PATTERNS, bankIndexText, bankPatternsText } from "./templates.ts";
export { DIRECT_READS, escalationOf, type Intent, intentOf } from "./intents.ts";
export { type Trigger, wantsBank } from "./triggers.ts";
export { mayRead, type Drift, driftOf, protocolBlock, type ProtocolState, protocolState } from "./protocol.ts";
export { hasPackFor, keyTriggerConfig, keyTriggersIn, keyTriggerText, rememberFor } from "./keyTrigger.ts";
