// Money (or tokens, where no price is known) by day, in the tints of the accent: the largest program is the darkest.

import type { Costs } from "../../../src/runtime/models/costs.ts";
import { useAround, useTexts } from "../../ui/context.ts";
import { hostOf } from "../../ui/icons.tsx";
import { costsWords } from "../../words/costs.ts";
import { axisTo, countText, money } from "./figures.ts";

const [WIDE, HIGH, LEFT, BOTTOM] = [760, 300, 44, 24];
const SERIES = 3;

export interface DaysProps {
  readonly costs: Costs;
  readonly days: readonly string[];
  choose(day: string): void;
}

export function DayBars({ costs, days, choose }: DaysProps) {
  const words = useTexts(costsWords);
  const { language } = useAround();
  const inMoney = costs.total.cost !== null && costs.total.cost > 0;
  const amount = (sum: { readonly cost: number | null; readonly inputTokens: number; readonly outputTokens: number } | undefined) =>
    sum === undefined ? 0 : inMoney ? (sum.cost ?? 0) : sum.inputTokens + sum.outputTokens;
  const said = inMoney ? money : countText;
  const named = costs.hosts.slice(0, costs.hosts.length > SERIES ? SERIES - 1 : SERIES).map(({ host }) => host);
  const byDay = new Map(costs.days.map((day) => [day.day, day]));
  const parts = days.map((day) => {
    const hosts = byDay.get(day)?.hosts ?? {};
    const own = named.map((host) => amount(hosts[host]));
    const rest = Object.entries(hosts).reduce((sum, [host, each]) => (named.includes(host) ? sum : sum + amount(each)), 0);
    return { day, parts: [...own, rest], total: amount(byDay.get(day)) };
  });
  const { top, steps } = axisTo(Math.max(...parts.map(({ total }) => total)));
  const y = (value: number) => HIGH - BOTTOM - (value / top) * (HIGH - BOTTOM - 8);
  const step = (WIDE - LEFT) / days.length;
  const mean = parts.map((_, at) => {
    const week = parts.slice(Math.max(0, at - 6), at + 1);
    return week.reduce((sum, { total }) => sum + total, 0) / week.length;
  });
  const every = Math.ceil(days.length / 5);
  const legend = [
    ...named.map((host) => ({ name: hostOf(host).name, sum: amount(costs.hosts.find((each) => each.host === host)) })),
    ...(costs.hosts.length > named.length
      ? [{ name: words.others, sum: costs.hosts.filter(({ host }) => !named.includes(host)).reduce((all, each) => all + amount(each), 0) }]
      : []),
  ];
  return (
    <section class="card costs-days">
      <div class="card-head">
        <h2>{words.byDay}</h2>
        <span class="end legend">
          {legend.map(({ name, sum }, at) => (
            <span key={name}>
              <i class={`swatch c${at + 1}`} /> {name} <b>{said(sum)}</b>
            </span>
          ))}
          <span>
            <i class="swatch dashed" /> {words.mean}
          </span>
        </span>
      </div>
      {inMoney ? null : <p class="card-body second">{words.noMoney}</p>}
      <svg class="bars" viewBox={`0 0 ${WIDE} ${HIGH}`} role="group" aria-label={words.byDay}>
        {steps.map((value) => (
          <g key={value} class="grid">
            <line x1={LEFT} x2={WIDE} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 8} y={y(value) + 4} text-anchor="end">
              {inMoney ? `$${Number(value.toPrecision(3))}` : countText(value)}
            </text>
          </g>
        ))}
        {parts.map(({ day, parts: own, total }, at) => {
          let from = 0;
          const name = words.dayCost(dayText(day, language), said(total));
          return (
            <g
              key={day}
              class="bar"
              role="button"
              tabIndex={total === 0 ? -1 : 0}
              aria-label={name}
              onClick={() => choose(day)}
              onKeyDown={({ key }) => key === "Enter" && choose(day)}
            >
              <title>{name}</title>
              <rect class="hit" x={LEFT + at * step} y={8} width={step} height={HIGH - BOTTOM - 8} />
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
        {days.map((day, at) =>
          (days.length - 1 - at) % every === 0 ? (
            <text
              key={day}
              x={at === days.length - 1 ? WIDE : LEFT + (at + 0.5) * step}
              y={HIGH - 6}
              text-anchor={at === days.length - 1 ? "end" : "middle"}
            >
              {dayText(day, language)}
            </text>
          ) : null,
        )}
      </svg>
    </section>
  );
}

export function dayText(day: string, language: "en" | "zh"): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString(language === "zh" ? "zh-CN" : "en", { day: "numeric", month: "short" });
}
