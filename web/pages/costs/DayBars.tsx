// Money (or tokens, where no price is known) by day or month, in the tints of the accent: the largest program is the darkest.

import { localeOf } from "../../words/language.ts";
import type { Costs } from "../../../src/runtime/models/costs.ts";
import { useApp, useTexts } from "../../ui/context.ts";
import { useBox } from "../../ui/box.ts";
import { hostOf } from "../../ui/icons.tsx";
import { costsWords } from "../../words/costs.ts";
import { axisMoney, axisTo, countText, money } from "./figures.ts";

const [LEFT, BOTTOM] = [44, 24];
const SERIES = 3;
/** Room for the name of a bar below it. */
const LABEL = 96;

export interface DaysProps {
  readonly costs: Costs;
  readonly unit: "day" | "month";
  /** 2026-11-16, or 2026-11. */
  readonly bars: readonly string[];
  choose(day: string): void;
}

export function DayBars({ costs, unit, bars, choose }: DaysProps) {
  const words = useTexts(costsWords);
  const [drawing, { wide, high }] = useBox<SVGSVGElement>({ wide: 760, high: 300 });
  const { language } = useApp();
  const inMoney = costs.total.cost !== null && costs.total.cost > 0;
  const amount = (sum: { readonly cost: number | null; readonly inputTokens: number; readonly outputTokens: number } | undefined) =>
    sum === undefined ? 0 : inMoney ? (sum.cost ?? 0) : sum.inputTokens + sum.outputTokens;
  const said = inMoney ? money : countText;
  const named = costs.hosts.slice(0, costs.hosts.length > SERIES ? SERIES - 1 : SERIES).map(({ host }) => host);
  const byBar = Map.groupBy(costs.days, ({ day }) => day.slice(0, unit === "month" ? 7 : 10));
  const parts = bars.map((bar) => {
    const days = byBar.get(bar) ?? [];
    const hosts = days.flatMap((day) => Object.entries(day.hosts));
    const sumOf = (isMeant: (host: string) => boolean) =>
      hosts.reduce((sum, [host, each]) => (isMeant(host) ? sum + amount(each) : sum), 0);
    const own = named.map((host) => sumOf((each) => each === host));
    return { day: bar, parts: [...own, sumOf((each) => !named.includes(each))], total: days.reduce((sum, day) => sum + amount(day), 0) };
  });
  const { top, steps } = axisTo(Math.max(...parts.map(({ total }) => total)));
  const y = (value: number) => high - BOTTOM - (value / top) * (high - BOTTOM - 8);
  const step = (wide - LEFT) / bars.length;
  const mean = (unit === "month" ? [] : parts).map((_, at) => {
    const week = parts.slice(Math.max(0, at - 6), at + 1);
    return week.reduce((sum, { total }) => sum + total, 0) / week.length;
  });
  const every = Math.ceil(bars.length / Math.max(1, Math.floor((wide - LEFT) / LABEL)));
  const barText = unit === "month" ? monthText : dayText;
  const legend = [
    ...named.map((host) => ({ name: hostOf(host).name, sum: amount(costs.hosts.find((each) => each.host === host)) })),
    ...(costs.hosts.length > named.length
      ? [{ name: words.others, sum: costs.hosts.filter(({ host }) => !named.includes(host)).reduce((all, each) => all + amount(each), 0) }]
      : []),
  ];
  return (
    <section class="card costs-days">
      <div class="card-head">
        <h2>{unit === "month" ? words.byMonth : words.byDay}</h2>
        <span class="end legend">
          {legend.map(({ name, sum }, at) => (
            <span key={name}>
              <i class={`swatch c${at + 1}`} /> {name} <b>{said(sum)}</b>
            </span>
          ))}
          {mean.length === 0 ? null : (
            <span>
              <i class="swatch dashed" /> {words.mean}
            </span>
          )}
        </span>
      </div>
      {inMoney ? null : <p class="card-body second">{words.noMoney}</p>}
      <svg
        ref={drawing}
        class="bars"
        viewBox={`0 0 ${wide} ${high}`}
        role="group"
        aria-label={unit === "month" ? words.byMonth : words.byDay}
      >
        {steps.map((value) => (
          <g key={value} class="grid">
            <line x1={LEFT} x2={wide} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 8} y={y(value) + 4} text-anchor="end">
              {inMoney ? axisMoney(value, top / (steps.length - 1)) : countText(value)}
            </text>
          </g>
        ))}
        {parts.map(({ day, parts: own, total }, at) => {
          let from = 0;
          const name = words.dayCost(barText(day, language), said(total));
          return (
            <g
              key={day}
              class="bar"
              role={unit === "month" ? "img" : "button"}
              tabIndex={total === 0 || unit === "month" ? -1 : 0}
              aria-label={name}
              onClick={() => unit === "day" && choose(day)}
              onKeyDown={({ key }) => key === "Enter" && unit === "day" && choose(day)}
            >
              <title>{name}</title>
              <rect class="hit" x={LEFT + at * step} y={8} width={step} height={high - BOTTOM - 8} />
              {own.map((value, series) => {
                const bottom = y(from);
                from += value;
                return value === 0 ? null : (
                  <rect
                    key={series}
                    class={`c${series + 1}`}
                    x={LEFT + at * step + step * 0.1}
                    width={step * 0.8}
                    y={y(from)}
                    height={Math.max(1, bottom - y(from) - 1)}
                  />
                );
              })}
            </g>
          );
        })}
        <polyline class="mean under" points={mean.map((value, at) => `${LEFT + (at + 0.5) * step},${y(value)}`).join(" ")} />
        <polyline class="mean" points={mean.map((value, at) => `${LEFT + (at + 0.5) * step},${y(value)}`).join(" ")} />
        {bars.map((bar, at) =>
          (bars.length - 1 - at) % every === 0 ? (
            <text
              key={bar}
              x={step < LABEL && at === bars.length - 1 ? wide : LEFT + (at + 0.5) * step}
              y={high - 6}
              text-anchor={step < LABEL && at === bars.length - 1 ? "end" : "middle"}
            >
              {barText(bar, language)}
            </text>
          ) : null,
        )}
      </svg>
    </section>
  );
}

/** Of 2026-11, with its year where it begins one. */
function monthText(month: string, language: "en" | "zh"): string {
  const year = month.endsWith("-01") ? ({ year: "numeric" } as const) : {};
  return new Date(`${month}-15T12:00:00`).toLocaleDateString(localeOf(language), { month: "short", ...year });
}

export function dayText(day: string, language: "en" | "zh"): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(localeOf(language), { day: "numeric", month: "short" });
}
