// The figures as a table, and which became worse.

import type { Figure } from "./figure.ts";

type Values = Readonly<Record<string, number>>;

export function table(figures: readonly Figure[], before: Values): string {
  const rows = figures.map(({ name, value, goal }) => [name, number(goal), number(before[name] ?? null), number(value)] as const);
  const head = ["figure", "goal", "committed", "now"] as const;
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ");
  return [head, ...rows].map(line).join("\n");
}

/** Held figures that are over what was committed; one that was never committed is worse too. */
export function worse(figures: readonly Figure[], before: Values): string[] {
  return figures.flatMap(({ name, value, held }) => {
    const was = before[name];
    if (!held || (was !== undefined && value <= was)) return [];
    return [`${name} ${was ?? "(not committed)"} → ${value}`];
  });
}

const number = (value: number | null): string => (value === null ? "" : value.toLocaleString("en"));
