import { AppError } from "../../base/index.ts";
import { plan } from "../../mind/documents/remember.ts";
import type { Level, Operation, Origin } from "../../schema/index.ts";
import { AUDIENCES, OPERATIONS, ORIGINS } from "../../schema/index.ts";
import { exitFor, printJson, printReceipts } from "../answer.ts";
import { type Call, text } from "../command.ts";
import { byCommand } from "../person.ts";

export async function run(call: Call): Promise<number> {
  const heading = text(call, "heading");
  if (heading === undefined) throw new AppError("BAD_USAGE", "plan needs --heading", { hint: "codicil plan --help" });
  const mind = await call.mind();
  const content = await contentOf(call, "content");
  const operation = oneOf(text(call, "op"), OPERATIONS, "--op") as Operation | undefined;
  const receipt = await plan(mind, {
    path: text(call, "path"),
    url: text(call, "url"),
    heading,
    level: levelOf(text(call, "level")),
    operation,
    // On the command line an empty section is asked for by --op clear alone.
    content: content ?? (operation === "clear" ? "" : undefined),
    old: text(call, "old"),
    scope: oneOf(text(call, "scope"), ["section", "body"] as const, "--scope"),
    audience: oneOf(text(call, "audience"), AUDIENCES, "--audience"),
    session: text(call, "session"),
    origin: originOf(call),
    person: byCommand(),
    reason: text(call, "reason"),
    event: text(call, "event"),
    confidence: confidenceOf(text(call, "confidence")),
    from: text(call, "from")
      ?.split(",")
      .map((id) => id.trim())
      .filter((id) => id !== ""),
  });
  if (call.json) printJson(call, receipt);
  else printReceipts(call, [receipt]);
  if (text(call, "session") === undefined && receipt.status !== "refused")
    call.terminal.say(`planned in session ${mind.session}; codicil flush makes it pending`);
  return exitFor([receipt]);
}

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

function confidenceOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new AppError("BAD_USAGE", `--confidence is ${JSON.stringify(value)}`, { hint: "A confidence is a number from 0 to 1." });
}
