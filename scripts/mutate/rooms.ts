// What a room is made of and which tests shall notice when it changes. A room that is not listed has src/ROOM and test/ROOM.

export interface Room {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const ROOMS: Readonly<Record<string, Room>> = {
  deltas: {
    sources: ["src/deltas"],
    tests: [
      "test/deltas/",
      "test/scenarios/",
      "test/mind/reviewAndHistory",
      "test/mind/content",
      "test/mind/approvals",
      "test/mind/layeredMemory",
      "test/mind/audience",
    ],
  },
  knowledge: {
    sources: ["src/knowledge"],
    tests: [
      "test/knowledge/",
      "test/mind/privacy",
      "test/mind/layeredMemory",
      "test/mind/audience",
      "test/snapshot/",
      "test/deltas/badInput",
      "test/deltas/lastWord",
    ],
  },
  contextGate: { sources: ["src/policy/contextGate.ts"], tests: ["test/policy/contextGate"] },
  session: { sources: ["src/session"], tests: ["test/session/", "test/runtime/session", "test/runtime/turn.test"] },
  snapshot: { sources: ["src/snapshot"], tests: ["test/snapshot/", "test/prompts/", "test/session/frozen"] },
};

export function roomNamed(name: string): Room {
  return ROOMS[name] ?? { sources: [`src/${name}`], tests: [`test/${name}/`] };
}
