// The arguments of a tool call: JSON that a model wrote, checked against the tool's schema before anything else happens.

import type { Args, ParameterSchema } from "../ports/tool.ts";

/** More than this is no call that anybody would want to read, approve or log. */
const MOST_CHARS = 512 * 1024;

export type ReadArgs = { readonly kind: "fine"; readonly args: Args } | { readonly kind: "wrong"; readonly why: string };

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
