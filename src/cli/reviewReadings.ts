// `codicil review`, second part: proposed readings, one after the other, one key each.

import type { Mind } from "../mind/open.ts";
import { decideShown, listReadings, readingBlock, type ReadingItem } from "../rules/index.ts";
import type { ReadingDecided } from "../schema/index.ts";
import type { Call } from "./command.ts";
import { atTerminal } from "./person.ts";
import { wrap } from "./wrap.ts";

const KEYS: Readonly<Record<string, ReadingDecided | "block" | "skip" | "quit">> = {
  h: "hold",
  a: "ask",
  v: "advice",
  e: "block",
  s: "skip",
  q: "quit",
  "\u0003": "quit",
  "\u0004": "quit",
};
const SAID: Readonly<Record<string, string>> = { hold: "enforced", ask: "asked about", advice: "advice", skip: "skipped" };

/** Those that met calls first, also of other projects. */
export async function proposedReadings(mind: Mind): Promise<readonly ReadingItem[]> {
  return (await listReadings(mind)).filter(({ state }) => state === "proposed");
}

/** Answers how many are left. */
export async function reviewReadings(call: Call, mind: Mind): Promise<number> {
  const found = await proposedReadings(mind);
  if (found.length === 0) return 0;
  const { print, colour, say, isForeground } = call.terminal;
  print(`${colour.bold(`${found.length} proposed readings`)} of instruction files: not enforced until you decide\n`);
  if (!isForeground) {
    for (const { file, line, readings, count } of found)
      print(
        `  ${call.terminal.safe(`${file}:${line} ${readings.join("; ")}`)}${count === 0 ? "" : colour.dim(` (met ${count} ${count === 1 ? "call" : "calls"})`)}\n`,
      );
    say("run codicil review at a terminal to decide, or codicil policy confirm FILE:LINE");
    return found.length;
  }
  const person = atTerminal(call, "review");
  const keys = openKeys(call);
  let left = found.length;
  try {
    for (const [at, item] of found.entries()) {
      const { file, clause, readings } = item;
      show(call, item, `${at + 1}/${found.length}`);
      print("  h enforce · a ask · v advice · e as a policy block · s skip · q quit ");
      let key = await keys.next();
      if (key === "block") {
        const block = item.here ? (await readingBlock(mind, clause)).block : "(run codicil review in the project whose file it is)";
        print(
          `\n\nPaste this into ${call.terminal.safe(file)} and change it; then press v to make the line itself advice:\n\n${block.split("\n").map(call.terminal.safe).join("\n")}\n`,
        );
        key = await keys.next();
      }
      if (key === "quit") break;
      if (key === "hold" || key === "ask" || key === "advice") {
        await decideShown(mind, clause, { as: key, readings, person });
        left--;
      }
      print(`${colour.green(SAID[key] ?? "skipped")}\n`);
    }
  } finally {
    keys.close();
  }
  print(`\n${left} left\n`);
  return left;
}

function show(
  { terminal }: Call,
  { file, line, text, readings, stops, passes, doubts, count: met, example }: ReadingItem,
  count: string,
): void {
  const { print, colour, safe, columns } = terminal;
  print(`\n${colour.dim(count)} ${colour.bold(`${safe(file)}:${line}`)}\n`);
  for (const each of wrap(safe(text.replace(/\s+/g, " ")), columns - 2, 3)) print(`  ${each}\n`);
  const detail = (word: string, said: string) => {
    const [first = "", ...rest] = wrap(safe(said.replace(/\s+/g, " ")), columns - word.length - 3, 3);
    print(`  ${colour.dim(word)} ${first}\n${rest.map((each) => `${" ".repeat(word.length + 3)}${each}\n`).join("")}`);
  };
  detail("read as", readings.join("; "));
  for (const each of stops) detail("stops  ", each);
  for (const each of passes) detail("passes ", each);
  for (const each of doubts) detail("doubt  ", each);
  if (met > 0) detail("met    ", `${met} ${met === 1 ? "call" : "calls"}${example === undefined ? "" : `, first ${example}`}`);
}

/** One key at a time, without Enter; what is typed ahead waits for its question. */
function openKeys({ terminal }: Call): { next(): Promise<ReadingDecided | "block" | "skip" | "quit">; close(): void } {
  process.stdin.setRawMode?.(true);
  const chunks = terminal.inputChunks()[Symbol.asyncIterator]();
  let typed: string[] = [];
  return {
    next: async () => {
      for (;;) {
        const known = typed.shift();
        if (known !== undefined) {
          const meant = KEYS[known.toLowerCase()];
          if (meant !== undefined) return meant;
          continue;
        }
        const { value, done } = await chunks.next();
        if (done === true) return "quit";
        typed = [...value];
      }
    },
    close: () => {
      process.stdin.setRawMode?.(false);
      process.stdin.pause();
    },
  };
}
