// Harness items that Codicil itself writes: a new day, and files that changed since the prompt was frozen (X2, X30).

import { type Clock, localDay } from "../../base/index.ts";
import { type HarnessItem, isUnknown, type Visibility } from "../../schema/index.ts";
import { humanDate, type SourceChange } from "../../snapshot/index.ts";
import type { Session } from "../log/read.ts";
import { frozenPrompt } from "../log/tree.ts";

/** How an item is shown where its writer does not say (SC-61). */
export function defaultVisibility(kind: string): Visibility {
  if (kind === "skill_listing" || kind === "skill_delta") return "hidden";
  return kind === "memory" || kind === "runtime_notice" || kind === "date_change" ? "compact" : "display";
}

/** null while it is still the day that the model knows of. */
export function dateChange(session: Session, clock: Clock): HarnessItem | null {
  const told = lastItem(session, "date_change")?.data?.["day"];
  const started = frozenPrompt(session)?.event.ts ?? session.header.createdAt;
  const known = typeof told === "string" ? told : localDay(clock, new Date(started));
  const day = localDay(clock);
  if (day <= known) return null;
  return {
    kind: "date_change",
    origin: "system",
    visibility: "compact",
    content: `A new day has begun: it is ${humanDate(clock.now().getTime(), clock.timeZone)} now.`,
    data: { day },
  };
}

export interface SaidChange {
  readonly path: string;
  readonly change: SourceChange;
  readonly hash?: string | undefined;
  /** What changed, in short. */
  readonly lines?: readonly string[];
}

/** null when nothing changed, or when it was said already. */
export function changesNotice(session: Session, changes: readonly SaidChange[]): HarnessItem | null {
  const said = lastItem(session, "runtime_notice", "changes")?.data?.["changes"] ?? [];
  const list = changes.map(({ path, change, hash }) => ({ path, change, ...(hash === undefined ? {} : { hash }) }));
  if (JSON.stringify(said) === JSON.stringify(list)) return null;
  const count = list.length;
  const content =
    count === 0
      ? "The files of this prompt are again as they were when the session began."
      : `${count} ${count === 1 ? "edit is" : "edits are"} not in this prompt: ${list.map(({ path, change }) => `${path} (${change})`).join(", ")}. ${count === 1 ? "It takes" : "They take"} effect in the next session; rules that are enforced take effect at once.${changes.map(shown).join("")}`;
  return { kind: "runtime_notice", origin: "system", visibility: "compact", content, data: { changes: list } };
}

function shown({ path, lines = [] }: SaidChange): string {
  return lines.length === 0 ? "" : `\n\n${path}:\n${lines.join("\n")}`;
}

function lastItem(session: Session, kind: string, field?: string): HarnessItem | null {
  const event = session.events.findLast(
    (each) =>
      !isUnknown(each) &&
      each.type === "harness_item" &&
      each.item.kind === kind &&
      (field === undefined || each.item.data?.[field] !== undefined),
  );
  return event !== undefined && "item" in event ? (event.item as HarnessItem) : null;
}
