import { AppError } from "../../base/index.ts";
import { freeze, type InstructionSnapshot, type PromptReceipt, receiptOf, renderSystemPrompt } from "../../mind/session/freeze.ts";
import type { Mind } from "../../mind/open.ts";
import { diffPrompts, snapshotOf } from "../../activity/sessions.ts";
import { listedId, sessionNamed } from "../../activity/shortIds.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag, text } from "../terminal/command.ts";
import { oneOf } from "../terminal/given.ts";
import { padTo } from "../terminal/width.ts";

export function freezeOptions(call: Call) {
  return {
    sessionType: oneOf(text(call, "session-type"), ["main", "shared"] as const, "--session-type"),
    render: oneOf(text(call, "render"), ["distilled", "full", "none"] as const, "--render"),
  };
}

export async function prompt(call: Call): Promise<number> {
  const mind = await call.mind();
  const given = text(call, "session");
  const id = given === undefined ? undefined : await sessionNamed(mind, listedId(mind, call.terminal.device, "session", given));
  const snapshot = id === undefined ? await frozenNow(call, mind) : await snapshotOf(mind, id);
  if (snapshot === null)
    throw new AppError("NOT_FOUND", `session ${id} has no snapshot yet`, { hint: "It gets one before its first turn." });
  if (flag(call, "receipt")) {
    const receipt = receiptOf(snapshot);
    if (call.json) printJson(call, receipt);
    else printReceipt(call, receipt);
  } else if (call.json) printJson(call, snapshot);
  else call.terminal.print(`${call.terminal.safe(renderSystemPrompt(snapshot))}\n`);
  return 0;
}

async function frozenNow(call: Call, mind: Mind): Promise<InstructionSnapshot> {
  const { snapshot, problems } = await freeze(mind, freezeOptions(call));
  const { colour, safe, say, words } = call.terminal;
  for (const { path, why } of problems) say(`${colour.red(words`left out`)} ${safe(path)}: ${safe(words.reading(why))}`);
  return snapshot;
}

export async function diff(call: Call): Promise<number> {
  const [before, after = "now"] = call.args;
  if (before === undefined || call.args.length > 2)
    throw new AppError("BAD_USAGE", "prompt diff needs one or two sessions", {
      hint: "codicil prompt diff A B; B may be left out or be now.",
    });
  const { of } = call.terminal.words;
  const found = await diffPrompts(await call.mind(), before, after);
  if (call.json) printJson(call, found);
  else
    call.terminal.print(
      found.same
        ? `${of("the prompts are the same")}\n`
        : `${found.sources.map(({ path, change }) => `${padTo(of(change), 8)} ${path}\n`).join("")}${call.terminal.safe(found.text)}`,
    );
  return 0;
}

function printReceipt(call: Call, receipt: PromptReceipt): void {
  const { colour, print, safe, words } = call.terminal;
  for (const { section, source, lines, bytes, tokens, hash, why, cut } of receipt.sources) {
    print(
      `${padTo(words.of(section), 11)} ${colour.bold(safe(/^\(\w+\)$/.test(source) ? `(${words.of(source.slice(1, -1))})` : source))}\n            ${words`${words.counted(lines, "line")}, ${bytes} bytes, about ${tokens} tokens`}` +
        `${hash === null ? "" : `${words`, `}${hash.slice(0, 12)}`}${words`: ${words.reading(why)}`}\n`,
    );
    if (cut !== undefined) print(`            ${colour.yellow(safe(words.reading(cut)))}\n`);
  }
  for (const { source, why } of receipt.leftOut)
    print(`${padTo(words`left out`, 11)} ${colour.bold(safe(source))}\n            ${safe(words.reading(why))}\n`);
  for (const { text: repeated, sources } of receipt.duplicates)
    print(`${padTo(words`duplicate`, 11)} ${safe(repeated).slice(0, 100)}\n            ${words`in ${sources.map(safe).join(", ")}`}\n`);
  const { lines, bytes, tokens, sha256 } = receipt.prompt;
  print(
    `${words`${words.of(receipt.sessionType)} session: ${words.counted(lines, "line")}, ${bytes} bytes, about ${tokens} tokens, ${sha256.slice(0, 12)}`}\n`,
  );
}
