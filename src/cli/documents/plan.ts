import { AppError } from "../../base/index.ts";
import { plan } from "../../mind/documents/remember.ts";
import type { Operation } from "../../schema/index.ts";
import { AUDIENCES, OPERATIONS } from "../../schema/index.ts";
import { contentOf, levelOf, oneOf, originOf } from "../terminal/given.ts";
import { exitFor, printJson, printReceipts } from "../terminal/answer.ts";
import { type Call, text } from "../terminal/command.ts";
import { byCommand } from "../terminal/person.ts";

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
  const isOwn = text(call, "session") === undefined;
  // Whoever named no session learns here which one flush --session takes.
  if (call.json) printJson(call, isOwn ? { ...receipt, session: mind.session } : receipt);
  else printReceipts(call, [receipt]);
  if (isOwn && receipt.status !== "refused")
    call.terminal.say(call.terminal.words`planned in session ${mind.session}; codicil flush makes it pending`);
  return exitFor([receipt]);
}

function confidenceOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new AppError("BAD_USAGE", `--confidence is ${JSON.stringify(value)}`, { hint: "A confidence is a number from 0 to 1." });
}
