// Times: "4 h" or "4 h ago", exact in the tooltip.

import { useEffect, useState } from "preact/hooks";
import type { Language } from "../words/language.ts";
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
    return new Date(at).toLocaleDateString(language === "zh" ? "zh-CN" : "en", {
      day: "numeric",
      month: "short",
      ...(isThisYear ? {} : { year: "numeric" }),
    });
  }
  const [count, unit] = past < HOUR ? [past / MINUTE, minutes] : past < DAY ? [past / HOUR, hours] : [past / DAY, days];
  return `${Math.floor(count)}${unit}${ago ? end : ""}`;
}

interface Formats {
  readonly exact: Intl.DateTimeFormat;
  readonly clock: Intl.DateTimeFormat;
}

/** Making one costs more than a row of a list; they are made once for each language. */
const formats = new Map<Language, Formats>();

function formatsIn(language: Language): Formats {
  const locale = language === "zh" ? "zh-CN" : "en";
  const known = formats.get(language) ?? {
    exact: new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" }),
    clock: new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hour12: false }),
  };
  formats.set(language, known);
  return known;
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
  const format = formatsIn(language);
  return (
    <time dateTime={date.toISOString()} title={format.exact.format(date)}>
      {clock ? format.clock.format(date) : <Since at={date.getTime()} ago={ago} />}
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
