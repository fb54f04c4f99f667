// The second door of this room: the gate without the compiler. The hook starts anew before every call of a host and gets
// its rules compiled from a cache; loading the compiler, its lexicon and a YAML parser would cost it more than judging.

export type { Call, SessionType, World } from "../analysis/index.ts";
export type { Policy } from "./tiers/combine.ts";
export { CONTEXT_RULE, type ContextProfile, type ContextState, type GuardMode } from "./contextGate.ts";
export { asksAboutDanger, DANGER } from "./danger.ts";
export { judge, type ProposedHit, type Verdict } from "./gate.ts";
