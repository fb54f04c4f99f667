// Small facts about a host's session that outlive one event: what it was told, what happened to its conversation.

import { readNote, writeNote } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";

export type HostFlag = "told" | "compacted";

export function hostFlag(mind: Mind, id: string, flag: HostFlag): boolean {
  return readNote(mind.where.state, nameOf(id, flag)) === "yes";
}

export function setHostFlag(mind: Mind, id: string, flag: HostFlag, value: boolean): void {
  if (value || hostFlag(mind, id, flag)) writeNote(mind.where.state, nameOf(id, flag), value ? "yes" : "no");
}

function nameOf(id: string, flag: HostFlag): string {
  return `hosts/${id}.${flag}`;
}
