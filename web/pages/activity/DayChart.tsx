// What was stopped or rewritten on each of the last days, on one scale. Each verdict has a texture of its own.

import type { ActivityDay } from "../../../src/activity/days.ts";
import { useAround, useTexts } from "../../ui/context.ts";
import { activityWords } from "../../words/activity.ts";

const SERIES = ["deny", "ask", "rewrite"] as const;
const HIGH = 48;

export function DayChart({
  days,
  chosen,
  choose,
}: {
  readonly days: readonly ActivityDay[];
  readonly chosen: string | null;
  choose(day: string): void;
}) {
  const words = useTexts(activityWords);
  const { language } = useAround();
  const most = Math.max(1, ...days.map(stopped));
  return (
    <figure class="day-chart" aria-label={words.chart}>
      <figcaption>
        <b>{words.days(days.length)}</b>
        {SERIES.map((kind) => (
          <span key={kind}>
            <i class={`swatch ${kind}`} /> {words.series[kind]}
          </span>
        ))}
        <span class="end quiet wide-only">{words.notDrawn}</span>
      </figcaption>
      <div class="day-bars">
        {days.map((day, at) => (
          <button
            key={day.day}
            type="button"
            class={`day-bar ${at === days.length - 1 ? "today" : ""}`}
            aria-pressed={day.day === chosen}
            title={`${dayName(day.day, language)} · ${SERIES.map((kind) => `${words.series[kind]} ${day[kind]}`).join(", ")}`}
            onClick={() => choose(day.day)}
          >
            <span class="unseen">{words.dayOf(dayName(day.day, language), stopped(day))}</span>
            <span class="day-total" aria-hidden="true">
              {stopped(day) === 0 ? "" : stopped(day)}
            </span>
            {SERIES.map((kind) =>
              day[kind] === 0 ? null : (
                <span
                  key={kind}
                  class={`day-part ${kind}`}
                  ref={(element) => element?.style.setProperty("height", `${Math.max(2, (day[kind] / most) * HIGH)}px`)}
                />
              ),
            )}
            <span class="day-number" aria-hidden="true">
              {Number(day.day.slice(8))}
            </span>
          </button>
        ))}
      </div>
    </figure>
  );
}

export function stopped({ deny, ask, rewrite }: ActivityDay): number {
  return deny + ask + rewrite;
}

export function dayName(day: string, language: "en" | "zh"): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(language === "zh" ? "zh-CN" : "en", {
    weekday: "long",
    day: "numeric",
    month: "long",
  });
}
