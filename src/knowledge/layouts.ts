// Layout profiles: they map a role to a path below the home and nothing else (X7). A door of its own (discovery.ts says why).

import type { Profile, Role } from "../schema/index.ts";

export interface Layout {
  readonly profile: Profile;
  /** The document of a role, relative to the home. A daily document needs its day. */
  path(role: HomeRole, day?: string): string;
  /** The role whose document this path below the home is; days are told by their folder. */
  roleOf(path: string): HomeRole | null;
  readonly dailyFolder: string;
  readonly dailyArchive: string;
  /** A bare core name (or alias) → the path below the home; null when it is not one. */
  byName(name: string): string | null;
  /** The other way: the bare core name that means this path; null when none does. */
  nameOf(path: string): string | null;
  /** Both names of one role exist: the first wins, the second is not read (X6). */
  readonly shadowed: readonly { readonly used: string; readonly ignored: string }[];
}

export type HomeRole = Exclude<Role, "project-memory">;

interface Names {
  readonly soul: readonly string[];
  readonly user: readonly string[];
  readonly memory: readonly string[];
  readonly agents: readonly string[];
  readonly daily: string;
}

// The first name is canonical, the others are aliases that are used when only they exist.
const PLAIN: Names = {
  soul: ["SOUL.md", "SPIRIT.md"],
  user: ["USER.md", "OWNER.md"],
  memory: ["MEMORY.md"],
  agents: ["AGENTS.md"],
  daily: "daily",
};
const PROFILE_NAMES: Record<Profile, Names> = {
  agents: PLAIN,
  agentkit: { ...PLAIN, soul: ["SOUL.md"], user: ["memories/USER.md"], memory: ["memories/MEMORY.md"], daily: "memories/daily" },
  "x-agent": { ...PLAIN, soul: ["SPIRIT.md", "SOUL.md"], user: ["OWNER.md", "USER.md"], daily: "memory" },
  scorel: PLAIN,
};

/** Rule files are told by their names, wherever they lie. */
const NAMED = ["soul", "user", "memory"] as const satisfies readonly (keyof Names)[];

/** Any of these bare names means the mind's own document, whatever the profile calls its file. */
const BARE_NAMES: Readonly<Record<string, keyof Omit<Names, "daily">>> = {
  "SOUL.md": "soul",
  "SPIRIT.md": "soul",
  "USER.md": "user",
  "OWNER.md": "user",
  "MEMORY.md": "memory",
  "AGENTS.md": "agents",
};

export function layoutOf(profile: Profile, exists: (path: string) => boolean): Layout {
  const names = PROFILE_NAMES[profile];
  const chosen = (all: readonly string[]) => all.find(exists) ?? all[0] ?? "";
  const shadowed = [names.soul, names.user].flatMap((all) => {
    const [used, ...ignored] = all.filter(exists);
    return used === undefined ? [] : ignored.map((each) => ({ used, ignored: each }));
  });
  const byName = (name: string) => {
    const role = Object.hasOwn(BARE_NAMES, name) ? BARE_NAMES[name] : undefined;
    return role === undefined ? null : chosen(names[role]);
  };
  return {
    profile,
    path: (role, day) => (role === "daily" ? `${names.daily}/${day ?? ""}.md` : chosen(names[role])),
    // The disk is asked about the few paths that may have a role, not for each of ten thousand notes.
    roleOf: (path) => NAMED.find((role) => names[role].includes(path) && chosen(names[role]) === path) ?? null,
    dailyFolder: names.daily,
    dailyArchive: `${names.daily}/archive`,
    byName,
    nameOf: (path) => {
      const own = path.slice(path.lastIndexOf("/") + 1);
      return byName(own) === path ? own : null;
    },
    shadowed,
  };
}

/** The files that tell, by the profile that only they belong to. */
const MARKS: readonly {
  readonly profile: Profile;
  readonly any: readonly string[];
  readonly and?: readonly string[];
  readonly not?: readonly string[];
}[] = [
  { profile: "agentkit", any: ["agentkit.yaml", "memories/USER.md", "memories/MEMORY.md", "memories/daily"] },
  // SPIRIT.md and OWNER.md are aliases everywhere; the folder of days is x-agent's own.
  { profile: "x-agent", any: ["SPIRIT.md", "OWNER.md"], and: ["memory"], not: ["daily"] },
];

export interface Recognised {
  readonly profile: Profile;
  /** What it was recognised by. */
  readonly by: string;
}

/** Which layout a home has by what is in it, where config.yaml names none (X7). null: nothing tells; it is our own layout. */
export function recogniseProfile(exists: (path: string) => boolean): Recognised | null {
  for (const { profile, any, and = [], not = [] } of MARKS) {
    const by = any.find(exists);
    if (by !== undefined && and.every(exists) && !not.some(exists)) return { profile, by };
  }
  return null;
}
