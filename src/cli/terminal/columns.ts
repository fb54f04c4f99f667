// Lists for people: columns that fit the screen, short ids, times as one says them. Programs that read a pipe get whole lines
// and whole ids instead.

import { fitTo, padTo, widthOf } from "./width.ts";

type Style = (cell: string) => string;

const GAP = "  ";
/** Less of a text says nothing. */
const NARROWEST = 12;

/** One line a row, each column as wide as its widest cell; what is too long is cut in the last column, which has the words. */
export function columns(rows: readonly (readonly string[])[], screen: number, styles: readonly (Style | null)[]): string {
  const last = Math.max(0, ...rows.map((row) => row.length - 1));
  const widths = Array.from({ length: last }, (_, at) => Math.max(0, ...rows.map((row) => widthOf(row[at] ?? ""))));
  const room = Math.max(NARROWEST, screen - widths.reduce((sum, width) => sum + width + GAP.length, 0));
  const cell = (text: string, at: number) => {
    const fitted = at === last ? fitTo(text, room) : padTo(text, widths[at] ?? 0);
    return styles[at]?.(fitted) ?? fitted;
  };
  return rows.map((row) => `${row.map(cell).join(GAP).trimEnd()}\n`).join("");
}

const TAIL = 6;

/** Its kind and its end, as the page writes it; `codicil` takes it wherever it takes an id. */
export function shortId(id: string): string {
  return `${id.split("_", 1).join("")}_${id.slice(-TAIL)}`;
}

/** The time of today, the day of this year, or the date. */
export function shortTime(at: string | number, now: Date): string {
  const time = new Date(at);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  const isToday = time.toDateString() === now.toDateString();
  if (isToday) return clock;
  const day = `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return time.getFullYear() === now.getFullYear() ? `${day} ${clock}` : `${time.getFullYear()}-${day}`;
}

/** A path as people write it. */
export function underHome(path: string, home: string): string {
  return home !== "" && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

const two = (number: number) => String(number).padStart(2, "0");
