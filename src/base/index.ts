// base: small functions that every room uses. Pure: nothing here reads a clock, a disk or the environment.

export { AppError, ERRORS, EXIT, type ErrorCode, type ErrorDetails } from "./errors.ts";
export { AGENT_PROGRAMS, type Host, hostFacts, HOSTS } from "./hosts.ts";
export { openHash, sha256 } from "./hash.ts";
export { hashWith, shortSha256 } from "./shortHash.ts";
export { anyCase, escapePattern } from "./anyCase.ts";
export { type Clock, daysBefore, localDay, stamp, timeOfDay } from "./clock.ts";
export { newId, newSessionId, SESSION_ID, type Random } from "./ids.ts";
export { type Language, languageOf } from "./locale.ts";
export { countChars, estimateTokens } from "./measure.ts";
export { mayMean, nameWithin, nearest } from "./nearest.ts";
export { byName, rowOf, sameRow, wordSet } from "./byName.ts";
export { given, objectIn } from "./objects.ts";
export { either } from "./pattern/either.ts";
export { type LinearPattern, linearPattern } from "./pattern/linear.ts";
export { quickTest, worstCase } from "./pattern/quick.ts";
export { simplified } from "./simplified.ts";
