// Which part of what models read came from a cache, by day or month.

import type { Costs } from "../../../src/runtime/models/costs.ts";
import { useBox } from "../../ui/box.ts";
import { useApp, useTexts } from "../../ui/context.ts";
import { costsWords } from "../../words/costs.ts";
import { dayText } from "./DayBars.tsx";
import { share } from "./figures.ts";

const [LEFT, HIGH] = [44, 110];

export function CacheLine({ costs, unit }: { readonly costs: Costs; readonly unit: "day" | "month" }) {
  const words = useTexts(costsWords);
  const { language } = useApp();
  const [drawing, { wide }] = useBox<SVGSVGElement>({ wide: 300, high: HIGH });
  const days = costs.days.filter(({ inputTokens }) => inputTokens > 0);
  const points = [...Map.groupBy(days, ({ day }) => day.slice(0, unit === "month" ? 7 : 10)).values()];
  const sumOf = (own: typeof days, of: (day: (typeof days)[number]) => number) => own.reduce((sum, day) => sum + of(day), 0);
  const rates = points.map((own) => sumOf(own, (day) => day.cacheReadTokens) / sumOf(own, (day) => day.inputTokens));
  const x = (at: number) => LEFT + (points.length < 2 ? 0 : (at / (points.length - 1)) * (wide - LEFT - 8));
  const y = (rate: number) => 8 + (1 - rate) * (HIGH - 32);
  const last = rates.at(-1);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.cached}</h2>
        <b class="end">{last === undefined ? words.none : share(last, 1)}</b>
      </div>
      {last === undefined ? null : (
        <svg ref={drawing} class="bars cache-line" viewBox={`0 0 ${wide} ${HIGH}`} aria-hidden="true">
          {[0, 0.5, 1].map((rate) => (
            <g key={rate} class="grid">
              <line x1={LEFT} x2={wide} y1={y(rate)} y2={y(rate)} />
              <text x={LEFT - 8} y={y(rate) + 4} text-anchor="end">
                {share(rate, 1)}
              </text>
            </g>
          ))}
          <polyline class="rate" points={rates.map((rate, at) => `${x(at)},${y(rate)}`).join(" ")} />
          <circle class="rate-end" cx={x(rates.length - 1)} cy={y(last)} r="3" />
          <text x={LEFT} y={HIGH - 4}>
            {dayText(days[0]?.day ?? "", language)}
          </text>
          <text x={wide} y={HIGH - 4} text-anchor="end">
            {dayText(days.at(-1)?.day ?? "", language)}
          </text>
        </svg>
      )}
    </section>
  );
}
