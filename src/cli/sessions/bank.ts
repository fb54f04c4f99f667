import { AppError } from "../../base/index.ts";
import { bankInjection, keyTriggerConfig, protocolBlock, checkPack, readBank, readReaderPack, writeReaderPack } from "../../bank/index.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag } from "../terminal/command.ts";

/** YAML by itself, so that it can be piped on or pasted into a conversation. */
export async function read(call: Call): Promise<number> {
  const question = call.args.join(" ");
  if (question.trim() === "")
    throw new AppError("BAD_USAGE", "bank read needs a question", { hint: 'For example: codicil bank read "how are errors raised?"' });
  const pack = await readBank(await call.mind(), question);
  if (call.json) printJson(call, { memory_reader: pack });
  else call.terminal.print(await writeReaderPack(pack));
  return 0;
}

export async function check(call: Call): Promise<number> {
  const mind = await call.mind();
  const pack = await readReaderPack(await call.terminal.readInput(), "stdin");
  const wrong = await checkPack(mind, pack);
  if (call.json) printJson(call, { valid: wrong.length === 0, wrong });
  else {
    for (const { path, line, why } of wrong) call.terminal.print(`${call.terminal.safe(`${path}:${line}`)}  ${why}\n`);
    if (wrong.length === 0) call.terminal.say(call.terminal.words`every quote is where the pack says; ${pack.evidence.length} quotes`);
  }
  return wrong.length === 0 ? 0 : 4;
}

/** For hosts that none of our plugins serves: text to put into their prompt. */
export async function protocol(call: Call): Promise<number> {
  if (flag(call, "key-trigger")) {
    printJson(call, keyTriggerConfig());
    return 0;
  }
  const text = flag(call, "index") ? ((await bankInjection(await call.mind())) ?? protocolBlock()) : protocolBlock();
  if (call.json) printJson(call, { protocol: text });
  else call.terminal.print(text);
  return 0;
}
