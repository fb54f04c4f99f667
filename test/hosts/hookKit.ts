// Fires one event of a host at the real hook program, the way the host would.

import type { Host } from "../../src/base/index.ts";
import type { Ran, World } from "../kit.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** How each host spells a call before it happens. */
export const CALLS: Readonly<
  Record<string, { readonly event: string; readonly call: (tool: "shell" | "write", value: string) => Fields }>
> = {
  codex: {
    event: "PreToolUse",
    call: (tool, value) =>
      tool === "shell"
        ? { tool_name: "Bash", tool_input: { command: value } }
        : { tool_name: "apply_patch", tool_input: { command: `*** Begin Patch\n*** Add File: ${value}\n+x\n*** End Patch` } },
  },
  claude: {
    event: "PreToolUse",
    call: (tool, value) =>
      tool === "shell"
        ? { tool_name: "Bash", tool_input: { command: value, description: "d" } }
        : { tool_name: "Write", tool_input: { file_path: value, content: "x" } },
  },
  qwen: {
    event: "PreToolUse",
    call: (tool, value) =>
      tool === "shell"
        ? { tool_name: "run_shell_command", tool_input: { command: value, is_background: false } }
        : { tool_name: "write_file", tool_input: { file_path: value, content: "x" } },
  },
  kimi: {
    event: "PreToolUse",
    call: (tool, value) =>
      tool === "shell"
        ? { tool_name: "Shell", tool_input: { command: value } }
        : { tool_name: "WriteFile", tool_input: { path: value, content: "x" } },
  },
  gemini: {
    event: "BeforeTool",
    call: (tool, value) =>
      tool === "shell"
        ? { tool_name: "run_shell_command", tool_input: { command: value, description: "d" } }
        : { tool_name: "write_file", tool_input: { file_path: value, content: "x" } },
  },
  copilot: {
    event: "preToolUse",
    call: (tool, value) =>
      tool === "shell"
        ? { toolName: "bash", toolArgs: { command: value, description: "d" } }
        : { toolName: "create", toolArgs: { path: value, file_text: "x" } },
  },
  cursor: {
    event: "preToolUse",
    call: (tool, value) =>
      tool === "shell"
        ? { tool_name: "Shell", tool_input: { command: value } }
        : { tool_name: "Write", tool_input: { path: value, content: "x" } },
  },
};

/** The hosts that run the hook as a program. */
export const HOOKED = Object.keys(CALLS) as readonly Host[];
/** Plugins are in the release only. */
export const WITH_PLUGINS: readonly Host[] = process.env["CODICIL_FROM_SOURCE"] === "1" ? HOOKED : [...HOOKED, "opencode", "pi"];

export function fire(world: World, host: string, event: string, fields: Fields = {}, session = "s1"): Ran {
  const common =
    host === "copilot"
      ? { sessionId: session, cwd: world.project, timestamp: 1 }
      : host === "cursor"
        ? { conversation_id: session, workspace_roots: [world.project], hook_event_name: event }
        : { session_id: session, cwd: world.project, hook_event_name: event, transcript_path: "/dev/null" };
  return world.run(["hook", host, event], { input: JSON.stringify({ ...common, ...fields }) });
}

export function fireCall(world: World, host: string, tool: "shell" | "write", value: string, session = "s1"): Ran {
  const { event, call } = CALLS[host] as (typeof CALLS)[string];
  return fire(world, host, event, call(tool, value), session);
}

/** The text that an answer puts before the model, whatever the host's field for it. */
export function contextOf(ran: Ran): string | null {
  if (ran.out === "") return null;
  if (!ran.out.startsWith("{")) return ran.out;
  const answer = ran.json<{
    additionalContext?: string;
    additional_context?: string;
    hookSpecificOutput?: { additionalContext?: string };
  }>();
  return answer.hookSpecificOutput?.additionalContext ?? answer.additionalContext ?? answer.additional_context ?? null;
}
