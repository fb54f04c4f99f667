// What only a person may do, and how a person names a line.

import { AppError } from "../../base/index.ts";
import { type Person, personFrom } from "../../mind/person.ts";
import type { Call } from "./command.ts";

/** The agent cannot approve itself: these acts want the person's own terminal, or the page. */
export function atTerminal(call: Call, act: string): Person {
  if (call.terminal.isForeground) return personFrom("terminal");
  const hint = `Run codicil ${act} at a terminal, or use the page (codicil serve).`;
  throw new AppError("NEEDS_PERSON", `${act} needs a person`, { hint });
}

/** Acts that a person's own script may do without a terminal. What keeps an agent from them is the gate. */
export function byCommand(): Person {
  return personFrom("command");
}

/** `USER.md:12`. */
export function placeOf(text: string, act: string): { name: string; line: number } {
  const place = /^(.+):(\d+)$/.exec(text);
  if (place?.[1] !== undefined) return { name: place[1], line: Number(place[2]) };
  const document = `${act.startsWith("policy") ? "AGENTS" : "USER"}.md`;
  throw new AppError("BAD_USAGE", `${act} needs DOC:LINE`, {
    hint: /^\d+$/.test(text) ? `Did you mean codicil ${act} ${document}:${text}?` : `For example codicil ${act} ${document}:12`,
  });
}
