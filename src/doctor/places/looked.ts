// Where doctor keeps which lines of long documents its costly checks found something about (texts/lookedAt.ts).

import { objectIn } from "../../base/index.ts";
import { BUILD } from "../../gate/index.ts";
import type { Mind } from "../../mind/open.ts";
import { readNote, writeNote } from "../../store/index.ts";
import { type LookedAt, type Memory, toKeep } from "../texts/lookedAt.ts";

const NOTE = "cache/looked.json";

/** null: from the source, whose checks have no name to keep anything by. */
export function lookedBefore({ where }: Mind, build: string | null = BUILD): Memory | null {
  return build === null ? null : { build, before: kept(readNote(where.state, NOTE)), now: {} };
}

export function keepLooked({ where }: Mind, memory: Memory | null): void {
  const looked = memory === null ? null : toKeep(memory);
  if (looked === null) return;
  try {
    writeNote(where.state, NOTE, JSON.stringify(looked));
  } catch {
    // No room, or nobody may write there: the next time everything is looked at again.
  }
}

/** A damaged note is as if there were none. */
function kept(text: string | null): LookedAt {
  const isLines = (each: unknown) => Array.isArray(each) && each.every((lines) => Array.isArray(lines));
  return Object.fromEntries(Object.entries(objectIn<LookedAt>(text) ?? {}).flatMap(([key, each]) => (isLines(each) ? [[key, each]] : [])));
}
