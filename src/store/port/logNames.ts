// Lines of an endless log by their names: a log of years has a gigabyte, and most of what a person asks for by its name is in none of it.
// Beside each file that is finished two numbers for each of its lines are kept, made from the line's names. They are never the truth:
// they count for the very file that they were made from, and what they lead to is searched for the name itself.

import { linesFromEnd, linesOf, partsFromEnd } from "./fromEnd.ts";
import { writerOf } from "./pen.ts";
import type { OpenBytes, Place, Store } from "./port.ts";
import { stateLogPlace } from "./stateLog.ts";

export interface Names {
  /** null: the line has no such names, and neither has its file. */
  keysOf(line: string): readonly [number, number] | null;
  /** Whether a line with these numbers may have the name that is looked for. */
  fits(one: number, other: number): boolean;
}

/** For so many lines it is kept where they begin. */
const GROUP = 64;
const ROOM = 1024 * 1024;
/** Which file it was made from, in front. */
const HEAD = 128;

/** Lists of lines that hold `text`, newest first: all of the file that grows, and of the others those that `names` leads to. */
export async function* linesNamed(store: Store, log: string, text: string, names: Names): AsyncGenerator<readonly string[]> {
  if (store.openLog === undefined) return yield* linesFromEnd(store, stateLogPlace(log), text);
  const listed = (await store.list("state", "decisions")).filter((name) => name.startsWith(`${log}.`) && /\.\d{6}\.jsonl$/.test(name));
  const finished = listed.toSorted().map((name) => ({ name, stamp: store.stampOf?.({ root: "state", path: `decisions/${name}` }) ?? "" }));
  const [first = ""] = finished.map(({ stamp }) => stamp);
  const whole = store.openLog(stateLogPlace(log));
  if (whole === null) return;
  const wanted = { texts: [Buffer.from(text)], newest: false };
  // Where a file came or went meanwhile, all is searched.
  const isSame = first.startsWith(`${whole.identity} `);
  try {
    yield* partsFromEnd(whole, wanted, isSame ? finished.reduce((sum, { stamp }) => sum + Number(stamp.split(" ")[1]), 0) : 0);
  } finally {
    whole.close();
  }
  for (const { name, stamp } of isSame ? finished.toReversed() : []) {
    const file = store.openLog({ root: "state", path: `decisions/${name}` });
    if (file === null) continue;
    try {
      const numbers = keptNumbers(store, name, stamp) ?? makeNumbers(store, { name, stamp, file, names });
      if (numbers === null) yield* partsFromEnd(file, wanted);
      else
        for (const [from, to] of groupsIn(numbers, names)) {
          const bytes = Buffer.alloc(Math.min(to, file.size) - from);
          yield linesOf(bytes.subarray(0, file.read(bytes, from)), wanted);
        }
    } finally {
      file.close();
    }
  }
}

/** Newest first. */
function* groupsIn(numbers: Uint32Array, { fits }: Names): Generator<readonly [from: number, to: number]> {
  const lines = numbers[0] as number;
  for (let line = lines - 1; line >= 0; line--) {
    if (!fits(numbers[1 + line * 2] as number, numbers[2 + line * 2] as number)) continue;
    const group = Math.floor(line / GROUP);
    const start = 1 + lines * 2 + group;
    yield [numbers[start] as number, numbers[start + 1] ?? Infinity];
    line = group * GROUP;
  }
}

/** How many lines; two numbers for each; where each group begins. */
function makeNumbers(
  store: Store,
  { name, stamp, file, names }: { readonly name: string; readonly stamp: string; readonly file: OpenBytes; readonly names: Names },
): Uint32Array | null {
  const [keys, starts]: [number[], number[]] = [[], []];
  const room = Buffer.allocUnsafe(ROOM);
  for (let at = 0; at < file.size;) {
    const part = room.subarray(0, file.read(room, at));
    let start = 0;
    for (let end = part.indexOf(10); end !== -1; end = part.indexOf(10, start)) {
      const found = names.keysOf(part.toString("latin1", start, end));
      if (found === null) return null;
      if (keys.length % (GROUP * 2) === 0) starts.push(at + start);
      keys.push(...found);
      start = end + 1;
    }
    if (start === 0) return null;
    at += start;
  }
  const numbers = Uint32Array.from([keys.length / 2, ...keys, ...starts]);
  writerOf(store).writeIndex?.(name, [Buffer.from(stamp.padEnd(HEAD)), new Uint8Array(numbers.buffer)]);
  return numbers;
}

function keptNumbers(store: Store, name: string, stamp: string): Uint32Array | null {
  const side = store.openIndex?.(name) ?? null;
  if (side === null) return null;
  try {
    const head = Buffer.alloc(HEAD);
    if (side.read(head, 0) < HEAD || head.toString("latin1").trimEnd() !== stamp || stamp === "") return null;
    const numbers = new Uint32Array((side.size - HEAD) >> 2);
    side.read(new Uint8Array(numbers.buffer), HEAD);
    return numbers;
  } finally {
    side.close();
  }
}

/** Of a file that is gone. */
export function dropNumbers(store: Store, { path }: Place): void {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const side = store.openIndex?.(name) ?? null;
  side?.close();
  if (side !== null) writerOf(store).writeIndex?.(name, []);
}
