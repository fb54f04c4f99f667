// bank: reads a project's memory bank for a question: summary, evidence with file and quote, conflicts, open questions.
//
//   B1 every line of a pack that names a path is in that file; checkPack compares them

export { bankInjection, keyTriggerConfig, protocolBlock, readHints } from "./protocol.ts";
export { bankTrigger, checkPack, readBank, type ReaderPack, readReaderPack, writeReaderPack } from "./readBank.ts";
