// Tools of which it is enough to know their words: always something at stake, or only when a pattern fits.

import type { Hazard } from "../call/effects.ts";
import { addHazard, type Command, type Tool } from "../run/record.ts";
import { isDynamic } from "../run/values.ts";

export function lineOf(command: Command): string {
  return command.args.map((each) => each.text).join(" ");
}

export function hazard(kind: Hazard["kind"], why: string, harmless: RegExp | null = null): Tool {
  return (command) => {
    if (harmless !== null && harmless.test(lineOf(command))) return undefined;
    addHazard(command.run, kind, why, command.index);
    return undefined;
  };
}

/** Only some of its subcommands do harm. */
export function when(pattern: RegExp, kind: Hazard["kind"], why: string): Tool {
  return (command) => {
    if (
      pattern.test(lineOf(command)) ||
      command.args.some((each) => isDynamic(each.text) && each.text.startsWith("\uE000") && command.args.indexOf(each) === 0)
    )
      addHazard(command.run, kind, why, command.index);
    return undefined;
  };
}
