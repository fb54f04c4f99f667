// Times: "4 h" or "4 h ago", exact in the tooltip.

import { useEffect, useState } from "preact/hooks";
import { localeOf, type Language } from "../words/language.ts";
import { useApp } from "./context.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  en: ["now", " min", " h", " d", " ago"],
  zh: ["刚刚", " 分钟", " 小时", " 天", "前"],
};

/** "2 min", "4 h", "3 d"; the date from four weeks on, with its year where that is another. */
export function sinceWords(at: number, now: number, language: Language, ago = false): string {
  const [just, minutes, hours, days, end] = UNITS[language];
  const past = Math.max(0, now - at);
  if (past < MINUTE) return just;
  if (past >= 28 * DAY) {
    const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
    return new Date(at).toLocaleDateString(localeOf(language), {
      day: "numeric",
      month: "short",
      ...(isThisYear ? {} : { year: "numeric" }),
    });
  }
  const [count, unit] = past < HOUR ? [past / MINUTE, minutes] : past < DAY ? [past / HOUR, hours] : [past / DAY, days];
  return `${Math.floor(count)}${unit}${ago ? end : ""}`;
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = "January February March April May June July August September October November December".split(" ");

/** "Wednesday, 18 November". Of its own: the browser's first format costs more than all the rest of the first screen. */
export function longDay(at: Date, language: Language): string {
  if (language === "zh") return `${at.getMonth() + 1}月${at.getDate()}日星期${"日一二三四五六"[at.getDay()]}`;
  return `${WEEKDAYS[at.getDay()]}, ${at.getDate()} ${MONTHS[at.getMonth()]}`;
}

const two = (number: number): string => String(number).padStart(2, "0");

/** The noon of a day before today; days have 23 to 25 hours. */
export function daysAgo(count: number): Date {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - count, 12);
}

/** As days are written: "2026-11-18". */
export const localDay = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** Worked out for the one time that somebody points at. */
function tellExactly(time: HTMLTimeElement, language: Language): void {
  time.title = new Date(time.dateTime).toLocaleString(localeOf(language), { dateStyle: "full", timeStyle: "long" });
}

export function When({
  at,
  ago = false,
  clock = false,
}: {
  readonly at: string | number;
  readonly ago?: boolean;
  readonly clock?: boolean;
}) {
  const { language } = useApp();
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} onPointerEnter={({ currentTarget }) => tellExactly(currentTarget, language)}>
      {clock ? `${two(date.getHours())}:${two(date.getMinutes())}` : <Since at={date.getTime()} ago={ago} />}
    </time>
  );
}

function Since({ at, ago }: { readonly at: number; readonly ago: boolean }) {
  const { language } = useApp();
  const now = useNow(MINUTE / 2);
  return <>{sinceWords(at, now, language, ago)}</>;
}

/** The time, looked at again and again. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
