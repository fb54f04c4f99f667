import { type SizedTrash, trashEmpty, trashKeep, trashPut, trashRestore, trashSizes } from "../../calls/trash.ts";
import { listedId, rememberList } from "../../activity/shortIds.ts";
import { printJson } from "../terminal/answer.ts";
import { shortTime } from "../terminal/columns.ts";
import { type Call, flag, text } from "../terminal/command.ts";
import { atTerminal } from "../terminal/person.ts";
import { padTo, widthOf } from "../terminal/width.ts";

/** Answers like rm: silent when all went well, a line for each complaint, 1 when there was one. */
export async function put(call: Call): Promise<number> {
  const answers = call.terminal.inputLines()[Symbol.asyncIterator]();
  const ask = async (question: string) => {
    call.terminal.say(`rm: ${question}`);
    // rm reads its answers from standard input, terminal or not; at the end of it everything is a no.
    const { value, done } = await answers.next();
    return done !== true && /^\s*y/i.test(value);
  };
  const { trashed, complaints, lines } = await trashPut(
    await call.mind(),
    call.args.filter((word) => word !== "--json"),
    { ask },
  );
  for (const line of lines) call.terminal.print(`${call.terminal.safe(line)}\n`);
  for (const complaint of complaints) call.terminal.say(`rm: ${complaint}`);
  if (call.json) printJson(call, trashed);
  return complaints.length === 0 ? 0 : 1;
}

export async function keep(call: Call): Promise<number> {
  const kept = trashKeep(
    await call.mind(),
    call.args.filter((word) => word !== "--json" && word !== "--"),
  );
  if (call.json) printJson(call, kept);
  return 0;
}

export async function list(call: Call): Promise<number> {
  const mind = await call.mind();
  const all = trashSizes(mind);
  if (call.json) printJson(call, all);
  else if (all.length === 0) call.terminal.say(call.terminal.words`the trash is empty`);
  else {
    printTable(call, all, mind.deps.clock.now());
    const { isScreen, device } = call.terminal;
    rememberList(mind, isScreen ? device : null, "trashed", all);
  }
  return 0;
}

/** The end of an id is enough to name it; the whole one where two end alike. */
function printTable(call: Call, all: readonly SizedTrash[], now: Date): void {
  const { print, safe, colour, isScreen, words } = call.terminal;
  const ends = all.map(({ id }) => id.slice(id.lastIndexOf("-") + 1));
  const counts = Map.groupBy(ends, (end) => end);
  const rows = all.map((each, index) => {
    const end = ends[index] ?? "";
    return [
      String(index + 1),
      (counts.get(end)?.length ?? 0) > 1 ? each.id : end,
      isScreen ? shortTime(each.at, now) : each.at.slice(0, 16).replace("T", " "),
      each.kind === "keep" ? words`copy` : words`deleted`,
      shownBytes(each.bytes),
      safe(each.original),
    ] as const;
  });
  const heads = ["", "ID", isScreen ? words`WHEN` : words`WHEN (UTC)`, words`WHAT`, words`SIZE`, words`PATH`] as const;
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...[heads, ...rows].map((row) => widthOf(row[column] ?? ""))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 5 ? cell : column === 4 ? cell.padStart(widths[column] ?? 0) : padTo(cell, widths[column] ?? 0)))
      .slice(isScreen ? 0 : 1)
      .join("  ");
  const size = shownBytes(all.reduce((sum, { bytes }) => sum + bytes, 0));
  print(`${colour.dim(line(heads))}\n`);
  for (const row of rows) print(`${line(row)}\n`);
  print(colour.dim(`${words`${words.counted(all.length, "item")}, ${size}; codicil trash restore ID`}\n`));
}

function shownBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"] as const;
  const unit = Math.min(units.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${unit === 0 ? bytes : (bytes / 1024 ** unit).toFixed(1)} ${units[unit]}`;
}

export async function restore(call: Call): Promise<number> {
  const mind = await call.mind();
  const given = call.args[0] ?? "";
  const id = given === "last" ? (trashSizes(mind).at(-1)?.id ?? given) : listedId(mind, call.terminal.device, "trashed", given);
  const restored = trashRestore(mind, id, { over: flag(call, "over"), to: text(call, "to") });
  if (call.json) printJson(call, restored);
  else call.terminal.print(`${call.terminal.words`restored ${restored.restored}`}\n`);
  return 0;
}

export async function empty(call: Call): Promise<number> {
  atTerminal(call, "trash empty");
  call.terminal.print(`${call.terminal.words`${trashEmpty(await call.mind())} deleted for good`}\n`);
  return 0;
}
