// What a file of a mind is when it comes from elsewhere: data, or power over this machine. Data comes back. Power (keys,
// trust, releases, approvals, what Git runs) never does; a person gives it again where they want it.

export type Kind =
  /** Comes back byte for byte. */
  | "data"
  /** Entries that were not applied yet: they come back as proposals. */
  | "pending"
  | "staging"
  | "journal"
  /** The answers to proposals: refusals come back, acceptances do not. */
  | "answers"
  /** The gate's verdicts: history, never open questions. */
  | "verdicts"
  /** Settings: those that give power stay as they are here. */
  | "config"
  /** Comes back, and does not run until a person trusts it. */
  | "hook"
  /** Comes back, and its words are judged before a model gets them. */
  | "skill";

export type Judged = { readonly kind: Kind } | { readonly kind: "power"; readonly why: string };

/**
 * In the folder of a hook or skill: it came from elsewhere. Such a hook runs only if a person trusted it as it is
 * (runtime/hooks); what such a skill says is judged before a model gets it (runtime/skills).
 */
export const RESTORED_MARK = ".restored";

const STATE_KEPT = ["ledger/", "remote/", "journal/", "decisions/", "sessions/", "vault/"];

/** What of the state cannot be made again. Everything else (tokens, programs, caches) is never part of a backup. */
export function isKept(path: string): boolean {
  return STATE_KEPT.some((folder) => path.startsWith(folder));
}

/** Logs in decisions/ by what they are; one that is not named here gives power. */
const DECISIONS: Readonly<Record<string, Kind>> = {
  "proposals.jsonl": "answers",
  "me--proposals.jsonl": "answers",
  "verdicts.jsonl": "verdicts",
  "verdict-counts.jsonl": "data",
  "vault.jsonl": "data",
  "chats.jsonl": "data",
  "input.jsonl": "data",
};

const POWERS: Readonly<Record<string, string>> = {
  "keys.jsonl": "unlocks and allowed calls are not restored",
  "releases.jsonl": "released lines and trusted projects are not restored",
  "hooks.jsonl": "trust in hooks is not restored",
  "approvals.jsonl": "approvals are not restored",
  "heartbeat.jsonl": "whether the heartbeat runs is not restored",
  "jobs.jsonl": "jobs are made again",
};

export function judgeFile(root: "home" | "state", path: string): Judged {
  const folded = path.normalize("NFKC").toLowerCase();
  const parts = folded.split("/").map((part) => part.replace(/(?<![. ])[. ]+$/, ""));
  if (parts.some((part) => part === ".git" || part === "git~1")) return { kind: "power", why: "a Git repository can run programs" };
  if (root === "state") return judgeState(folded);
  if (parts[0] === "hooks" && parts.length > 1) return { kind: "hook" };
  if (parts[0] === "skills" && parts.length > 2) return { kind: "skill" };
  if (parts[0] !== "last-word") return { kind: "data" };
  if (folded === "last-word/config.yaml") return { kind: "config" };
  if (parts[1] === "staging") return { kind: "staging" };
  return parts.length === 2 && folded.endsWith(".yaml") && folded !== "last-word/schema.yaml" ? { kind: "pending" } : { kind: "data" };
}

function judgeState(folded: string): Judged {
  if (folded.startsWith("journal/")) return { kind: "journal" };
  if (!folded.startsWith("decisions/")) return { kind: "data" };
  // A log without end is in several files, by number.
  const name = folded.slice("decisions/".length).replace(/\.\d{6}\.jsonl$/, ".jsonl");
  const kind = Object.hasOwn(DECISIONS, name) ? DECISIONS[name] : undefined;
  return kind === undefined ? { kind: "power", why: POWERS[name] ?? "it is not known to be harmless" } : { kind };
}

/** Scripts, and files of a skill that are no text. */
const RUNS = [/^hooks\/.+\/scripts\//i, /^skills\/[^/]+\/scripts\//i, /^skills\/.+\.(?!md$|txt$|json$|ya?ml$)[^./]+$/i];

/** What somebody could run, or have run: programs of hooks, and what skills bring beside their text. */
export function canExecute(path: string): boolean {
  return RUNS.some((pattern) => pattern.test(path));
}

/** Documents that tell agents who they are and what they may do. */
export function isInstruction(path: string): boolean {
  return /^(?:me\/)?(?:agents|claude|gemini|soul|spirit)(?:\.override)?\.md$/i.test(path) || /^skills\/[^/]+\/skill\.md$/i.test(path);
}
