// What needs you, as Home shows it: the order of Inbox, with readings of one file and facts of one document as one row.

import type { Said as Told } from "../../ui/context.ts";
import type { IconName } from "../../ui/icons.tsx";
import { callText } from "../../ui/parts.tsx";
import type { InboxWords } from "../../words/inbox.ts";
import type { homeWords } from "../../words/home.ts";
import { baseName, gistOf, ICONS, oneLine, shortName, whoOf } from "../inbox/gist.ts";
import { type Item, type ItemOf, lostRules } from "../inbox/items.ts";

export interface Need {
  readonly id: string;
  readonly kind: Item["kind"];
  readonly icon: IconName;
  readonly title: string;
  /** The end of the title that is a command. */
  readonly code?: string;
  readonly second: string;
  readonly tone?: "deny" | "ask";
  readonly mark?: { readonly icon: IconName; readonly text: string };
  readonly host?: string;
  readonly at?: string;
}

type HomeWords = (typeof homeWords)["en"];

const MOST = 8;

export function needsOf(items: readonly Item[], text: HomeWords, inbox: InboxWords, said: Told): readonly Need[] {
  const seen = new Set<string>();
  return items
    .flatMap((item): Need[] => {
      const key = groupOf(item);
      if (seen.has(key)) return [];
      seen.add(key);
      const group = items.filter((each) => groupOf(each) === key);
      const base = {
        id: item.id,
        kind: item.kind,
        icon: ICONS[item.kind],
        ...(item.session === undefined ? {} : { host: item.session.host }),
        ...(item.at === undefined ? {} : { at: item.at }),
      };
      return [{ ...base, ...saidOf(item, group, { text, inbox, said }) }];
    })
    .slice(0, MOST);
}

function groupOf(item: Item): string {
  if (item.kind === "reading") return `reading ${item.each.file}`;
  if (item.kind === "proposal" && item.group === "memory") return `facts ${item.each.document}`;
  return item.id;
}

type Said = Pick<Need, "title" | "code" | "second" | "tone" | "mark"> & Partial<Pick<Need, "icon">>;

interface Speaking {
  readonly text: HomeWords;
  readonly inbox: InboxWords;
  readonly said: Told;
}

function saidOf(item: Item, group: readonly Item[], { text, inbox, said }: Speaking): Said {
  if (item.kind === "question") {
    const code = oneLine(callText(item.each.call));
    return { title: text.asks(whoOf(item, inbox), code), code, second: becauseOf(item, inbox, said), tone: "ask" };
  }
  if (item.kind === "conflict")
    return { title: text.conflictIn(shortName(item.each.document), item.each.heading), second: gistOf(item, inbox).text };
  if (item.kind === "reading") {
    const more = group.length - 1;
    return {
      title: text.linesToConfirm(group.length, baseName(item.each.file)),
      second: `“${oneLine(item.each.text).slice(0, 80)}”${more === 0 ? "" : text.andMore(more)}`,
    };
  }
  return item.group === "rules" || group.length === 1 ? oneProposal(item, text, inbox) : severalFacts(item, group, text);
}

/** The line that asks, with its words where the reason quotes them; a built-in rule says its reason. */
function becauseOf({ each }: ItemOf<"question">, inbox: InboxWords, said: Told): string {
  const reason = oneLine(said.reason(each));
  const rule = each.rules.find(({ line }) => line > 0);
  const [from, to] = [reason.indexOf("“"), reason.indexOf("”")];
  if (rule === undefined || from === -1 || to < from) return reason;
  return `${inbox.because(baseName(rule.file), rule.line)} · ${reason.slice(from, to + 1)}`;
}

function oneProposal(item: ItemOf<"proposal">, text: HomeWords, inbox: InboxWords): Said {
  const gist = gistOf(item, inbox);
  const isBad = lostRules(item.effects) > 0 || item.isOutside;
  return {
    title: text.proposes(whoOf(item, inbox), shortName(item.each.document), item.each.heading),
    second: isBad ? "" : `${gist.text} · ${factOf(item)}`,
    ...(isBad ? { mark: { icon: gist.icon ?? "alert", text: gist.text }, tone: gist.tone ?? "ask" } : {}),
  };
}

function severalFacts(item: ItemOf<"proposal">, group: readonly Item[], text: HomeWords): Said {
  const outside = group.filter((each) => each.kind === "proposal" && each.isOutside).length;
  return {
    icon: "memory",
    title: text.proposedFacts(group.length, shortName(item.each.document)),
    second: factOf(item),
    ...(outside === 0 ? {} : { mark: { icon: "web" as const, text: text.fromWeb(outside) }, tone: "ask" as const }),
  };
}

/** Its first words, without the mark of a list. */
const factOf = ({ each }: ItemOf<"proposal">): string =>
  oneLine(each.content ?? "")
    .replace(/^[-*+] /, "")
    .slice(0, 100);
