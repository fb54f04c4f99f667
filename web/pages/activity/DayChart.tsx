// What was stopped or rewritten on each of the last days or months, on one scale. Each verdict has a texture of its own.

import { localeOf } from "../../words/language.ts";
import type { ActivityDay } from "../../../src/activity/days.ts";
import { Segmented } from "../../ui/controls.tsx";
import { useApp, useTexts } from "../../ui/context.ts";
import { activityWords } from "../../words/activity.ts";

const SERIES = ["deny", "ask", "rewrite"] as const;
const HIGH = 48;

export type Span = "14" | "year";

export function DayChart({
  days: given,
  span,
  chosen,
  choose,
  widen,
}: {
  readonly days: readonly ActivityDay[];
  readonly span: Span;
  readonly chosen: string | null;
  choose(day: string): void;
  widen(span: Span): void;
}) {
  const words = useTexts(activityWords);
  const { language } = useApp();
  const days = span === "year" ? monthsOf(given) : given;
  const nameOf = span === "year" ? monthName : dayName;
  const most = Math.max(1, ...days.map(stopped));
  return (
    <figure class="day-chart" aria-label={words.chart}>
      <figcaption>
        <Segmented
          label={words.span}
          choices={[
            ["14", words.days(14)],
            ["year", words.months12],
          ]}
          chosen={span}
          choose={widen}
        />
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
            title={`${nameOf(day.day, language)} · ${SERIES.map((kind) => `${words.series[kind]} ${day[kind]}`).join(", ")}`}
            onClick={() => choose(day.day)}
          >
            <span class="unseen">{words.dayOf(nameOf(day.day, language), stopped(day))}</span>
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
              {span === "14" ? (
                Number(day.day.slice(8))
              ) : (
                <>
                  <span class="wide-only">{monthName(day.day, language, "short")}</span>
                  <span class="phone-only">{Number(day.day.slice(5, 7))}</span>
                </>
              )}
            </span>
          </button>
        ))}
      </div>
    </figure>
  );
}

/** Each month as one day: its last, from which the list below goes back. */
function monthsOf(days: readonly ActivityDay[]): readonly ActivityDay[] {
  const months = [...Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()].slice(-12);
  return months.map((own) => ({ ...SUMS.reduce((sum, kind) => ({ ...sum, [kind]: total(own, kind) }), own.at(-1) as ActivityDay) }));
}

const SUMS = ["deny", "ask", "rewrite", "allow", "write", "session"] as const;
const total = (days: readonly ActivityDay[], kind: (typeof SUMS)[number]): number => days.reduce((sum, day) => sum + day[kind], 0);

function monthName(day: string, language: "en" | "zh", month: "long" | "short" = "long"): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(localeOf(language), { month });
}

export function stopped({ deny, ask, rewrite }: ActivityDay): number {
  return deny + ask + rewrite;
}

export function dayName(day: string, language: "en" | "zh"): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(localeOf(language), { weekday: "long", day: "numeric", month: "long" });
}
