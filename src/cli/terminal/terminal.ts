// The terminal: stdout for answers, stderr for messages, colour only where a person looks.

import { fstatSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs";
import { AppError, keptIn } from "../../base/index.ts";
import type { Colour, Terminal } from "./command.ts";
import { openInput } from "./input.ts";
import { wrapLines } from "./width.ts";
import type { Words } from "./translated.ts";

export function openTerminal(words: Words): Terminal {
  const say: Terminal["say"] = (text) =>
    writeAll(2, `${isTerminal("stderr") ? onScreen(wrapLines(asCalled(text), columnsOf())) : withoutColour(asCalled(text))}\n`);
  const input = openInput(() => {
    if (!isTerminal("stdin")) say(words`a part of the input is not UTF-8 and became U+FFFD`);
  });
  return {
    ...input,
    words,
    print: (text) => writeAll(1, isTerminal("stdout") ? onScreen(text) : text),
    tell: (text, indented) =>
      writeAll(1, isTerminal("stdout") ? onScreen(wrapLines(asCalled(text), columnsOf(), indented)) : asCalled(text)),
    say,
    safe: makeSafe,
    get isInteractive() {
      return isTerminal("stdin");
    },
    get isScreen() {
      return isTerminal("stdout");
    },
    get device() {
      // `codicil session show 2 | less`: the person still sits there.
      const stream = (["stdout", "stderr", "stdin"] as const).find(isTerminal);
      return stream === undefined ? null : fstatSync(DESCRIPTORS[stream]).rdev;
    },
    get isForeground() {
      return isTerminal("stdin") && ownsTerminal();
    },
    get columns() {
      return columnsOf();
    },
    get rows() {
      return (isTerminal("stdout") && process.stdout.rows) || 24;
    },
    rewind: (up = 0, column = 0) => writeAll(1, `\r\u001b[2K${up === 0 ? "" : `\u001b[${up}A`}${rightBy(column)}`),
    toColumn: (column) => writeAll(1, `\r${rightBy(column)}`),
    fresh: () => writeAll(1, canPaint() ? "\u001b[2J\u001b[H" : "\n----\n"),
    colour: colours(() => canPaint() && !process.env["NO_COLOR"]),
  };
}

/** Started by npx, which leaves no `codicil` in the shell. */
const BY_NPX = /[/\\]_npx[/\\]/.test(process.argv[1] ?? "");
const CALLED = /(?<!npx )(?<=^|[\s"'(（：“]|\[\d{1,2}m)codicil (?=[a-z])/gm;

/** Commands as they can be typed here. */
function asCalled(text: string): string {
  return BY_NPX ? text.replace(CALLED, "npx codicil ") : text;
}

function canPaint(): boolean {
  return isTerminal("stdout") && process.env["TERM"] !== "dumb";
}

/** A terminal that does not know says 0. */
function columnsOf(): number {
  return Math.max(40, (isTerminal("stdout") && process.stdout.columns) || 80);
}

type Stream = "stdin" | "stdout" | "stderr";

/** Asked once: a list of thousands is printed line by line. */
const terminals = new Map<Stream, boolean>();

function isTerminal(name: Stream): boolean {
  return keptIn(terminals, name, () => looksLikeTerminal(name));
}

/** Node's streams are asked only where a device could be a terminal: making them costs a third of an empty start. */
function looksLikeTerminal(name: Stream): boolean {
  try {
    const device = fstatSync(DESCRIPTORS[name]);
    if (!device.isCharacterDevice() || device.rdev === nullDevice()) return false;
  } catch {
    // It is closed: nobody sits there.
    return false;
  }
  return process[name].isTTY === true;
}

/**
 * Another person's terminal can be opened too (`codicil accept ID < /dev/pts/3`), and a terminal of one's own can be left in
 * the background. A terminal that belongs to no session at all was made by the program that started this one.
 */
function ownsTerminal(): boolean {
  const own = terminalOf("self");
  if (own === null) return true;
  const device = fstatSync(0).rdev;
  if (own.device === device) return own.group === own.foreground;
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return !others.some((name) => terminalOf(name)?.device === device);
}

/** null: the process is gone, or this system has no /proc; then being a terminal has to do. */
function terminalOf(process: string): { readonly group: string; readonly device: number; readonly foreground: string } | null {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "utf8");
    const [, , group = "", , device = "0", foreground = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { group, device: Number(device), foreground };
  } catch {
    return null;
  }
}

/** What hooks and schedulers give a program for its input. */
function nullDevice(): number | undefined {
  return statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

const DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Synchronous, so that nothing is lost when the process ends; a pipe that is full is tried again. */
function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EAGAIN") continue;
      // The reader went away (head, less), or the terminal was closed: there is nobody left to tell.
      if (code === "EPIPE" || code === "EIO") return;
      throw new AppError(
        code === "ENOSPC" ? "DISK_FULL" : "IO",
        `the ${descriptor === 1 ? "answer" : "message"} cannot be written: ${(error as Error).message}`,
        { cause: error, hint: "The command did its work; only its output was lost." },
      );
    }
  }
}

/** Kept here and not taken from the content room: the start of the program loads none of it. */
function makeSafe(text: string): string {
  return text.replace(/[^\P{C}\n\t]|[\u2028\u2029]|\p{Default_Ignorable_Code_Point}/gu, (char) =>
    char === "\u200c" || char === "\u200d" || char === "\ufe0f"
      ? char
      : `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`,
  );
}

const rightBy = (columns: number) => (columns === 0 ? "" : `\u001b[${columns}C`);

/** Our colours. */
const OURS = /(\u001b\[(?:[012]|3[123])m)/;

/**
 * What a terminal gets: stored text may hold sequences that set the clipboard, move the cursor or turn the direction of
 * writing. They are shown and not obeyed; a pipe or a file gets the bytes as they are.
 */
function onScreen(text: string): string {
  const parts = text.replaceAll("\r\n", "\n").split(OURS);
  return parts.map((part, index) => (index % 2 === 1 ? part : makeSafe(part))).join("");
}

function colours(wanted: () => boolean): Colour {
  let on: boolean | undefined;
  const isOn = () => (on ??= wanted());
  const paint = (code: number) => (text: string) => (isOn() ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33) };
}

/** stdout may be a terminal while stderr goes to a file. */
function withoutColour(text: string): string {
  return text.replace(/\u001b\[\d+m/g, "");
}
