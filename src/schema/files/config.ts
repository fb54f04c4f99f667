// config.yaml: last-word's own keys (LW-40…42) and ours beside them. Every key has a default; unknown keys are kept.

import * as v from "valibot";
import { given } from "../../base/index.ts";
import { checkShape } from "../text/checkShape.ts";

export const PROFILES = ["agents", "agentkit", "x-agent", "scorel"] as const;
export type Profile = (typeof PROFILES)[number];

export const COMMIT_POLICIES = ["direct", "deferred", "proposal", "off"] as const;
export type CommitPolicy = (typeof COMMIT_POLICIES)[number];

export const ROLES = ["soul", "user", "memory", "daily", "agents", "project-memory"] as const;
/** What a document is for: soul, user, memory, daily and others. */
export type Role = (typeof ROLES)[number];

/** Context gating of the memory bank (MB-46). */
export const GUARD_MODES = ["off", "warn", "block"] as const;

/** What satisfies the memory bank's gate: v7.1 wants patterns.md or the reader, v7.0 also takes MEMORY.md (X18). */
export const GATE_PROFILES = ["v7.0", "v7.1"] as const;
/** What several files in one write are: a high risk by v7.0's table (also called `seed`), a medium one by v7.1 (X19). */
export const RISK_PROFILES = ["seed", "v7.0", "v7.1"] as const;

/** What becomes of a call that only a proposed reading would stop. */
export const PROPOSED_MODES = ["ask", "pass", "hold"] as const;
export type ProposedMode = (typeof PROPOSED_MODES)[number];

/** How a model is spoken to: Anthropic's Messages, OpenAI's Responses, Gemini, Chat Completions. */
export const MODEL_WIRES = ["anthropic", "responses", "google", "chat"] as const;
export type ModelWire = (typeof MODEL_WIRES)[number];

/** What a machine sends to the database of a common mind, besides what is in common. */
export const SENDS = ["all", "verdicts", "off"] as const;

/** What of the instruction files is in a prompt (X1). */
export const AGENTS_RENDERS = ["distilled", "full", "none"] as const;
export type AgentsRender = (typeof AGENTS_RENDERS)[number];

/** What a chat leaves in the day's document: a digest at its end, each exchange as it happens, or both (X9). */
export const DAY_LOGS = ["digest", "raw", "both"] as const;

/** Where memory reaches the model: in the frozen prompt, or as a harness item of the conversation (X13). */
export const MEMORY_CHANNELS = ["snapshot", "harness"] as const;
export type MemoryChannel = (typeof MEMORY_CHANNELS)[number];
/** Which Markdown at the top of the home a session begins with: all of it, or what has a role or is named as a base. */
export const MEMORY_ROOTS = ["all", "named"] as const;

const roleMap = <T extends v.GenericSchema>(value: T) =>
  v.partial(v.strictObject(Object.fromEntries(ROLES.map((role) => [role, value])) as Record<Role, T>));

const EmbedderSchema = v.variant("kind", [
  v.strictObject({ kind: v.literal("endpoint"), url: v.string(), model: v.string(), key_from: v.optional(v.string()) }),
  v.strictObject({ kind: v.literal("model2vec"), directory: v.string() }),
  v.strictObject({ kind: v.literal("onnx"), directory: v.string() }),
]);
/** Written out: the library's types name no other package. */
export type EmbedderConfig =
  | { kind: "endpoint"; url: string; model: string; key_from?: string | undefined }
  | { kind: "model2vec"; directory: string }
  | { kind: "onnx"; directory: string };

/** A host that url: keys may name, and where its key comes from: a variable's name, or a file of the state. Never the key itself. */
const RemoteSchema = v.strictObject({
  host: v.string(),
  key_from: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable"))),
  key_file: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}\.secret$/, "must be the name of a file NAME.secret in the state folder")),
  ),
});
export interface Remote {
  host: string;
  key_from?: string | undefined;
  key_file?: string | undefined;
}

