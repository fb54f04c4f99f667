// One dialect for each host, as measured or documented (docs/hosts.md). An answer has exactly the fields that the host
// knows: Codex drops an answer with one more, and with it the refusal.

import type { Host } from "../../base/index.ts";
import type { CallVerdict, Dialect, EventKind } from "./dialect.ts";

const SNAKE_FIELDS: Dialect["fields"] = {
  event: "hook_event_name",
  session: ["session_id"],
  cwd: ["cwd"],
  tool: ["tool_name"],
  input: ["tool_input"],
  output: ["tool_response", "tool_output", "error"],
  prompt: "prompt",
  source: "source",
};

const CLAUDE_EVENTS: Readonly<Record<string, EventKind>> = {
  SessionStart: "start",
  UserPromptSubmit: "prompt",
  PreToolUse: "before-call",
  PostToolUse: "after-call",
  PostToolUseFailure: "call-failed",
  PreCompact: "compaction",
  Stop: "turn-end",
  SessionEnd: "end",
};

const specific = (event: string, fields: Readonly<Record<string, unknown>>) => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});

/** Claude's shape, which Codex, Qwen and Kimi share where they have the feature. */
function claudeCall(verdict: CallVerdict, event: string): unknown {
  switch (verdict.kind) {
    case "line":
      return specific(event, { permissionDecision: "ask", permissionDecisionReason: verdict.reason, line: verdict.id });
    case "pass":
      return verdict.note === undefined ? null : specific(event, { additionalContext: verdict.note });
    case "rewrite":
      // Without a decision Claude Code applies its own rules and mode to the new input (measured with 2.1.197).
      return specific(event, {
        ...(verdict.allow ? { permissionDecision: "allow", permissionDecisionReason: verdict.reason } : {}),
        updatedInput: verdict.input,
      });
    default:
      return specific(event, { permissionDecision: verdict.kind, permissionDecisionReason: verdict.reason });
  }
}

const claudeContext = (text: string, event: string): unknown => specific(event, { additionalContext: text });

/** Shown by the program itself, beside the conversation. */
const systemMessage = (text: string) => ({ systemMessage: text });

/** Claude's shape, in a program that can ask nobody about a line. */
const silent: Dialect = {
  events: CLAUDE_EVENTS,
  fields: SNAKE_FIELDS,
  asks: true,
  rewrites: true,
  blockAt: "once",
  cap: 10_000,
  answerCall: claudeCall,
  answerContext: claudeContext,
  answerPerson: systemMessage,
};

/** Claude Code: measured with 2.1.325. Codex and Qwen Code have the same words, by source and documentation. */
const sendBack = (reason: string) => ({ decision: "block", reason });

/** A hook's question reaches the person also where permissions are bypassed (measured with 2.1.325). */
const claude: Dialect = { ...silent, person: "terminal", shows: { yes: true, no: true }, answerBack: sendBack };

const codex: Dialect = {
  ...silent,
  asks: false,
  answerBack: sendBack,
  typesInto: true,
  // Codex's limit is lifted where the hook is installed (additionalContextLimit: 0).
  cap: undefined,
  // A new input is taken only together with "allow", which waives nothing: Codex' own approval and sandbox come after it.
  answerCall: (verdict, event) =>
    verdict.kind === "rewrite" ? specific(event, { permissionDecision: "allow", updatedInput: verdict.input }) : claudeCall(verdict, event),
};

/** What it was told at the start is not in a resumed request (measured; so it is with Copilot CLI). */
const qwen: Dialect = {
  ...silent,
  answerBack: sendBack,
  person: "terminal",
  shows: { yes: true },
  blockAt: "always",
  rewrites: false,
  turnEndIsEnd: true,
  cap: undefined,
};

const kimi: Dialect = {
  ...silent,
  asks: false,
  rewrites: false,
  turnEndIsEnd: true,
  blockAt: "never",
  blockWithPrompt: true,
  blockAfterCompaction: true,
  cap: undefined,
  answerCall: (verdict, event) => (verdict.kind === "deny" ? claudeCall(verdict, event) : null),
  // Plain text is what it takes, and only there.
  answerContext: (text, event) => (event === "UserPromptSubmit" ? text : null),
  answerPerson: undefined,
};

