// Sessions with entries that could not be brought to the common store because it was away (unsent.ts sends them).

import { addToNote, readNote, removeNote, writeNote } from "../../store/index.ts";
import type { Desk } from "./desk.ts";

const NAME = "unsent.jsonl";

export function noteUnsent(desk: Desk, session: string): void {
  addToNote(desk.around.state, NAME, session);
}

export function unsentSessions(desk: Desk): readonly string[] {
  return [...new Set((readNote(desk.around.state, NAME) ?? "").split("\n").filter((line) => line !== ""))];
}

export function keepUnsent(desk: Desk, sessions: readonly string[]): void {
  if (sessions.length === 0) removeNote(desk.around.state, NAME);
  else writeNote(desk.around.state, NAME, `${sessions.join("\n")}\n`);
}
