// gateTools: the tools of another framework behind this mind's policy. A tool is an object with `execute(input, …)`, as in the
// AI SDK; everything else about it stays as it is.

import { AppError } from "../base/index.ts";
import type { Call, SessionType } from "../policy/index.ts";
import { checkArguments } from "../mind/checkArguments.ts";
import { decide, type Decision } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";

/** For which session the calls are judged, and who approves. */
export interface GateToolsOptions {
  /** The session that the verdicts are logged for. */
  readonly sessionId?: string;
  /** main (default) or shared. */
  readonly session?: SessionType;
  /** Asks the person about a call that needs approval; without it such a call is refused. */
  readonly approve?: (question: { readonly tool: string; readonly input: unknown; readonly decision: Decision }) => Promise<boolean>;
}

type Execute = (input: unknown, ...more: readonly unknown[]) => unknown;

/**
 * The same tools, each judged before it runs. A refused call throws CALL_REFUSED with the reason, which the framework tells the
 * model. Calls that succeeded count as the session's history, for rules like "run the tests before you commit".
 *
 *     const result = streamText({ model, tools: gateTools({ bash, writeFile }, mind) });
 */
export function gateTools<Tools extends Readonly<Record<string, object>>>(tools: Tools, mind: Mind, options: GateToolsOptions = {}): Tools {
  checkArguments("gateTools", { tools: [tools, "object"], mind: [mind, "mind"] });
  const history: Call[] = [];
  const gated = Object.entries(tools).map(([name, tool]) => {
    const { execute } = tool as { execute?: Execute };
    // Without one it runs at the provider, or the program answers it.
    return [name, execute === undefined ? tool : { ...tool, execute: behindGate(name, execute.bind(tool), { mind, history, options }) }];
  });
  return Object.fromEntries(gated) as Tools;
}

interface Environment {
  readonly mind: Mind;
  readonly history: Call[];
  readonly options: GateToolsOptions;
}

function behindGate(tool: string, execute: Execute, { mind, history, options: { sessionId, session, approve } }: Environment): Execute {
  return async (input, ...more) => {
    const call = { tool, input: input ?? {} } as Call;
    const decision = await decide(mind, {
      call,
      history: [...history],
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(session === undefined ? {} : { session }),
    });
    const isAllowed =
      decision.verdict === "allow" ||
      decision.verdict === "rewrite" ||
      (decision.verdict === "ask" && (await approve?.({ tool, input, decision })) === true);
    if (!isAllowed)
      throw new AppError("CALL_REFUSED", decision.reason, {
        hint: decision.verdict === "ask" ? "It needs your approval." : "The policy denies it.",
      });
    const result = await last(execute(rewritten(decision, input), ...more));
    history.push(call);
    return result;
  };
}

function rewritten({ verdict, call }: Decision, input: unknown): unknown {
  return verdict === "rewrite" && call !== undefined && "input" in call ? call.input : input;
}

/** A tool may give parts before its result. */
async function last(given: unknown): Promise<unknown> {
  if (given === null || typeof given !== "object" || !(Symbol.asyncIterator in given)) return given;
  let result: unknown;
  for await (const part of given as AsyncIterable<unknown>) result = part;
  return result;
}
