// Fields of a request's body: each is what it is said to be, and there are no others.

import { AppError } from "../../base/index.ts";
import type { Fields } from "./body.ts";

const KINDS = {
  text: (value: unknown): value is string => typeof value === "string",
  number: (value: unknown): value is number => typeof value === "number" && Number.isFinite(value),
  boolean: (value: unknown): value is boolean => typeof value === "boolean",
};

type Kind = keyof typeof KINDS;
type Shape = Readonly<Record<string, Kind | `${Kind} or null`>>;
type ValueOf<K> = K extends `${infer Base extends Kind} or null`
  ? ValueOf<Base> | null
  : K extends "text"
    ? string
    : K extends "number"
      ? number
      : boolean;

/** Absent fields stay absent; a field that nobody asked for is an error, because it is most likely misspelt. */
export function takeFields<S extends Shape>(fields: Fields, shape: S): { readonly [Name in keyof S]?: ValueOf<S[Name]> } {
  for (const [name, value] of Object.entries(fields)) {
    const expected = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (expected === undefined)
      throw new AppError("BAD_INPUT", `there is no field ${JSON.stringify(name)} here`, {
        hint: `Known: ${Object.keys(shape).join(", ") || "none"}.`,
      });
    const kind = expected.replace(" or null", "") as Kind;
    if (!KINDS[kind](value) && !(value === null && expected.endsWith("null")))
      throw new AppError("BAD_INPUT", `${name} must be ${expected}`);
  }
  return fields as { readonly [Name in keyof S]?: ValueOf<S[Name]> };
}

export function needText(value: string | undefined, name: string): string {
  if (value !== undefined && value !== "") return value;
  throw new AppError("BAD_INPUT", `the field ${name} is missing`);
}

/** A whole number of the query, or undefined where it is not given. */
export function countIn(
  query: URLSearchParams,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const given = query.get(name);
  if (given === null) return undefined;
  const count = Number(given);
  if (/^\d{1,10}$/.test(given) && count >= least && count <= most) return count;
  throw new AppError("BAD_INPUT", `${name} must be a whole number from ${least} to ${most}`);
}
