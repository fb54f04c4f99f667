// Money and counts as people read them.

/** Small sums keep two digits that count. */
export function money(cost: number): string {
  if (cost === 0) return "$0";
  if (cost < 0.01) return `$${cost.toPrecision(2)}`;
  return `$${cost.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function countText(count: number): string {
  if (count >= 1_000_000) return `${(count / 1_000_000).toFixed(1)} M`;
  if (count >= 10_000) return `${Math.round(count / 1000)} k`;
  return count.toLocaleString("en");
}

export function share(part: number, whole: number): string | null {
  return whole === 0 ? null : `${Math.round((100 * part) / whole)} %`;
}

/** A price on an axis: each has the digits of a step. */
export function axisMoney(cost: number, step: number): string {
  const places = String(Number(step.toPrecision(3))).split(".")[1]?.length ?? 0;
  return cost === 0 ? "$0" : `$${cost.toFixed(places === 1 ? 2 : places)}`;
}

/** A round number above all of them, for an axis of at most four lines. */
export function axisTo(most: number): { readonly top: number; readonly steps: readonly number[] } {
  if (most <= 0) return { top: 1, steps: [0, 1] };
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [0.25, 0.5, 1, 2, 5].map((each) => each * power).find((each) => most / each <= 3) ?? 5 * power;
  const lines = Math.ceil(most / step);
  return { top: lines * step, steps: Array.from({ length: lines + 1 }, (_, at) => at * step) };
}
