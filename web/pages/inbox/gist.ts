// Each item in a few words, for its row here and on Home.

import type { IconName } from "../../ui/icons.tsx";
import { hostOf } from "../../ui/icons.tsx";
import { compareLines } from "../../ui/Diff.tsx";
import { callText } from "../../ui/parts.tsx";
import { visible } from "../../ui/visible.ts";
import type { InboxWords } from "../../words/inbox.ts";
import { type Item, type ItemOf, lostRules } from "./items.ts";

export const ICONS: Readonly<Record<Item["kind"], IconName>> = {
  question: "ask",
  conflict: "merge",
  proposal: "write",
  reading: "proposed",
};

export const whoOf = ({ session }: Pick<Item, "session">, text: InboxWords): string =>
  session === undefined ? text.someAgent : hostOf(session.host).name;

/** `./AGENTS.md` is AGENTS.md to a person. */
export const shortName = (document: string): string => document.replace(/^\.\//, "");
export const baseName = (path: string): string => path.split("/").at(-1) ?? path;
export const oneLine = (text: string): string => visible(text.replace(/\s+/g, " ").trim());

export function titleOf(item: Item, text: InboxWords): string {
  if (item.kind === "question") return text.run(oneLine(callText(item.each.call)).slice(0, 200));
  if (item.kind === "reading") return oneLine(item.each.text).slice(0, 200);
  const place = `${shortName(item.each.document)} · ${item.each.heading}`;
  return item.kind === "conflict" ? `${text.conflict} · ${place}` : place;
}

export interface Gist {
  readonly text: string;
  readonly tone?: "deny" | "ask";
  readonly icon?: IconName;
}

export function gistOf(item: Item, text: InboxWords): Gist {
  if (item.kind === "question") return { text: baseName(item.each.cwd) };
  if (item.kind === "reading") return { text: item.each.state === "proposed" ? text.confirmReading : text.settledInHost };
  if (item.kind === "conflict") return { text: item.each.code === "CONFLICT" ? text.youEdited : text.couldNotApply };
  const lost = lostRules(item.effects);
  if (lost > 0) return { text: text.removesRules(lost), tone: "deny", icon: "deny" };
  if (item.isUnread) return { text: text.unread };
  if (item.isOutside) return { text: text.addsFromWeb, tone: "ask", icon: "web" };
  return { text: changeWords(item, text) };
}

/** How many lines come and go. */
export function countChanges({ each }: ItemOf<"proposal">): { readonly added: number; readonly removed: number } {
  const lines = compareLines(each.before ?? "", each.after ?? "").filter(({ text }) => text.trim() !== "" && !/^#{1,6} /.test(text));
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}

function changeWords(item: ItemOf<"proposal">, text: InboxWords): string {
  if (item.each.after === null) return text.deletes;
  const { added, removed } = countChanges(item);
  if (added === 0) return removed === 0 ? text.changes(0) : text.removes(removed);
  if (removed === 0) return text.adds(added);
  return added === removed ? text.changes(added) : `${text.adds(added)}, ${text.removes(removed)}`;
}

/** What a proposal does, as the title of its card. */
export function headlineOf(item: ItemOf<"proposal">, text: InboxWords): string {
  const { heading, before, after } = item.each;
  const lost = lostRules(item.effects);
  const { added, removed } = countChanges(item);
  if (lost > 0) return text.titleRules(lost, added);
  if (after === null) return text.titleDeletes(heading);
  if (before === null) return text.titleNewSection(heading);
  return removed === 0 && added > 0 ? text.titleAdds(added, heading) : text.titleChanges(heading);
}
