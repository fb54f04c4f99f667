// A host at a terminal, with somebody before it, as far as the hook can see: a program of the host's name that has a terminal and
// calls the hook.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "../kit.ts";

export interface Shown {
  readonly code: number;
  readonly decision: string | null;
  readonly reason: string;
  readonly context: string | null;
}

export interface HostCall {
  readonly command: string;
  readonly session: string;
  readonly toolUse?: string;
  readonly event?: string;
  readonly transcript?: string;
  /** Started for one answer, like `claude -p`. */
  readonly oneAnswer?: boolean;
  readonly mode?: string;
  /** The hook is called by a shell of a tool call. */
  readonly byAgent?: boolean;
  /** Another hook than the program itself. */
  readonly hook?: string;
}

let serial = 0;

export function callAtTerminal(
  world: World,
  host: "claude" | "codex",
  {
    command,
    session,
    toolUse = "toolu_1",
    event = "PreToolUse",
    transcript = "/dev/null",
    mode = "default",
    oneAnswer,
    byAgent,
    hook: other,
  }: HostCall,
): Shown {
  const bin = join(world.root, "bin");
  mkdirSync(bin, { recursive: true });
  if (!world.has(`bin/${host}`)) symlinkSync("/bin/sh", join(bin, host));
  const [input, output] = [join(world.root, `in-${++serial}.json`), join(world.root, `out-${serial}.json`)];
  const response = event === "PreToolUse" ? {} : { tool_response: { stdout: "done" } };
  writeFileSync(
    input,
    JSON.stringify({
      session_id: session,
      cwd: world.project,
      hook_event_name: event,
      transcript_path: transcript,
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: toolUse,
      permission_mode: mode,
      ...response,
    }),
  );
  const ran = world.shellOnTerminal((program) => {
    const hook = `${other ?? `${program} hook`} ${host} ${event} < ${input} > ${output}`;
    const called = byAgent === true ? `python3 -c "import os; os.system(open('${input}.sh').read())"; :` : `${hook}; exit $?`;
    writeFileSync(`${input}.sh`, hook);
    writeFileSync(`${input}.host`, called);
    return `${join(bin, host)} ${oneAnswer === true ? `-c "$(cat ${input}.host)" -p` : `-c "$(cat ${input}.host)"`}`;
  });
  const out = world.has(`out-${serial}.json`) ? world.read(`out-${serial}.json`) : "";
  const answer = (out === "" ? {} : JSON.parse(out)) as {
    hookSpecificOutput?: { permissionDecision?: string; permissionDecisionReason?: string; additionalContext?: string };
  };
  const { permissionDecision = null, permissionDecisionReason = "", additionalContext = null } = answer.hookSpecificOutput ?? {};
  return { code: ran.code, decision: permissionDecision, reason: permissionDecisionReason, context: additionalContext };
}