export const ConfigSchema = v.looseObject({
  default_knowledge_bases: v.optional(v.array(v.object({ id: v.string(), file: v.string(), description: v.optional(v.string(), "") }))),
  project_knowledge: v.optional(
    v.object({
      enabled: v.optional(v.boolean(), true),
      auto_detect: v.optional(v.array(v.string()), ["./AGENTS.md", "./.agents/AGENTS.md"]),
    }),
  ),
  session_bootstrap: v.optional(v.array(v.string())),
  profile: v.optional(v.picklist(PROFILES)),
  commit: v.optional(roleMap(v.picklist(COMMIT_POLICIES))),
  budgets: v.optional(roleMap(v.pipe(v.number(), v.integer(), v.minValue(100)))),
  over_budget: v.optional(v.picklist(["archive", "reject"] as const)),
  remotes: v.optional(v.array(v.union([v.string(), RemoteSchema]))),
  store: v.optional(v.string()),
  send: v.optional(v.picklist(SENDS)),
  carrier: v.optional(v.string()),
  guard_mode: v.optional(v.picklist(GUARD_MODES)),
  gate: v.optional(
    v.strictObject({
      profile: v.optional(v.picklist(GATE_PROFILES), "v7.1"),
      resident: v.optional(v.picklist(["on", "off"] as const), "on"),
    }),
  ),
  risk: v.optional(v.strictObject({ profile: v.optional(v.picklist(RISK_PROFILES), "v7.0") })),
  proposed: v.optional(v.picklist(PROPOSED_MODES)),
  recall: v.optional(
    v.strictObject({ embedder: v.optional(EmbedderSchema), weight: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))) }),
  ),
  model: v.optional(v.string()),
  models: v.optional(
    v.record(
      v.string(),
      v.strictObject({ url: v.optional(v.string()), key_env: v.optional(v.string()), wire: v.optional(v.picklist(MODEL_WIRES)) }),
    ),
  ),
  max_rounds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
  compact_at: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1000))),
  unattended: v.optional(v.picklist(["deny", "allow"] as const)),
  agents: v.optional(
    v.strictObject({
      render: v.optional(v.picklist(AGENTS_RENDERS), "distilled"),
      imports: v.optional(v.boolean(), false),
      override: v.optional(v.boolean(), false),
    }),
  ),
  day_log: v.optional(v.picklist(DAY_LOGS)),
  memory: v.optional(
    v.strictObject({ channel: v.optional(v.picklist(MEMORY_CHANNELS), "snapshot"), root: v.optional(v.picklist(MEMORY_ROOTS), "all") }),
  ),
  confirm: v.optional(
    v.strictObject({
      natural_words: v.optional(v.boolean(), true),
      hours: v.optional(v.pipe(v.number(), v.minValue(0.01), v.maxValue(720)), 24),
    }),
  ),
  trash: v.optional(
    v.strictObject({
      days: v.optional(v.pipe(v.number(), v.minValue(1)), 30),
      megabytes: v.optional(v.pipe(v.number(), v.minValue(1)), 2048),
    }),
  ),
  retention: v.optional(v.strictObject({ verdicts: v.optional(v.pipe(v.number(), v.minValue(7))) })),
  heartbeat: v.optional(
    v.strictObject({
      max_cost: v.optional(v.pipe(v.number(), v.minValue(0)), 0.05),
      max_tokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 20_000),
    }),
  ),
});

