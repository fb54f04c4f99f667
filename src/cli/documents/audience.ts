import { audience as readAudience, type AudienceSet, setAudience } from "../../sharing/audience.ts";
import { type Audience, AUDIENCES } from "../../schema/index.ts";
import { exitFor, printJson, printReceipts } from "../terminal/answer.ts";
import { type Call, text } from "../terminal/command.ts";
import { atTerminal } from "../terminal/person.ts";
import type { Words } from "../terminal/translated.ts";
import { levelOf, oneOf } from "../terminal/given.ts";

export async function run(call: Call): Promise<number> {
  const [name = "user", given] = call.args;
  const wanted = oneOf(given, AUDIENCES, "the audience");
  return wanted === undefined ? show(call, name) : set(call, name, wanted);
}

async function show(call: Call, name: string): Promise<number> {
  const sections = await readAudience(await call.mind(), name);
  if (call.json) printJson(call, sections);
  for (const { audience, heading, document, line } of call.json ? [] : sections)
    call.terminal.print(`${audience.padEnd(8)} ${JSON.stringify(heading)} ${call.terminal.colour.dim(`${document}:${line}`)}\n`);
  if (sections.length === 0) call.terminal.say(call.terminal.words`no sections yet`);
  return 0;
}

async function set(call: Call, name: string, wanted: Audience): Promise<number> {
  // Narrowing takes nothing from anybody; everything else shows it to people who did not see it before.
  const person = wanted === "me" ? undefined : atTerminal(call, "audience");
  const done = await setAudience(await call.mind(), name, wanted, { level: levelOf(text(call, "level")), person });
  const receipts = done.moved?.receipts ?? [];
  const { words } = call.terminal;
  if (call.json)
    printJson(call, {
      heading: done.heading,
      before: done.before,
      after: done.after,
      receipts,
      ...(receipts[0]?.undo === undefined ? {} : { undo: receipts[0].undo }),
    });
  else {
    printReceipts(
      call,
      receipts.map(({ undo: _, ...receipt }) => receipt),
    );
    const [heading, whom] = [JSON.stringify(done.heading), words.of(MEANS[done.after])];
    call.terminal.print(`${done.moved === null ? words`${heading} is for ${whom} already` : words`${heading} is for ${whom}`}\n`);
  }
  for (const line of warnings(done, words)) call.terminal.say(line);
  return exitFor(receipts);
}

const MEANS: Readonly<Record<Audience, string>> = {
  me: "you alone: your login, and whoever administers the database",
  team: "everybody of this mind",
  project: "this project: its sessions, and whoever reads its files",
};

function warnings({ moved, before, after }: AudienceSet, words: Words): string[] {
  const undo = moved?.receipts[0]?.undo;
  if (moved === null || undo === undefined) return [];
  const whom = words.of(before === "project" ? "whoever has it" : MEANS.team);
  const history =
    after === "me"
      ? [
          words`What it said until now stays in the history of ${moved.from.key}, for ${whom}; ` +
            words`codicil forget TEXT --everywhere takes it out of everything, ${moved.to.key} too.`,
        ]
      : [];
  return [...history, words`undo: codicil undo ${undo}`];
}
