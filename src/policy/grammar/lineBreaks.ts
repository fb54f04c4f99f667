// Lines of one paragraph that are sentences of their own: people write a rule a line without bullets. A line that was wrapped
// leaves no room for the next word; one that leaves room was ended on purpose.

import { wordSet } from "../../base/index.ts";

/** Nobody wraps text at fewer columns. */
const NARROWEST = 60;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u;
/** A line that begins so goes on. */
const GOES_ON = wordSet(
  "and or but nor unless except if when while to so because since as with without in on for from by of that which who whose where until",
  "before after than then though however und oder aber wenn falls weil damit ohne mit für außer bevor y o pero si porque para con sin salvo",
  "que et ou mais sauf si parce pour avec sans e mas se porque com sem exceto plus via including such like",
);
const OPEN_SIGN = /[,;:，、；：(（[–—-]$/;
const OPEN_WORD = wordSet(
  "and or but to you the a an of with in on for from by as is are be must should can may not never always any all its this that these",
  "your our their before after under inside via per use run no every each und oder der die das den dem ein eine y o el la los las un una",
  "et ou le les une e os as um uma de du des",
);
/** What a line that begins with a small letter leaves beside its first word. */
const ROOM = 12;
/** The share of lines that were ended on purpose in a list without bullets. */
const MOST = 0.6;

/** How the lines of a paragraph end: what its widest line has room for, and whether most of them were ended on purpose. */
export interface Breaks {
  readonly width: number;
  readonly listed: boolean;
}

export function breaksFrom(lines: readonly string[], at: number): Breaks {
  let end = at;
  while (end < lines.length && (lines[end] as string).trim() !== "") end++;
  const own = lines.slice(at, end).map((each) => each.trim());
  const width = own.reduce((widest, each) => Math.max(widest, columnsOf(each)), NARROWEST);
  const ended = own.slice(1).filter((each, before) => leavesRoom(own[before] as string, each, width, 0));
  return { width, listed: own.length > 2 && ended.length >= MOST * (own.length - 1) };
}

/** Whether the line before ended on purpose. */
export function endsOnPurpose(before: string, line: string, { width, listed }: Breaks): boolean {
  if (before.endsWith("  ") || before.endsWith("\\")) return true;
  const [ended, next] = [before.trim(), line.trim()];
  return !goesOn(ended, next, listed) && (listed || leavesRoom(ended, next, width, ROOM));
}

/** In a list without bullets they end a line ("don't push, I do that") or begin one ("if you need a package, ask"). */
const ALSO_WHOLE = wordSet("that this these all any no if when before after without");

function goesOn(ended: string, next: string, listed: boolean): boolean {
  const last = ended.slice(ended.lastIndexOf(" ") + 1).toLowerCase();
  const first = (next.split(/\s/)[0] ?? "").toLowerCase();
  const isOpen = (word: string, words: ReadonlySet<string>): boolean => words.has(word) && !(listed && ALSO_WHOLE.has(word));
  return OPEN_SIGN.test(ended) || isOpen(last, OPEN_WORD) || isOpen(first, GOES_ON);
}

function leavesRoom(ended: string, next: string, width: number, room: number): boolean {
  const [first = ""] = next.split(/\s/);
  const wanted = /^[a-zà-ÿ]/.test(first) && !/[.!?]$/.test(ended) ? room : 0;
  return columnsOf(ended) + 1 + wanted + (WIDE.test(first.charAt(0)) ? 2 : columnsOf(first)) <= width;
}

const PLAIN = /^[\x20-\x7e]*$/;

function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const char of text) columns += WIDE.test(char) ? 2 : 1;
  return columns;
}
