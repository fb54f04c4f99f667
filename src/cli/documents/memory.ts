import { AppError } from "../../base/index.ts";
import { memoryAdd, type MemoryAnswer, memoryRead, memoryRemove, memoryReplace } from "../../mind/documents/memory.ts";
import { flush } from "../../mind/documents/remember.ts";
import { exitFor, printJson, printReceipts } from "../terminal/answer.ts";
import { type Call, text } from "../terminal/command.ts";
import { byCommand } from "../terminal/person.ts";
import { contentOf, originOf } from "../terminal/given.ts";

export async function add(call: Call): Promise<number> {
  const [fact] = call.args;
  const content = await needed("memory add", (await contentOf(call, "content")) ?? asFact(fact), "the text");
  const heading = fact === undefined ? await section("memory add", call) : (text(call, "section") ?? FACTS);
  return answer(call, await memoryAdd(await call.mind(), { ...caller(call), file: text(call, "file"), section: heading, content }));
}

/** Where a fact goes that names no section, as on the page. */
const FACTS = "Notes";

function asFact(words = ""): string | undefined {
  if (words.trim() === "") return undefined;
  return /^[-*+] |\n/.test(words) ? words : `- ${words}`;
}

export async function replace(call: Call): Promise<number> {
  const newText = await needed("memory replace", await contentOf(call, "new"), "--new");
  const request = {
    file: await needed("memory replace", text(call, "file"), "--file"),
    section: await section("memory replace", call),
    oldText: await needed("memory replace", text(call, "old"), "--old"),
    newText,
  };
  return answer(call, await memoryReplace(await call.mind(), { ...caller(call), ...request }));
}

export async function remove(call: Call): Promise<number> {
  return answer(
    call,
    await memoryRemove(await call.mind(), {
      ...caller(call),
      file: await needed("memory remove", text(call, "file"), "--file"),
      section: await section("memory remove", call),
    }),
  );
}

export async function read(call: Call): Promise<number> {
  const found = await memoryRead(await call.mind(), call.args[0] ?? text(call, "file") ?? "memory", text(call, "session"), { own: true });
  if (call.json) printJson(call, found);
  else call.terminal.print(found.text);
  if (found.waiting > 0) call.terminal.say(call.terminal.words`${found.waiting} of these changes are pending`);
  return 0;
}

/** A command without --session is its own session: what it planned is flushed when it ends. */
async function answer(call: Call, { receipt, summary }: MemoryAnswer): Promise<number> {
  if (
    text(call, "session") === undefined &&
    (receipt.status === "pending" || receipt.status === "proposed" || receipt.quarantined !== undefined)
  ) {
    const mind = await call.mind();
    await flush(mind, mind.session);
  }
  if (call.json) printJson(call, { ...receipt, summary });
  else {
    printReceipts(call, [receipt]);
    call.terminal.say(call.terminal.words.reading(summary));
  }
  return exitFor([receipt]);
}

function caller(call: Call) {
  return { session: text(call, "session"), origin: originOf(call), person: byCommand(), reason: text(call, "reason") };
}

function section(command: string, call: Call): Promise<string> {
  return needed(command, text(call, "section"), "--section");
}

async function needed(command: string, value: string | undefined, name: string): Promise<string> {
  if (value !== undefined) return value;
  const [{ exampleOf }, { COMMANDS }] = await Promise.all([import("../meant/hints.ts"), import("../table/commandTable.ts")]);
  const row = COMMANDS.find((each) => each.name === command);
  throw new AppError("BAD_USAGE", `${name} is missing`, { hint: row === undefined ? undefined : exampleOf(row) });
}
