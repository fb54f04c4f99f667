// A call is about to happen in a host: the one event whose answer cannot wait, and the one that must never be a shrug.

import type { Host } from "../../base/index.ts";
import { gate, type GuardMode, type Verdict } from "../../gate/index.ts";
import { findWhereabouts } from "../../mind/whereabouts.ts";
import type { CallVerdict, Dialect, HookInput } from "../dialects/dialect.ts";
import { hostCall } from "./hostCall.ts";
import { sessionKind } from "../dialects/session.ts";
import type { ReadCall } from "../dialects/toolNames.ts";

export interface CallRequest {
  readonly host: Host;
  readonly dialect: Dialect;
  readonly input: HookInput;
  /** The session as Codicil calls it. */
  readonly session: string;
  readonly limitMs: number;
  /** Who started the program that asks, where that is not this process. */
  readonly parent?: number;
  /** A hook of its own can judge it as well (gate.ts). */
  readonly shared?: boolean;
  /** Has the verdict log synced: the answer waits for it, the next call does not. */
  readonly later?: (file: number) => void;
}

export async function beforeCall({
  host,
  dialect,
  input,
  session,
  limitMs,
  parent = process.ppid,
  shared = false,
  later,
}: CallRequest): Promise<CallVerdict> {
  const read = await hostCall(host, input);
  if (read === null)
    return {
      kind: "deny",
      reason: `Codicil cannot read this call (${input.tool ?? "no tool is named"}), so it cannot be let through. Tell the person.`,
    };
  const { call } = read;
  const cwd = input.cwd ?? process.cwd();
  const where = findWhereabouts({ cwd });
  const judged = await gate({
    call,
    where,
    notes: session,
    limitMs,
    shared,
    ...(read.cwd === undefined ? {} : { callCwd: read.cwd.startsWith("/") ? read.cwd : `${cwd}/${read.cwd}` }),
    mode: guardMode(process.env),
    session: sessionKind(process.env),
    ...(dialect.typesInto === true ? { typesInto: true } : {}),
  });
  const first =
    judged.verdict.proposed === undefined
      ? PASSES
      : await (await import("../person/firstUse.ts")).meetInHost({ dialect, input, session, where, call, judged, parent });
  if (first.kind !== "pass") return { ...first, reason: signed(first.reason) };
  const kept =
    judged.verdict.keep === undefined
      ? ""
      : (await import("../../hostSessions/keepOverwritten.ts")).keepOverwritten(where, judged.verdict.keep);
  if (judged.verdict.verdict === "allow") return withNote(inWordsOf(dialect, judged.verdict, read), joined(first.note, kept));
  const { settleInHost } = await (settling ??= import("../../hostSessions/settleInHost.ts"));
  return inWordsOf(dialect, await settleInHost({ where, call, session, judged, asks: dialect.asks, shared, later }), read);
}

function joined(note: string | null, kept: string): string | null {
  return kept === "" ? note : [...(note === null ? [] : [note]), signed(kept)].join("\n");
}

/** Once for each process: also to find a module that is loaded takes a while. */
let settling: Promise<typeof import("../../hostSessions/settleInHost.ts")> | undefined;

const PASSES = { kind: "pass", note: null } as const;

function withNote(verdict: CallVerdict, note: string | null): CallVerdict {
  if (note === null || verdict.kind !== "pass") return verdict;
  return { kind: "pass", note: verdict.note === undefined ? note : `${verdict.note}\n${note}` };
}

/** Hosts show it among what others say; a reason that names Codicil first says itself who speaks. */
const signed = (reason: string): string => (reason.startsWith("Codicil ") ? reason : `Codicil: ${reason}`);

/** What the host can do with a verdict. Where it can neither ask nor rewrite, it refuses and says what would help. */
function inWordsOf(dialect: Dialect, verdict: Verdict, read: ReadCall): CallVerdict {
  const reason = `${signed(verdict.reason === "" ? "refused" : verdict.reason)}${whichRule(verdict)}`;
  switch (verdict.verdict) {
    case "allow":
      return verdict.reason === "" ? { kind: "pass" } : { kind: "pass", note: signed(verdict.reason) };
    case "ask":
      return dialect.asks ? { kind: "ask", reason } : { kind: "deny", reason };
    case "deny":
      return { kind: "deny", reason };
    case "rewrite":
      return rewriteInWordsOf(dialect, verdict, { read, reason });
  }
}

interface Rewriting {
  readonly read: ReadCall;
  readonly reason: string;
}

function rewriteInWordsOf(dialect: Dialect, { call, rewrite }: Verdict, { read, reason }: Rewriting): CallVerdict {
  const command = call !== undefined && "command" in call && typeof call.command === "string" ? call.command : null;
  // What the person's own AGENTS.md puts in place runs only where the host then asks by its own rules.
  const canBeGiven = dialect.rewrites && (rewrite !== "free" || dialect.permits !== false);
  const input = command === null || !canBeGiven ? null : read.rewritten(command);
  if (input !== null) return { kind: "rewrite", input, reason, allow: rewrite === "ours" };
  return { kind: "deny", reason: command === null ? reason : `${reason} Run this instead: ${command}` };
}

function whichRule({ rules }: Verdict): string {
  const rule = rules.find(({ line }) => line > 0);
  return rule === undefined ? "" : ` (${rule.file}:${rule.line})`;
}

/** The original plugin's own variable (MB-46); where it says nothing, config.yaml's guard_mode does. */
function guardMode(env: Readonly<Record<string, string | undefined>>): GuardMode | undefined {
  const given = env["MEMORY_BANK_GUARD_MODE"];
  return given === "off" || given === "warn" || given === "block" ? given : undefined;
}
