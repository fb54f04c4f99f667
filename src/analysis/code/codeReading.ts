// One reading of inline code: its tokens, what its names mean, and what it has been seen to do so far.

import { addHidden, addOpaque, type Command } from "../run/record.ts";
import type { Constants } from "./paths.ts";
import type { Field } from "../run/values.ts";
import type { Language, Token } from "./codeTokens.ts";

export interface Reading {
  readonly command: Command;
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly constants: Constants;
  /** Other names of functions and modules: `w` → `fs.writeFileSync`. */
  readonly names: Map<string, string>;
  /** Modules of which every function has its bare name (`from os import *`). */
  readonly open: string[];
  /** Places of names that are only declared there: imports, what is taken out of a module. */
  readonly declared: Set<number>;
  /** Chains that have been read, by their places: those that depend on the text alone. */
  readonly parts: Map<number, readonly Part[]>;
  /** Words that the program is given, and names whose values come from them. */
  readonly args: readonly Field[];
  readonly given: Set<string>;
  /** A test runner loads it: what it says to a database, it says to one for tests. */
  readonly isTest: boolean;
  /** Code inside this code: a string that is evaluated. */
  readonly readInner: (code: string) => void;
  /** Does the code read files or the environment? Then what it sends matters. */
  reads: boolean;
  sends: readonly string[] | null;
}

/** A name with its arguments: one call of a chain. */
export interface Part {
  readonly name: string;
  /** null: named, but not called. */
  readonly args: readonly (readonly Token[])[] | null;
  /** Tokens of the object that the method belongs to. */
  readonly owner: readonly Token[];
}

export function unseen(reading: Reading, what: string): void {
  addOpaque(reading.command.run, `its code ${what} something that is only known when it runs`, reading.command.index);
}

/** The same where a reader of the file cannot see it either: asked about in scripts of the project too. */
export function hidden(reading: Reading): void {
  addHidden(reading.command.run, "its code runs a text that is put together or decoded when it runs", reading.command.index);
}

export function noteAddress(reading: Reading, urls: readonly string[]): void {
  reading.sends = [...(reading.sends ?? []), ...urls];
}