const gemini: Dialect = {
  events: {
    SessionStart: "start",
    BeforeAgent: "prompt",
    BeforeTool: "before-call",
    AfterTool: "after-call",
    PreCompress: "compaction",
    AfterAgent: "turn-end",
    SessionEnd: "end",
  },
  fields: SNAKE_FIELDS,
  asks: false,
  rewrites: true,
  // What is said at the start is before the person's words, and a message that begins with it is left out of a resumed
  // request; what is said with a message is behind them, and stays.
  blockAt: "never",
  blockWithPrompt: true,
  blockAfterCompaction: true,
  compactionIsGuess: true,
  answerCall: (verdict, event) => {
    if (verdict.kind === "pass") return null;
    // Its policy engine judges the new input after the hook; a hook cannot allow.
    return verdict.kind === "rewrite" ? specific(event, { tool_input: verdict.input }) : { decision: "deny", reason: verdict.reason };
  },
  answerContext: claudeContext,
  answerPerson: systemMessage,
  // By its documentation: the answer is refused, and the agent is asked again with the reason.
  answerBack: (reason) => ({ decision: "deny", reason }),
};

const copilot: Dialect = {
  events: {
    sessionStart: "start",
    userPromptSubmitted: "prompt",
    preToolUse: "before-call",
    postToolUse: "after-call",
    agentStop: "turn-end",
    sessionEnd: "end",
  },
  // The event's name is not in its JSON; it is in the command that install wrote.
  fields: {
    event: null,
    session: ["sessionId"],
    cwd: ["cwd"],
    tool: ["toolName"],
    input: ["toolArgs"],
    output: ["toolResult"],
    prompt: "prompt",
    source: "source",
  },
  asks: true,
  // No yes is seen: nobody measured whether its event after a call comes for a refused one too.
  person: "terminal",
  rewrites: true,
  blockAt: "always",
  answerCall: (verdict) => {
    if (verdict.kind === "pass") return null;
    // Without a decision its own permissions judge the new arguments (measured with 1.0.102).
    if (verdict.kind === "rewrite") return { ...(verdict.allow ? { permissionDecision: "allow" } : {}), modifiedArgs: verdict.input };
    return { permissionDecision: verdict.kind, permissionDecisionReason: verdict.reason };
  },
  // What a call changed is said after it: the documented field; a version that does not know it drops it.
  answerContext: (text, event) => (event === "sessionStart" || event === "postToolUse" ? { additionalContext: text } : null),
};

const cursor: Dialect = {
  events: {
    sessionStart: "start",
    beforeSubmitPrompt: "prompt",
    preToolUse: "before-call",
    beforeShellExecution: "before-call",
    beforeMCPExecution: "before-call",
    beforeReadFile: "before-call",
    postToolUse: "after-call",
    postToolUseFailure: "call-failed",
    preCompact: "compaction",
    stop: "turn-end",
    sessionEnd: "end",
  },
  fields: {
    event: "hook_event_name",
    session: ["conversation_id", "session_id"],
    cwd: ["cwd", "workspace_roots"],
    tool: ["tool_name"],
    input: ["tool_input"],
    output: ["tool_output", "result_json", "tool_response", "error_message"],
    prompt: "prompt",
    source: "source",
  },
  asks: true,
  person: "window",
  shows: { yes: true },
  rewrites: false,
  blockAt: "once",
  answerCall: (verdict) =>
    verdict.kind === "pass" || verdict.kind === "rewrite"
      ? { permission: "allow" }
      : { permission: verdict.kind, user_message: verdict.reason, agent_message: verdict.reason },
  answerContext: (text, event) => (event === "sessionStart" || event === "postToolUse" ? { additional_context: text } : null),
};

/** Spoken by our own plugins: they put the block before the model at every request. */
const plugin: Dialect = { ...silent, blockAt: "always", cap: undefined };

/** pi asks nobody: what it is given runs. */
const pi: Dialect = { ...plugin, person: "dialog", permits: false };

/** Its plugin can put a note on the screen, but nothing that stays there. */
const opencode: Dialect = { ...plugin, answerPerson: undefined };

export const DIALECTS: Readonly<Record<Host, Dialect>> = { claude, codex, copilot, cursor, gemini, kimi, opencode, pi, qwen };
