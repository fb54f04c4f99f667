// A command line that cannot be run. What to say about it is worked out late (meant/), since most lines are right.

import type { Command } from "./row.ts";

export type Wrong =
  /** `words`: options among them. */
  | { readonly kind: "command"; readonly words: readonly string[] }
  /** `rest`: all that was typed behind the command. */
  | { readonly kind: "option"; readonly given: string; readonly command?: Command; readonly rest?: readonly string[] }
  | { readonly kind: "value"; readonly given: string; readonly missing: boolean; readonly command: Command }
  | { readonly kind: "missing"; readonly command: Command }
  | { readonly kind: "extra"; readonly positionals: readonly string[]; readonly command: Command; readonly rest: readonly string[] }
  | { readonly kind: "other"; readonly message: string; readonly command: Command };

export class WrongLine extends Error {
  readonly wrong: Wrong;
  constructor(wrong: Wrong) {
    super(wrong.kind);
    this.wrong = wrong;
  }
}
