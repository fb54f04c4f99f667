// The port of a tool: what the model is told of it, how a call of it looks to the gate, and what it does.

import type { Mind } from "../../mind/open.ts";
import type { Call, SessionType } from "../../policy/index.ts";

export type Args = Readonly<Record<string, unknown>>;

/** JSON Schema of an object; checked before the tool is asked anything. */
interface ParameterSchema {
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

// The arguments of a tool call: JSON that a model wrote, checked against the tool's schema before anything else happens.
/** More than this is no call that anybody would want to read, approve or log. */
const MOST_CHARS = 512 * 1024;

type ReadArgs = { readonly kind: "fine"; readonly args: Args } | { readonly kind: "wrong"; readonly why: string };

export function readArgs(input: string): ReadArgs {
  if (input.length > MOST_CHARS)
    return wrong(`The arguments have ${input.length} characters; at most ${MOST_CHARS} are taken. Write large files in parts.`);
  if (input.trim() === "") return { kind: "fine", args: {} };
  try {
    const value: unknown = JSON.parse(input);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { kind: "fine", args: value as Args };
    return wrong("The arguments are not a JSON object.");
  } catch (cause) {
    return wrong(`The arguments are not valid JSON: ${(cause as Error).message}. Nothing was run; call again with valid JSON.`);
  }
}

export function checkArgs(args: Args, schema: ParameterSchema): ReadArgs {
  const missing = (schema.required ?? []).filter((name) => args[name] === undefined);
  if (missing.length > 0) return wrong(`The arguments lack ${missing.join(", ")}.`);
  for (const [name, value] of Object.entries(args)) {
    const wanted = schema.properties[name];
    if (wanted === undefined)
      return wrong(`There is no argument ${JSON.stringify(name)}; there are ${Object.keys(schema.properties).join(", ")}.`);
    if (value === undefined || value === null) continue;
    if (!isOfType(value, wanted.type)) return wrong(`${name} must be of type ${wanted.type}.`);
    if (wanted.enum !== undefined && !wanted.enum.includes(value as string))
      return wrong(`${name} must be one of ${wanted.enum.join(", ")}.`);
  }
  return { kind: "fine", args: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined)) };
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && !Array.isArray(value);
  return typeof value === type;
}

function wrong(why: string): ReadArgs {
  return { kind: "wrong", why };
}
