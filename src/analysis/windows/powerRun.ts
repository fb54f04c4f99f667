// One PowerShell text being walked, and the way from it to the programs of the other shells.

import type { Command } from "../run/record.ts";
import type { Shell } from "../run/state.ts";
import { type Field, field } from "../run/values.ts";

/** One text being walked, with what its variables hold. */
export interface PowerRun {
  readonly command: Command;
  readonly shell: Shell;
  readonly vars: Map<string, string>;
  readonly functions: Set<string>;
  readonly depth: number;
}

/** Runs the program of the other shells that does the same. */
export function delegate({ command, shell }: PowerRun, program: string, words: readonly Field[]): void {
  const { run, how } = command;
  run.runWords(run, shell, [...program.split(" ").map((each) => field(each)), ...words], {
    ...how,
    via: [...how.via, "powershell"],
    span: null,
    stdin: null,
  });
}
