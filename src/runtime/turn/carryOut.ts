// A call that was cleared is carried out: within a time, in a frame that no tool can break, with a look at what it changed.

import { AppError } from "../../base/index.ts";
import { type After, afterCall } from "../../calls/afterCall.ts";
import type { Decision } from "../../mind/session/decide.ts";
import { readProtected } from "../../calls/protectedFiles.ts";
import type { Call } from "../../policy/index.ts";
import type { Args, Tool, ToolContext, ToolOutcome } from "../ports/tool.ts";
import type { Cleared } from "./clear.ts";
import type { WorkbenchOptions } from "./workbench.ts";

/** Tools have limits of their own; this is for one that forgets them. */
const LONGEST_MS = 15 * 60_000;
/** After a cancel a tool may still tidy up and say how far it came. */
const GRACE_MS = 1500;

export async function carryOut(
  bench: WorkbenchOptions,
  tool: Tool,
  { cleared, context }: { readonly cleared: Extract<Cleared, { kind: "run" }>; readonly context: ToolContext },
): Promise<ToolOutcome> {
  const outcome = await watched(bench, cleared.call, () => runWithin(tool, cleared.args, context));
  return tell(outcome, cleared.decision);
}

async function runWithin(tool: Tool, args: Args, context: ToolContext): Promise<ToolOutcome> {
  let timer: NodeJS.Timeout | undefined;
  let cancel: (() => void) | undefined;
  const stopped = new Promise<ToolOutcome>((resolve) => {
    const stop = (why: string) =>
      resolve({ text: `${tool.name} was given up: ${why}. Whether it still runs is not known.`, isError: true });
    timer = setTimeout(() => stop("it took too long"), LONGEST_MS);
    cancel = () => void setTimeout(() => stop("the person cancelled"), GRACE_MS).unref();
    context.signal.addEventListener("abort", cancel, { once: true });
  });
  try {
    return await Promise.race([runSafely(tool, args, context), stopped]);
  } finally {
    clearTimeout(timer);
    if (cancel !== undefined) context.signal.removeEventListener("abort", cancel);
  }
}

async function runSafely(tool: Tool, args: Args, context: ToolContext): Promise<ToolOutcome> {
  try {
    return await tool.run(args, context);
  } catch (error) {
    // What a tool refuses is the model's to read and correct; a defect is told as one, and the turn goes on.
    if (error instanceof AppError)
      return {
        text: `${error.code}: ${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`,
        isError: true,
        data: { code: error.code },
      };
    if ((error as Error).name === "SecurityViolation") return { text: `Refused: ${(error as Error).message}.`, isError: true };
    return { text: `${tool.name} failed: ${(error as Error).message}`, isError: true, data: { code: "INTERNAL" } };
  }
}

/** A command may change what no gate saw coming (`git pull` brings another AGENTS.md): look before and after. */
async function watched(bench: WorkbenchOptions, call: Call, run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  const before = call.tool === "shell" ? readProtected(bench.mind) : undefined;
  const outcome = await run();
  const { changes, broken } = afterCall(bench.mind, { call, policy: bench.policy, ...(before === undefined ? {} : { before }) });
  return tellChanges(bench, tellBroken(outcome, broken), changes);
}

/** What was written breaks a rule that no gate can hold: the model is told, with the line, and can put it right. */
function tellBroken(outcome: ToolOutcome, broken: After["broken"]): ToolOutcome {
  if (outcome.isError === true || broken.length === 0) return outcome;
  const list = broken.map(({ file, line, text }) => `${file}:${line} ${text}`).join("; ");
  return {
    ...outcome,
    text: `${outcome.text}\n\n[Checked afterwards: what was written breaks ${list}]`,
    data: { ...outcome.data, brokenRules: broken },
  };
}

function tellChanges(bench: WorkbenchOptions, outcome: ToolOutcome, changes: After["changes"]): ToolOutcome {
  if (changes.length === 0) return outcome;
  const list = changes.map(({ path, change }) => `${path} (${change})`).join(", ");
  bench.listener({ type: "notice", text: `The command touched protected files: ${list}. codicil log shows them, codicil undo undoes it.` });
  return {
    ...outcome,
    text: `${outcome.text}\n\n[Protected files were touched by this command: ${list}. The person was told. Do not change them again.]`,
    data: { ...outcome.data, protectedChanges: changes },
  };
}

/** The model learns that something else ran than it asked for, and of warnings. */
function tell(outcome: ToolOutcome, decision: Decision): ToolOutcome {
  if (decision.reason === "" || (decision.verdict !== "rewrite" && decision.verdict !== "allow")) return outcome;
  const ran = decision.call !== undefined && "command" in decision.call ? ` It ran as: ${String(decision.call.command)}` : "";
  const lead = decision.verdict === "rewrite" ? `[Policy rewrote this call: ${decision.reason}${ran}]` : `[Policy: ${decision.reason}]`;
  return { ...outcome, text: `${lead}\n${outcome.text}` };
}
