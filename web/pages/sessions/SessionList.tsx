// The sessions by day, those that run first.

import type { ListedSession } from "../../types.ts";
import { useApp, useTexts } from "../../ui/context.ts";
import { hostOf } from "../../ui/icons.tsx";
import { Tile } from "../../ui/marks.tsx";
import { VirtualList } from "../../ui/VirtualList.tsx";
import { visible } from "../../ui/visible.ts";
import { daysAgo, localDay, longDay, When } from "../../ui/When.tsx";
import { sessionsWords } from "../../words/sessions.ts";
import { money } from "../costs/figures.ts";

const ROW = 52;
const LABEL = 32;

type Item = { readonly label: string } | { readonly session: ListedSession };

export interface SessionListProps {
  readonly sessions: readonly ListedSession[];
  readonly running: readonly string[];
  readonly chosen: string;
  choose(id: string): void;
}

export function SessionList({ sessions, running, chosen, choose }: SessionListProps) {
  const words = useTexts(sessionsWords);
  const { language } = useApp();
  const items = itemsOf(sessions, running, (at) => dayLabel(at, words, language));
  const at = items.findIndex((item) => "session" in item && item.session.id === chosen);
  return (
    <VirtualList<Item>
      label={words.list}
      items={items}
      heightOf={(item) => ("label" in item ? LABEL : ROW)}
      keyOf={(item) => ("label" in item ? item.label : item.session.id)}
      isLabel={(item) => "label" in item}
      at={at === -1 ? items.findIndex((item) => "session" in item) : at}
      move={(to) => {
        const item = items[to];
        if (item !== undefined && "session" in item) choose(item.session.id);
      }}
    >
      {(item) =>
        "label" in item ? (
          <div class="group-label">{item.label}</div>
        ) : (
          <div class={`row session-row ${item.session.id === chosen ? "selected" : ""}`}>
            <Tile icon={hostOf(item.session.host).icon} />
            <div class="row-text">
              <div class="row-title cut">{item.session.title === null ? words.untitled : visible(item.session.title)}</div>
              <div class="row-second">
                <span class="cut">{factsOf(item.session, words)}</span>
              </div>
            </div>
            <div class="row-side">
              {running.includes(item.session.id) ? (
                <span class="is-allow">
                  <i class="dot on" /> {words.live}
                </span>
              ) : (
                <When at={item.session.createdAt} clock />
              )}
            </div>
          </div>
        )
      }
    </VirtualList>
  );
}

/** Those that run first. */
export function inOrder(sessions: readonly ListedSession[], running: readonly string[]): readonly ListedSession[] {
  const runs = ({ id }: ListedSession) => running.includes(id);
  return [...sessions.filter(runs), ...sessions.filter((each) => !runs(each))];
}

function itemsOf(sessions: readonly ListedSession[], running: readonly string[], labelOf: (at: number) => string): Item[] {
  const groups = Map.groupBy(sessions, ({ id, createdAt }) => labelOf(running.includes(id) ? -1 : createdAt));
  return [...groups].flatMap(([label, own]) => [{ label }, ...own.map((session) => ({ session }))]);
}

function dayLabel(
  at: number,
  words: { readonly running: string; readonly today: string; readonly yesterday: string },
  language: "en" | "zh",
): string {
  if (at === -1) return words.running;
  const day = localDay(new Date(at));
  if (day === localDay(new Date())) return words.today;
  if (day === localDay(daysAgo(1))) return words.yesterday;
  return longDay(new Date(at), language);
}

type LengthWords = { minutes(n: number): string; hours(n: string): string; readonly shared: string };

export function factsOf({ cwd, createdAt, ended, cost, sessionType, machine }: ListedSession, words: LengthWords): string {
  return [
    cwd.replace(/^.*\//, ""),
    ended === undefined ? "" : lengthText(ended - createdAt, words),
    cost == null || cost === 0 ? "" : money(cost),
    sessionType === "shared" ? words.shared : "",
    machine ?? "",
  ]
    .filter((each) => each !== "")
    .join(" · ");
}

export function lengthText(ms: number, words: LengthWords): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 90 ? words.minutes(Math.max(1, minutes)) : words.hours((minutes / 60).toFixed(1));
}
