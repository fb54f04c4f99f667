// Machines are noisy: a figure is a median, and a claim is a ratio taken in the same run.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export async function milliseconds(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export async function medianOf(times: number, run: () => unknown): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await milliseconds(run));
  return median(all);
}
