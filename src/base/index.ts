// base: small functions that every room uses. Pure: nothing here reads a clock, a disk or the environment.

export { AppError, ERRORS, EXIT, type ErrorCode, type ErrorDetails, orNull, unlessRefused } from "./errors.ts";
export { AGENT_PROGRAMS, agentOfPackage, type Host, hostFacts, hostInId, HOSTS } from "./hosts.ts";
export { hashParts, hashWith, openHash, sha256, shortSha256, countChars, estimateTokens } from "./hash.ts";
export { anyCase, anyWord, either, escapePattern, whole, wholeAnyCase } from "./pattern/either.ts";
export { type Clock, daysBefore, localDay, newId, newSessionId, type Random, SESSION_ID, stamp, timeOfDay } from "./clock.ts";
export { isUtf8, type Language, languageOf } from "./locale.ts";
export { mayMean, nameWithin, nearest } from "./nearest.ts";
export { byName, given, isBelow, keptIn, objectIn, remembered, rowOf, sameRow, seenFrom, wordSet } from "./objects.ts";
export { type LinearPattern, linearPattern } from "./pattern/linear.ts";
export { quickTest, worstCase } from "./pattern/quick.ts";
export { simplified } from "./simplified.ts";
