// Options that several commands take, read in one way.

import { AppError } from "../../base/index.ts";
import type { Level, Origin } from "../../schema/index.ts";
import { ORIGINS } from "../../schema/index.ts";
import { type Call, text } from "./command.ts";

/** `-` means stdin. */
export async function contentOf(call: Call, name: string): Promise<string | undefined> {
  const given = text(call, name);
  return given === "-" ? call.terminal.readInput() : given;
}

export function originOf(call: Call): Origin | undefined {
  return oneOf(text(call, "origin"), ORIGINS, "--origin");
}

export function oneOf<T extends string>(value: string | undefined, allowed: readonly T[], name: string): T | undefined {
  if (value === undefined || (allowed as readonly string[]).includes(value)) return value as T | undefined;
  throw new AppError("BAD_USAGE", `${name} is ${JSON.stringify(value)}`, { hint: `${name} is one of ${allowed.join(", ")}.` });
}

export function levelOf(value: string | undefined): Level | undefined {
  if (value === undefined) return undefined;
  if (/^[1-6]$/.test(value)) return Number(value) as Level;
  throw new AppError("BAD_USAGE", `--level is ${JSON.stringify(value)}`, { hint: "A level is 1 to 6." });
}
