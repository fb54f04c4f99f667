// Context gating of the memory bank (MB-40…47): read before you write. One more source of verdicts, with state for each
// message of the person. Policy denials and write protection hold in every mode (X20).
//
//   G1 only a read that succeeded satisfies, and only for the message in which it happened
//   G2 a refusal names the single next step
//   G3 no memory bank, no gating

import type { Call, Effects, Program, World } from "../analysis/index.ts";

/** The memory bank's gate: what it wants is done by the agent itself. */
export const CONTEXT_RULE = "memory-bank-context";

/** How strictly the memory bank is held: not at all, with a warning, or by refusing. */
export type GuardMode = "off" | "warn" | "block";

/** Which reads of the memory bank count, and which writes want them. */
export interface ContextProfile {
  /** What satisfies: v7.1 wants patterns.md (or the reader), v7.0 also takes MEMORY.md (X18). */
  readonly reads: "v7.0" | "v7.1";
  /** Whether several files at once are high risk, by the document's own table, or medium, by its later version (X19). */
  readonly risk?: "seed" | "v7.0" | "v7.1";
}

/** What holds where config.yaml names no profile. */
export const DEFAULT_PROFILE: ContextProfile = { reads: "v7.1", risk: "v7.0" };

/** As config.yaml's gate.profile and risk.profile say. */
export function profileOf({
  gate,
  risk,
}: {
  readonly gate: { readonly profile: ContextProfile["reads"] };
  readonly risk: { readonly profile: NonNullable<ContextProfile["risk"]> };
}): ContextProfile {
  return { reads: gate.profile, risk: risk.profile };
}

/** What a session has read of the memory bank so far. */
export interface ContextState {
  /** Paths below memory-bank/ that were read in this message, relative to the project. */
  readonly readFiles: ReadonlySet<string>;
  readonly contextSatisfied: boolean;
  /** After a compaction: anchors must be read again before risky writes. */
  readonly recovering: boolean;
  /** Paths below memory-bank/ that were read in this session at all: after a compaction they are its anchors. */
  readonly seen?: ReadonlySet<string>;
  /** Anchors that are still to be read again; absent: the index. */
  readonly owed?: ReadonlySet<string>;
}

const INDEX = "memory-bank/MEMORY.md";

/** A session that has read nothing yet. */
export const freshContext: ContextState = { readFiles: new Set(), contextSatisfied: false, recovering: false };

/** A new message of the person: what was read for the last one no longer counts. */
export function nextMessage(state: ContextState): ContextState {
  const { recovering, seen, owed } = state;
  return { ...freshContext, recovering, ...(seen === undefined ? {} : { seen }), ...(owed === undefined ? {} : { owed }) };
}

/** What the session had read of the bank is out of the model's sight; where it had read nothing, the index is to be read. */
export function afterCompaction(state: ContextState = freshContext): ContextState {
  const anchors = state.seen === undefined || state.seen.size === 0 ? undefined : state.seen;
  return { ...freshContext, recovering: true, ...(anchors === undefined ? {} : { seen: anchors, owed: anchors }) };
}

/** A call happened. Only successful ones count. */
export function recordCall(
  state: ContextState,
  done: { readonly call: Call; readonly effects: Effects; readonly ok: boolean },
  world: World,
  profile: ContextProfile,
): ContextState {
  if (!done.ok) return state;
  if (READER.test(done.call.tool) || done.effects.programs.some(isBankRead))
    return { ...state, contextSatisfied: true, recovering: false, owed: new Set() };
  const read = done.effects.paths
    .filter(({ access }) => access === "read" || access === "list")
    .map(({ path }) => inBank(path, world))
    .filter((path) => path !== null);
  if (read.length === 0) return state;
  const readFiles = new Set([...state.readFiles, ...read]);
  const satisfied = state.contextSatisfied || read.some((path) => satisfies(path, profile));
  const owed = new Set([...(state.owed ?? [INDEX])].filter((path) => !readFiles.has(path) && stands(path, world)));
  const recovering = state.recovering && owed.size > 0;
  return {
    readFiles,
    contextSatisfied: satisfied,
    recovering,
    seen: new Set([...(state.seen ?? []), ...read.filter((path) => world.kind(`${world.project}/${path}`) !== "dir")]),
    ...(recovering ? { owed } : {}),
  };
}

