// What a command is given, and what it may do with the terminal.

import { AppError } from "../../base/index.ts";
import type { Mind, OpenOptions } from "../../mind/open.ts";
import type { Words } from "./translated.ts";

/** One invocation, as a command sees it. */
export interface Call {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly json: boolean;
  readonly terminal: Terminal;
  /** Opens the mind on first use; the caller closes it. */
  mind(options?: Pick<OpenOptions, "asksDatabase" | "common" | "permissions">): Promise<Mind>;
  /** Runs another command when this one is done and its mind is closed. */
  follow(words: readonly string[]): void;
}

export interface Terminal {
  /** stdout: the answer, and nothing else. */
  print(text: string): void;
  /** stdout too, for lines that people read: on a screen they are broken between words, the rest indented so far. */
  tell(text: string, indented?: number): void;
  /** stderr: messages for people. */
  say(text: string): void;
  readInput(): Promise<string>;
  /** stdin line by line, blank ones too. */
  inputLines(): AsyncIterable<string>;
  /** stdin as it comes. */
  inputChunks(): AsyncIterable<string>;
  /** Text of memory on its way to the screen: what a terminal would obey or hide becomes visible. */
  safe(text: string): string;
  readonly isInteractive: boolean;
  /** stdout is a screen, so a question would be seen. */
  readonly isScreen: boolean;
  /** The terminal that the person sits at, also where stdout is a pipe; null: nobody does. */
  readonly device: number | null;
  /** Somebody sits there: it is this process's own terminal and nobody else's, and the process is not in its background. */
  readonly isForeground: boolean;
  /** Of the screen; 80 where there is none. */
  readonly columns: number;
  /** 24 where there is none. */
  readonly rows: number;
  /** Clears the line that the cursor is in, after so many lines up, and stops in that column. */
  rewind(up?: number, column?: number): void;
  /** The cursor stays in its line. */
  toColumn(column: number): void;
  /** An empty screen; on a terminal that cannot, a line between what was and what comes. */
  fresh(): void;
  readonly colour: Colour;
  readonly words: Words;
}

export interface Colour {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

export function text(call: Call, name: string): string | undefined {
  const value = call.options[name];
  return typeof value === "string" ? value : undefined;
}

export function flag(call: Call, name: string): boolean {
  return call.options[name] === true;
}

/** Of a screen: the question above a list and the line below it. */
const AROUND_A_LIST = 4;

/** So many that the newest is still to be seen above the others. */
export function shownRows({ terminal }: Call, otherwise: number): number {
  return terminal.isScreen ? Math.max(5, Math.min(otherwise, terminal.rows - AROUND_A_LIST)) : otherwise;
}

/** `-n N` of a list, 0 for all of it; with --json all, unless it is given. */
export function limitOf(call: Call, otherwise: number): number {
  const given = text(call, "limit");
  if (given === undefined) return call.json ? 0 : shownRows(call, otherwise);
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new AppError("BAD_USAGE", `-n is ${JSON.stringify(given)}`, { hint: "A number; 0 shows all." });
}
