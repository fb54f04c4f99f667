// What the plugins of OpenCode and pi share. Calls are judged by a hook process that stays, everything else by one for each
// event; both with a time limit of our own, because these hosts have none: a plugin that never answers would hang them. Nothing
// is judged in the host's own thread, which no limit could interrupt. What cannot be judged is refused.

import type { Installation } from "../install/pluginText.ts";
import type { Host } from "../../base/index.ts";
import { spawn } from "node:child_process";
import { SHARED_WORD } from "../dialects/session.ts";
import { openResidentHook } from "./resident.ts";

export type LineMeaning = "hold" | "advice" | "ask";

export type PluginVerdict =
  | { readonly kind: "pass" }
  /** What does the line mean? The answer goes to `settle`. */
  | { readonly kind: "line"; readonly id: string; readonly reason: string }
  | { readonly kind: "ask" | "deny"; readonly reason: string }
  | { readonly kind: "rewrite"; readonly input: Readonly<Record<string, unknown>> };

export interface Told {
  readonly context: string | null;
  readonly person: string | null;
}

export interface Engine {
  /** The session's frozen block; null where it could not be had, which is said in the log and stops nothing. */
  block(session: string): Promise<string | null>;
  /** `seen`: a question of ours can be shown to somebody. */
  before(session: string, tool: string, input: unknown, options?: { readonly seen: boolean }): Promise<PluginVerdict>;
  /** What the person says the line means; what becomes of the call. */
  settle(id: string, as: LineMeaning): Promise<PluginVerdict>;
  /** With the person's message: what the model should know (memory, news, what became of a word), and what they should see. */
  prompt(session: string, text: string, options: { readonly byAgent: boolean }): Promise<Told>;
  /** What the person should see now that the turn is over. */
  turnEnded(session: string, options: { readonly unseen: boolean }): Promise<Told>;
  /** Nobody waits for these. */
  after(session: string, tool: string, input: unknown, done: { readonly ok: boolean; readonly output: unknown }): void;
  compacted(session: string): void;
  ended(session: string): void;
}

const CALL_MS = 9000;
/** More than the hook takes at most: it always has a block. */
const BLOCK_MS = 20_000;
const PROMPT_MS = 5000;
/** Where the hook cannot be had; its log says why, and the message goes on. */
const NOTHING_TOLD: Told = { context: null, person: null };

export function openEngine(host: Host, cwd: string, installation: Installation): Engine {
  const blocks = new Map<string, Promise<string | null>>();
  const judge = openResidentHook(installation.hook, [host, ...kindOf(installation)]);
  const ask = (event: string, session: string, fields: Readonly<Record<string, unknown>>, ms: number) =>
    askHook(installation, { host, event, message: { session_id: session, cwd, hook_event_name: event, ...fields }, ms });
  const tell = (event: string, session: string, fields: Readonly<Record<string, unknown>> = {}) =>
    void ask(event, session, fields, CALL_MS).catch(() => undefined);
  return {
    block: (session) => {
      const known = blocks.get(session) ?? ask("SessionStart", session, { source: "startup" }, BLOCK_MS).then(contextIn, () => null);
      blocks.set(session, known);
      return known;
    },
    before: (session, tool, input, { seen } = { seen: false }) =>
      verdictOn(() =>
        judge.ask(
          "PreToolUse",
          { session_id: session, cwd, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, seen },
          CALL_MS,
        ),
      ),
    // Only over the pipe of the process that asked, which knows what it asked.
    settle: (id, as) => verdictOn(() => judge.ask("LineAnswer", { id, as }, CALL_MS)),
    after: (session, tool, input, { ok, output }) =>
      tell(ok ? "PostToolUse" : "PostToolUseFailure", session, { tool_name: tool, tool_input: input, tool_response: output }),
    prompt: (session, text, { byAgent }) =>
      ask("UserPromptSubmit", session, { prompt: text, by_agent: byAgent }, PROMPT_MS).then(toldIn, () => NOTHING_TOLD),
    turnEnded: (session, { unseen }) => ask("Stop", session, { unseen }, CALL_MS).then(toldIn, () => NOTHING_TOLD),
    compacted: (session) => tell("PreCompact", session),
    ended: (session) => tell("SessionEnd", session, { reason: "other" }),
  };
}

async function verdictOn(
  ask: () => Promise<{ readonly code: number; readonly out: string; readonly err: string }>,
): Promise<PluginVerdict> {
  try {
    return verdictIn(outputOf(await ask()));
  } catch (error) {
    return {
      kind: "deny",
      reason:
        "Codicil could not judge this call, so it is refused: " +
        `${error instanceof Error ? error.message : String(error)}. The person can look ` +
        "with codicil doctor.",
    };
  }
}

interface HookOutput {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: {
    readonly additionalContext?: string;
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly line?: string;
    readonly updatedInput?: Readonly<Record<string, unknown>>;
  };
}

/** As the lines of other hosts end that were installed with --shared. */
function kindOf({ shared }: Installation): string[] {
  return shared === true ? [SHARED_WORD] : [];
}

function askHook(
  installation: Installation,
  { host, event, message, ms }: { readonly host: string; readonly event: string; readonly message: unknown; readonly ms: number },
): Promise<HookOutput> {
  return new Promise((resolve, reject) => {
    const child = spawn(installation.hook, [host, event, ...kindOf(installation)], { stdio: ["pipe", "pipe", "pipe"] });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`no answer within ${ms / 1000} seconds`));
    }, ms);
    timer.unref?.();
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => (out += String(chunk)));
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      try {
        resolve(outputOf({ code, out, err }));
      } catch (error) {
        reject(error as Error);
      }
    });
    child.stdin.end(JSON.stringify(message));
  });
}

/** Throws what the hook said where it stopped the call. */
function outputOf({ code, out, err }: { readonly code: number | null; readonly out: string; readonly err: string }): HookOutput {
  if (code !== 0) throw new Error(err.trim() || `the hook ended with ${String(code)}`);
  try {
    return out === "" ? {} : (JSON.parse(out) as HookOutput);
  } catch (cause) {
    throw new Error("the hook's answer cannot be read", { cause });
  }
}

function contextIn({ hookSpecificOutput }: HookOutput): string | null {
  return hookSpecificOutput?.additionalContext ?? null;
}

function toldIn(output: HookOutput): Told {
  return { context: contextIn(output), person: output.systemMessage ?? null };
}

function verdictIn({ hookSpecificOutput }: HookOutput): PluginVerdict {
  const { permissionDecision, permissionDecisionReason = "refused", line, updatedInput } = hookSpecificOutput ?? {};
  if (line !== undefined) return { kind: "line", id: line, reason: permissionDecisionReason };
  if (permissionDecision === "deny" || permissionDecision === "ask") return { kind: permissionDecision, reason: permissionDecisionReason };
  return updatedInput === undefined ? { kind: "pass" } : { kind: "rewrite", input: updatedInput };
}