/** An anchor that is gone cannot be asked for; the index always can. */
function stands(path: string, world: World): boolean {
  return path === INDEX || world.kind(`${world.project}/${path}`) !== null;
}

/** The reader by its own name, or as a tool of our MCP server in a host's spelling (MB-42). */
const READER = /^(?:(?:mcp_{1,2})?codicil(?:_{1,2}|\.|\/))?memory[-_]reader$/;

/** `codicil bank read …`: the same reader from a shell. */
function isBankRead({ name, args, elsewhere }: Program): boolean {
  const words = args.filter(({ text }) => !text.startsWith("-"));
  return name === "codicil" && elsewhere !== true && words[0]?.text === "bank" && words[1]?.text === "read";
}

function satisfies(path: string, { reads }: ContextProfile): boolean {
  return /(^|\/)patterns\.md$/.test(path) || (reads === "v7.0" && path === "memory-bank/MEMORY.md");
}

function inBank(path: string, world: World): string | null {
  return path.startsWith(`${world.project}/memory-bank/`) ? path.slice(world.project.length + 1) : null;
}

const PATTERNS = ["memory-bank/details/patterns.md", "memory-bank/patterns.md"];

export type ContextVerdict = { readonly kind: "none" } | { readonly kind: "warn" | "block"; readonly reason: string };

/** Whether the memory bank was read before a risky change. */
export function judgeContext(
  call: Call,
  effects: Effects,
  context: { readonly state: ContextState; readonly mode: GuardMode; readonly profile: ContextProfile; readonly world: World },
): ContextVerdict {
  const { state, mode, world } = context;
  if (mode === "off" || !hasBank(world)) return { kind: "none" };
  const written = writesOf(effects, world);
  if (written.length === 0) return { kind: "none" };
  const risk = riskOf(call, written, context.profile);
  const anchor = state.recovering ? anchorOf(state, world) : null;
  if (anchor !== null && risk !== "low") return verdict(mode, `The session was compacted: read ${anchor} again before this change.`);
  if (state.contextSatisfied) return { kind: "none" };
  const steps = context.profile.reads === "v7.0" ? ["memory-bank/MEMORY.md"] : PATTERNS;
  const step = steps.find((path) => world.kind(`${world.project}/${path}`) !== null);
  // A bank that was only begun has nothing to read yet.
  if (step === undefined) return { kind: "none" };
  const reason = `Read ${step} first: it has the decisions that this change must fit.`;
  return risk === "high" ? verdict(mode, reason) : { kind: "warn", reason };
}

/** Whether the project has a memory bank. */
export function hasBank(world: World): boolean {
  return world.kind(`${world.project}/memory-bank`) === "dir";
}

function verdict(mode: GuardMode, reason: string): ContextVerdict {
  return { kind: mode === "block" ? "block" : "warn", reason };
}

/** Files of the project that the call would change, the bank itself apart: that has its own protection. */
function writesOf(effects: Effects, world: World): string[] {
  const written = effects.paths
    .filter(({ access }) => access === "write" || access === "append" || access === "create" || access === "move" || access === "delete")
    .flatMap(({ path }) => (path.startsWith(`${world.project}/`) ? [path.slice(world.project.length + 1)] : []));
  return [...new Set(written)].filter((path) => !path.startsWith("memory-bank/"));
}

const SENSITIVE = /^\/src\/(?:auth|security)\/|\/(?:(?:package|tsconfig)\.json$|docker\/|infra\/)/;

/** MB-45. Several files at once are high by the document's own table, medium by its later version (X19). */
function riskOf(call: Call, written: readonly string[], { risk }: ContextProfile): "low" | "medium" | "high" {
  if (/^multi_?edit$/i.test(call.tool) || written.some((path) => SENSITIVE.test(`/${path}`))) return "high";
  if (written.length <= 1) return "low";
  return risk === "v7.1" ? "medium" : "high";
}

/** The single next step: the first anchor that is still to be read again. */
function anchorOf(state: ContextState, world: World): string | null {
  return [...(state.owed ?? [INDEX])].find((path) => stands(path, world)) ?? null;
}
