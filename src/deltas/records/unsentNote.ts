// Sessions with entries that could not be brought to the common store because it was away (unsent.ts sends them).

import { addToNote, readNote, removeNote, writeNote } from "../../store/index.ts";
import type { Deps } from "./deps.ts";

const NAME = "unsent.jsonl";

export function noteUnsent(deps: Deps, session: string): void {
  addToNote(deps.environment.state, NAME, session);
}

export function unsentSessions(deps: Deps): readonly string[] {
  return [...new Set((readNote(deps.environment.state, NAME) ?? "").split("\n").filter((line) => line !== ""))];
}

export function keepUnsent(deps: Deps, sessions: readonly string[]): void {
  if (sessions.length === 0) removeNote(deps.environment.state, NAME);
  else writeNote(deps.environment.state, NAME, `${sessions.join("\n")}\n`);
}
