// What a room is made of and which tests shall notice when it changes. A room that is not listed has src/ROOM and test/ROOM.

export interface Room {
  readonly sources: readonly string[];
  /** Parts whose tests want a database or Git remotes and take minutes: --file and --tests try them on their own. */
  readonly without?: readonly string[];
  readonly tests: readonly string[];
}

const DELTAS = [
  "test/deltas/",
  "test/scenarios/",
  "test/mind/reviewAndHistory",
  "test/mind/content",
  "test/mind/approvals",
  "test/mind/layeredMemory",
  "test/mind/audience",
];
const KNOWLEDGE = [
  "test/knowledge/",
  "test/mind/privacy",
  "test/mind/audience",
  "test/mind/readBank",
  "test/mind/skills",
  "test/snapshot/",
  "test/deltas/badInput",
  "test/deltas/lastWord",
];

const ROOMS: Readonly<Record<string, Room>> = {
  deltas: {
    sources: ["src/deltas"],
    without: ["src/deltas/remote/", "src/deltas/byGit/", "src/deltas/workingCopy/", "src/deltas/audience/"],
    tests: DELTAS,
  },
  knowledge: { sources: ["src/knowledge"], tests: KNOWLEDGE },
  contextGate: { sources: ["src/policy/contextGate.ts"], tests: ["test/policy/contextGate"] },
  session: {
    sources: ["src/session"],
    without: ["src/session/sent/"],
    tests: ["test/session/", "test/runtime/session", "test/runtime/turn.test", "test/hosts/vault"],
  },
  snapshot: { sources: ["src/snapshot"], tests: ["test/snapshot/", "test/prompts/", "test/session/frozen"] },
};

export function roomNamed(name: string): Room {
  return ROOMS[name] ?? { sources: [`src/${name}`], tests: [`test/${name}/`] };
}