/** config.yaml, with its defaults. */
export interface Config {
  readonly default_knowledge_bases: readonly { readonly id: string; readonly file: string; readonly description: string }[];
  readonly project_knowledge: { readonly enabled: boolean; readonly auto_detect: readonly string[] };
  readonly session_bootstrap: readonly string[];
  readonly profile: Profile;
  readonly commit: Readonly<Partial<Record<Role, CommitPolicy>>>;
  readonly budgets: Readonly<Partial<Record<Role, number>>>;
  readonly over_budget: "archive" | "reject";
  readonly remotes: readonly Remote[];
  /** Where the part of the mind is that several machines have in common: postgres://…; absent: in files, like everything. */
  readonly store?: string;
  /** all: sessions and verdicts. Only of a mind in a database. */
  readonly send: (typeof SENDS)[number];
  /** The Git remote that carries it instead: git@host:me/mind.git, https://…, a path. */
  readonly carrier?: string;
  readonly guard_mode: (typeof GUARD_MODES)[number];
  readonly gate: {
    readonly profile: (typeof GATE_PROFILES)[number];
    /** Whether a process stays that answers the hosts' calls (0055). */ readonly resident: "on" | "off";
  };
  readonly risk: { readonly profile: (typeof RISK_PROFILES)[number] };
  /** ask: the person, once for each line. pass: nobody is asked. hold: enforced as if it were confirmed. */
  readonly proposed: ProposedMode;
  readonly recall: { readonly embedder?: EmbedderConfig | undefined; readonly weight?: number | undefined };
  /** `PROVIDER/NAME`, or `offline`. */
  readonly model?: string;
  readonly models?: Readonly<
    Record<string, { readonly url?: string | undefined; readonly key_env?: string | undefined; readonly wire?: ModelWire | undefined }>
  >;
  readonly max_rounds?: number;
  /** Tokens; beyond them the beginning of a conversation becomes a summary. */
  readonly compact_at?: number;
  /** What becomes of a call that the gate asks about while nobody is there. */
  readonly unattended?: "deny" | "allow";
  /** `imports` and `override` are off by default: only AGENTS.md counts (SC-09). */
  readonly agents: { readonly render: AgentsRender; readonly imports: boolean; readonly override: boolean };
  readonly day_log: (typeof DAY_LOGS)[number];
  readonly memory: { readonly channel: MemoryChannel; readonly root: (typeof MEMORY_ROOTS)[number] };
  /** A word on a proposal in chat: whether "yes" right behind it counts, and how long what was shown may be confirmed. */
  readonly confirm: { readonly natural_words: boolean; readonly hours: number };
  /** How long and how much the trash keeps; nothing younger than a day goes. */
  readonly trash: { readonly days: number; readonly megabytes: number };
  /** After how many days the gate's verdicts become counts; absent: never. */
  readonly retention: { readonly verdicts?: number | undefined };
  /** What distillation may cost in a day: dollars, and tokens read in one go. */
  readonly heartbeat: { readonly max_cost: number; readonly max_tokens: number };
  /** Keys that mean nothing here, perhaps misspelt: told to the person, without effect. */
  readonly unknownKeys: readonly { readonly key: string; readonly line: number | undefined }[];
}

/** Always means the mind's home, wherever that is. */
const HOME_NAME = "~/.config/agents";

export const DEFAULT_CONFIG: Config = {
  default_knowledge_bases: [
    { id: "global-agents", file: "~/.config/agents/AGENTS.md", description: "cross-project practice and conventions" },
    { id: "soul", file: "~/.config/agents/SOUL.md", description: "the agent's character, values and frame of thought" },
    { id: "user", file: "~/.config/agents/USER.md", description: "the person's identity, preferences and background" },
  ],
  project_knowledge: { enabled: true, auto_detect: ["./AGENTS.md", "./.agents/AGENTS.md"] },
  session_bootstrap: ["global-agents", "soul", "user", "project"],
  profile: "agents",
  commit: {},
  budgets: {},
  over_budget: "archive",
  remotes: [],
  send: "all",
  guard_mode: "warn",
  gate: { profile: "v7.1", resident: "on" },
  risk: { profile: "v7.0" },
  proposed: "ask",
  recall: {},
  agents: { render: "distilled", imports: false, override: false },
  day_log: "digest",
  memory: { channel: "snapshot", root: "all" },
  confirm: { natural_words: true, hours: 24 },
  trash: { days: 30, megabytes: 2048 },
  retention: {},
  heartbeat: { max_cost: 0.05, max_tokens: 20_000 },
  unknownKeys: [],
};

