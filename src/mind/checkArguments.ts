// The verbs are also called from plain JavaScript, where no compiler has looked: what has the wrong shape is BAD_INPUT, said
// before anything is done, and not a TypeError from somewhere below.

import { AppError } from "../base/index.ts";

type Shape = "mind" | "object" | "text" | "list";

const WANTED: Readonly<Record<Shape, string>> = {
  mind: "an open mind (the value of openMind)",
  object: "an object",
  text: "a text",
  list: "a list",
};

/** `given`: the arguments by name, with what each should be. */
export function checkArguments(verb: string, given: Readonly<Record<string, readonly [value: unknown, shape: Shape]>>): void {
  for (const [name, [value, shape]] of Object.entries(given)) {
    if (!hasShape(value, shape))
      throw new AppError("BAD_INPUT", `${verb}: ${name} must be ${WANTED[shape]}`, {
        hint: `The call is ${verb}(${Object.keys(given)
          .filter((each) => !each.includes("."))
          .join(", ")}, …).`,
      });
  }
}

/** Nothing else is taken for a main session: what is private would be open to it. */
export function checkKind(name: string, kind: unknown): void {
  if (kind === "main" || kind === "shared") return;
  throw new AppError("BAD_INPUT", `${name} must be main or shared`, { hint: "shared is a session that others can see." });
}

function hasShape(value: unknown, shape: Shape): boolean {
  if (shape === "text") return typeof value === "string";
  if (shape === "list") return Array.isArray(value);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return shape === "object" || ("deps" in value && "where" in value);
}
