// Harness items that Codicil itself writes: a new day, and files that changed since the prompt was frozen (X2, X30).

import { type Clock, given, localDay } from "../../base/index.ts";
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
  const content = `A new day has begun: it is ${humanDate(clock.now().getTime(), clock.timeZone)} now.`;
  return { kind: "date_change", origin: "system", visibility: "compact", content, data: { day } };
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
  const list = changes.map(({ path, change, hash }) => ({ path, change, ...given({ hash }) }));
  if (JSON.stringify(said) === JSON.stringify(list)) return null;
  const content = list.length === 0 ? "The files of this prompt are again as they were when the session began." : tellingOf(changes);
  return { kind: "runtime_notice", origin: "system", visibility: "compact", content, data: { changes: list } };
}

function tellingOf(changes: readonly SaidChange[]): string {
  const paths = changes.map(({ path, change }) => `${path} (${change})`).join(", ");
  const [are, take] = changes.length === 1 ? ["edit is", "It takes"] : ["edits are", "They take"];
  const effect = `${take} effect in the next session; rules that are enforced take effect at once.`;
  return `${changes.length} ${are} not in this prompt: ${paths}. ${effect}${changes.map(shown).join("")}`;
}

function shown({ path, lines = [] }: SaidChange): string {
  return lines.length === 0 ? "" : `\n\n${path}:\n${lines.join("\n")}`;
}

function lastItem(session: Session, kind: string, field?: string): HarnessItem | null {
  const items = session.events.flatMap((each) => (!isUnknown(each) && each.type === "harness_item" ? [each.item] : []));
  return items.findLast((item) => item.kind === kind && (field === undefined || item.data?.[field] !== undefined)) ?? null;
}
