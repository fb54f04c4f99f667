// What only a person may do, and how a person names a line.

import { AppError } from "../base/index.ts";
import type { Call } from "./command.ts";

/** The agent cannot approve itself: these acts want the person's own terminal, or the page. */
export function wantsTerminal(call: Call, act: string): void {
  if (call.terminal.isInteractive) return;
  throw new AppError("NEEDS_PERSON", `${act} is a person's act`, { hint: `Run codicil ${act} at a terminal, or use the page (codicil serve).` });
}

/** `USER.md:12`. */
export function placeOf(text: string, act: string): { name: string; line: number } {
  const place = /^(.+):(\d+)$/.exec(text);
  if (place?.[1] !== undefined) return { name: place[1], line: Number(place[2]) };
  throw new AppError("BAD_USAGE", `${act} needs DOC:LINE`, { hint: `For example codicil ${act} USER.md:12` });
}
