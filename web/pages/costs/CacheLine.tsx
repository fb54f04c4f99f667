// Which part of what models read came from a cache, day by day.

import type { Costs } from "../../../src/runtime/models/costs.ts";
import { useAround, useTexts } from "../../ui/context.ts";
import { costsWords } from "../../words/costs.ts";
import { dayText } from "./DayBars.tsx";
import { share } from "./figures.ts";

const [WIDE, HIGH, LEFT] = [300, 110, 44];

export function CacheLine({ costs }: { readonly costs: Costs }) {
  const words = useTexts(costsWords);
  const { language } = useAround();
  const days = costs.days.filter(({ inputTokens }) => inputTokens > 0);
  const rates = days.map(({ cacheReadTokens, inputTokens }) => cacheReadTokens / inputTokens);
  const x = (at: number) => LEFT + (days.length < 2 ? 0 : (at / (days.length - 1)) * (WIDE - LEFT - 8));
  const y = (rate: number) => 8 + (1 - rate) * (HIGH - 32);
  const last = rates.at(-1);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.cached}</h2>
        <b class="end">{last === undefined ? words.none : share(last, 1)}</b>
      </div>
      {last === undefined ? null : (
        <svg class="bars" viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
          {[0, 0.5, 1].map((rate) => (
            <g key={rate} class="grid">
              <line x1={LEFT} x2={WIDE} y1={y(rate)} y2={y(rate)} />
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
          <text x={WIDE} y={HIGH - 4} text-anchor="end">
            {dayText(days.at(-1)?.day ?? "", language)}
          </text>
        </svg>
      )}
    </section>
  );
}
