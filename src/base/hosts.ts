// The agent programs that Codicil works in, as data: every fact about one that more than one room needs. How a host speaks to
// its hook is in hosts/dialects/dialects.ts, what it wants in its settings in hosts/install/wiring.ts.

interface HostFacts {
  /** As people name it. */
  readonly name: string;
  /** Its program, as a shell finds it. */
  readonly program: string;
  /** The folders of its package below `node_modules`; a star stands for the rest of a name. */
  readonly package: string | null;
  /** Its settings in a project. */
  readonly projectFolder: string;
  /** Its settings in a person's home, and the variable that moves them. */
  readonly userFolder: string;
  readonly movedBy: string | null;
  /** The words that start it with a first message. */
  readonly start: string;
  /** The words that continue with one of its sessions, before the session's id; absent where it takes none. */
  readonly resume?: string;
  /** Whose way of finding instruction files it has, where that is not its own. */
  readonly readsLike?: "claude-code" | "codex";
  /** It follows `@file.md` in what it loads. */
  readonly followsImports?: true;
}

export const HOST_FACTS = {
  claude: {
    name: "Claude Code",
    program: "claude",
    package: "@anthropic-ai/claude-code",
    projectFolder: ".claude",
    userFolder: ".claude",
    movedBy: "CLAUDE_CONFIG_DIR",
    start: "claude",
    resume: "claude --resume",
    readsLike: "claude-code",
    followsImports: true,
  },
  codex: {
    name: "Codex",
    program: "codex",
    package: "@openai/codex*",
    projectFolder: ".codex",
    userFolder: ".codex",
    movedBy: "CODEX_HOME",
    start: "codex",
    resume: "codex resume",
  },
  copilot: {
    name: "Copilot CLI",
    program: "copilot",
    package: "@github/copilot",
    projectFolder: ".github",
    userFolder: ".copilot",
    movedBy: "COPILOT_HOME",
    start: "copilot -i",
    resume: "copilot --resume",
  },
  cursor: {
    name: "Cursor",
    program: "cursor-agent",
    package: null,
    projectFolder: ".cursor",
    userFolder: ".cursor",
    movedBy: null,
    start: "cursor-agent",
    readsLike: "codex",
  },
  gemini: {
    name: "Gemini CLI",
    program: "gemini",
    package: "@google/gemini-cli",
    projectFolder: ".gemini",
    userFolder: ".gemini",
    movedBy: null,
    start: "gemini -i",
    followsImports: true,
  },
  kimi: {
    name: "Kimi Code",
    program: "kimi",
    package: "@moonshot-ai/kimi-code",
    projectFolder: ".kimi-code",
    userFolder: ".kimi-code",
    movedBy: "KIMI_CODE_HOME",
    start: "kimi -p",
    resume: "kimi -r",
    readsLike: "codex",
  },
  opencode: {
    name: "OpenCode",
    program: "opencode",
    package: "opencode-*",
    projectFolder: ".opencode",
    userFolder: ".config/opencode",
    movedBy: "OPENCODE_CONFIG_DIR",
    start: "opencode --prompt",
    resume: "opencode --session",
  },
  pi: {
    name: "pi",
    program: "pi",
    package: "pi-coding-agent",
    projectFolder: ".pi",
    userFolder: ".pi/agent",
    movedBy: "PI_CODING_AGENT_DIR",
    start: "pi",
    resume: "pi --session",
  },
  qwen: {
    name: "Qwen Code",
    program: "qwen",
    package: "@qwen-code/qwen-code",
    projectFolder: ".qwen",
    userFolder: ".qwen",
    movedBy: null,
    start: "qwen -i",
    resume: "qwen --resume",
  },
} as const satisfies Readonly<Record<string, HostFacts>>;

export type Host = keyof typeof HOST_FACTS;

export const HOSTS = Object.keys(HOST_FACTS) as readonly Host[];

/** The facts without the exact types of each, for code that treats all hosts alike. */
export function hostFacts(host: Host): HostFacts {
  return HOST_FACTS[host];
}

const OF_HOST = new RegExp(`^(?:host_)?(${HOSTS.join("|")})_`);

/** The host whose session has this id; undefined: it is none of a host's. */
export function hostInId(session: string): string | undefined {
  return OF_HOST.exec(session)?.[1];
}

const OTHER_AGENTS =
  "aider goose amp crush droid cline roo kilo plandex openhands auggie q qodo forge letta hermes openclaw mods llm-agent".split(" ");

/** Programs that are agents: the hosts, and others that Codicil does not work in. */
export const AGENT_PROGRAMS: readonly string[] = [...HOSTS.map((host) => HOST_FACTS[host].program), ...OTHER_AGENTS];

/** The program that an agent's package brings: `claude` of `@anthropic-ai/claude-code`. */
export function agentOfPackage(name: string): string | undefined {
  const fits = (pattern: string | null) =>
    pattern !== null && (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern || name.endsWith(`/${pattern}`));
  return HOSTS.map(hostFacts).find((host) => fits(host.package))?.program;
}