/** `profile` is what holds where the file names none. */
export async function readConfig(text: string, file: string, profile: Profile = DEFAULT_CONFIG.profile): Promise<Config> {
  // What init wrote and nobody touched says nothing but the defaults; every command would pay for parsing it.
  if (text === writeDefaultConfig("agents")) return DEFAULT_CONFIG;
  const { parseYaml } = await import("../text/yaml.ts");
  const { value, lines } = parseYaml(text, file);
  if (value === null) return { ...DEFAULT_CONFIG, profile };
  const hint = "docs/formats.md lists the keys; remove the key to get its default.";
  const config = checkShape(ConfigSchema, value, { file, lines, code: "BAD_CONFIG", hint });
  const remotes = config.remotes?.map((each) => (typeof each === "string" ? { host: each } : each));
  const bases = [...DEFAULT_CONFIG.session_bootstrap, ...(config.default_knowledge_bases ?? []).map(({ id }) => id)];
  const unknownBases = (config.session_bootstrap ?? []).flatMap((id, index) =>
    bases.includes(id) ? [] : [{ key: `session_bootstrap: ${id}`, line: lines.lineOf(["session_bootstrap", index]) }],
  );
  const unknown = Object.keys(value as object).filter((key) => !Object.hasOwn(ConfigSchema.entries, key));
  const unknownKeys = [...unknown.map((key) => ({ key, line: lines.lineOf([key]) })), ...unknownBases];
  // Without a list of its own a session begins with everything that is configured.
  const session_bootstrap = [...new Set(bases)];
  return { ...DEFAULT_CONFIG, profile, session_bootstrap, ...given({ ...config, remotes }), unknownKeys } as Config;
}

/** What `init` writes: last-word's documented file, and our own keys as comments that name their defaults. */
export function writeDefaultConfig(profile: Profile): string {
  const base = (id: string, name: string, description: string) =>
    `  - id: ${id}\n    file: "${HOME_NAME}/${name}"\n    description: "${description}"\n`;
  const [agents, soul, user] = DEFAULT_CONFIG.default_knowledge_bases.map((each) => each.description);
  const inMemories = profile === "agentkit" ? "memories/" : "";
  const [soulFile, userFile] = profile === "x-agent" ? ["SPIRIT.md", "OWNER.md"] : ["SOUL.md", `${inMemories}USER.md`];
  const bases = [base("global-agents", "AGENTS.md", agents ?? ""), base("soul", soulFile, soul ?? ""), base("user", userFile, user ?? "")];
  return `# Codicil / last-word. Every key is optional.
default_knowledge_bases:
${bases.join("")}
project_knowledge:
  enabled: true
  auto_detect: ["./AGENTS.md", "./.agents/AGENTS.md"]

session_bootstrap:
  - global-agents
  - soul
  - user
  - project # if there is one

profile: ${profile} # which file plays which role: agents | agentkit | x-agent | scorel

# What becomes of an agent's entry, by role: direct | deferred | proposal | off
# commit: { soul: proposal, user: deferred, memory: direct, daily: direct, agents: proposal, project-memory: proposal }

# Characters of each role that are injected into a prompt and that the memory tool may fill.
# budgets: { soul: 2000, user: 1400, memory: 2200, daily: 1000, project-memory: 12000 }
# over_budget: archive # or reject

# What of AGENTS.md is in a prompt: distilled | full | none; whether @path brings in a file; whether AGENTS.override.md
# replaces the AGENTS.md beside it.
# agents: { render: distilled, imports: false, override: false }
# memory: { channel: snapshot } # or harness: into the conversation instead of the prompt

# Hosts that url: keys may name, each with the variable that has its key, if it wants one.
# remotes: [] # ["kb.example.org", { host: wiki.example.org, key_from: WIKI_KEY }]

# Recall needs no model. Vectors join where an embedder is named; docs/recall.md has the other kinds.
# recall: { embedder: { kind: endpoint, url: "http://127.0.0.1:11434/v1", model: nomic-embed-text } }
`;
}
