// `codicil review`, second part: proposed readings, one after the other, one key each.

import { asBlockOf, decideReading } from "../mind/readings.ts";
import type { Mind } from "../mind/open.ts";
import { policyReport, type ReportedClause } from "../mind/policyReport.ts";
import { shown } from "../mind/shownCall.ts";
import type { ReadingDecided } from "../schema/index.ts";
import type { Call } from "./command.ts";
import { atTerminal } from "./person.ts";
import { wrap } from "./wrap.ts";

const KEYS: Readonly<Record<string, ReadingDecided | "block" | "skip" | "quit">> = { h: "hold", a: "ask", v: "advice", e: "block", s: "skip", q: "quit", "\u0003": "quit", "\u0004": "quit" };
const SAID: Readonly<Record<string, string>> = { hold: "held", ask: "asked about", advice: "advice", skip: "skipped" };

interface Proposed {
  readonly file: string;
  readonly clause: ReportedClause;
}

export function proposedReadings(mind: Mind): readonly Proposed[] {
  return policyReport(mind, []).files.flatMap(({ path, clauses }) => clauses.filter(({ state }) => state === "proposed").map((clause) => ({ file: path, clause })));
}

/** Answers how many are left. */
export async function reviewReadings(call: Call, mind: Mind): Promise<number> {
  const found = proposedReadings(mind);
  if (found.length === 0) return 0;
  const { print, colour, say, isForeground } = call.terminal;
  print(`${colour.bold(`${found.length} proposed readings`)} of instruction files: not enforced until you decide\n`);
  if (!isForeground) {
    for (const { file, clause } of found) print(`  ${call.terminal.safe(`${file}:${clause.line} ${clause.reading ?? ""}`)}\n`);
    say("run codicil review at a terminal to decide, or codicil policy confirm FILE:LINE");
    return found.length;
  }
  const person = atTerminal(call, "review");
  const keys = openKeys(call);
  let left = found.length;
  try {
    for (const [at, { file, clause }] of found.entries()) {
      show(call, { file, clause }, `${at + 1}/${found.length}`);
      print("  h hold · a ask · v advice · e as a policy block · s skip · q quit ");
      let key = await keys.next();
      if (key === "block") {
        print(`\n\nPaste this into ${call.terminal.safe(file)} and change it; then press v to make the line itself advice:\n\n${asBlockOf(mind, clause.rule ?? "")}\n`);
        key = await keys.next();
      }
      if (key === "quit") break;
      if (key === "hold" || key === "ask" || key === "advice") {
        await decideReading(mind, { file, line: clause.line }, { as: key, person });
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

function show({ terminal }: Call, { file, clause }: Proposed, count: string): void {
  const { print, colour, safe, columns } = terminal;
  const { line, text, reading = "", stops = [], passes = [], doubts = [] } = clause;
  print(`\n${colour.dim(count)} ${colour.bold(`${safe(file)}:${line}`)}\n`);
  for (const each of wrap(safe(text.replace(/\s+/g, " ")), columns - 2, 3)) print(`  ${each}\n`);
  const detail = (word: string, said: string) => {
    const [first = "", ...rest] = wrap(safe(said.replace(/\s+/g, " ")), columns - word.length - 3, 3);
    print(`  ${colour.dim(word)} ${first}\n${rest.map((each) => `${" ".repeat(word.length + 3)}${each}\n`).join("")}`);
  };
  detail("read as", reading);
  for (const each of stops) detail("stops  ", shown(each));
  for (const each of passes) detail("passes ", shown(each));
  for (const each of doubts) detail("doubt  ", each);
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
