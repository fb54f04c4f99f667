import { heldLines, release as releaseLine, trust as trustProject } from "../../mind/documents/quarantine.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag } from "../terminal/command.ts";
import { placeOf, atTerminal } from "../terminal/person.ts";

export async function list(call: Call): Promise<number> {
  const held = await heldLines(await call.mind());
  if (call.json) printJson(call, held);
  else
    for (const each of held)
      call.terminal.print(
        `${each.document}:${each.line}  ${call.terminal.words.reading(each.why)}\n    ${call.terminal.safe(each.text)}\n`,
      );
  if (!call.json)
    call.terminal.say(
      held.length === 0
        ? call.terminal.words`nothing is quarantined`
        : call.terminal.words`codicil release DOC:LINE lets a line through; edit the document to be rid of it`,
    );
  return 0;
}

export async function release(call: Call): Promise<number> {
  const person = atTerminal(call, "release");
  const { name, line } = placeOf(call.args[0] ?? "", "release");
  const released = await releaseLine(await call.mind(), name, line, { person });
  if (call.json) printJson(call, released);
  else call.terminal.print(`${call.terminal.words`released ${released.document}:${released.line}`}\n`);
  return 0;
}

export async function trust(call: Call): Promise<number> {
  const person = atTerminal(call, "trust");
  const off = flag(call, "off");
  const project = await trustProject(await call.mind(), !off, { person });
  call.terminal.print(`${off ? call.terminal.words`no longer trusted: ${project}` : call.terminal.words`trusted: ${project}`}\n`);
  return 0;
}
