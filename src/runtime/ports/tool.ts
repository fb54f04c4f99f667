// The port of a tool: what the model is told of it, how a call of it looks to the gate, and what it does.

import type { Mind } from "../../mind/open.ts";
import type { Call, SessionType } from "../../policy/index.ts";

export type Args = Readonly<Record<string, unknown>>;

/** JSON Schema of an object; checked before the tool is asked anything. */
export interface ParameterSchema {
  readonly type: "object";
  readonly properties: Readonly<
    Record<
      string,
      {
        readonly type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        readonly description?: string;
        readonly enum?: readonly string[];
        readonly items?: unknown;
      }
    >
  >;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: ParameterSchema;
}

export interface ToolContext {
  readonly mind: Mind;
  readonly sessionId: string;
  readonly sessionType: SessionType;
  /** Aborted when the person cancels. */
  readonly signal: AbortSignal;
  readonly cwd: string;
}

export interface ToolOutcome {
  /** What the model gets. */
  readonly text: string;
  readonly isError?: boolean;
  /** For the listener and the log: receipts, exit codes. Never sent to the model. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A tool of our own agent. */
export interface Tool extends ToolSpec {
  /** The call as the gate judges it. Its effects must all be visible in it. */
  toCall(args: Args, context: ToolContext): Call;
  /** The arguments that carry out a rewritten call; null where this tool cannot. */
  fromCall?(call: Call, args: Args): Args | null;
  run(args: Args, context: ToolContext): Promise<ToolOutcome>;
}
