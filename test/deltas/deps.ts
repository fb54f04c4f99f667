// A mind in this process with a clock that does not move and ids that count, so that receipts and files can be compared whole.

import type { Mind } from "codicil";
import type { Deps, PlanRequest } from "../../src/deltas/index.ts";
import { makeWorld, type World } from "../kit.ts";

export interface Room {
  readonly world: World;
  readonly mind: Mind;
  readonly deps: Deps;
  /** An answer or a file as short lines: hashes by their first letters, paths from the world's root. */
  tell(what: unknown): string;
}

export async function room(files: Readonly<Record<string, string>> = {}): Promise<Room> {
  const world = makeWorld();
  for (const [path, text] of Object.entries(files)) world.write(path, text);
  let count = 0;
  const random = { hex: (bytes: number) => (++count).toString(16).padStart(2 * bytes, "0"), unit: () => 0.5 };
  const mind = await world.open({ random, clock: { now: () => new Date("2026-03-04T10:00:00Z"), timeZone: "UTC" } });
  const short = (text: string) =>
    text
      .replaceAll(world.root, "")
      .replace(/\b([0-9a-f]{6})[0-9a-f]{58}\b/g, "$1…")
      .replace(/\b([ce])_20260304100000_0*/g, "$1_")
      .replaceAll("2026-03-04T10:00:00.000Z", "NOW")
      .replace(/"(\w+)": ?/g, "$1:");
  return { world, mind, deps: mind.deps, tell: (what) => short(lineOf(what)) };
}

function lineOf(what: unknown): string {
  if (typeof what === "string") return what;
  if (Array.isArray(what)) return what.map(lineOf).join("\n");
  if (what === null || typeof what !== "object") return String(what);
  return Object.entries(what)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" | ");
}

/** The error as its code, words and hint. */
export const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "no error",
    (error: { code?: string; message: string; hint?: string }) => `${error.code ?? "?"}: ${error.message} (${error.hint ?? ""})`,
  );

/** A plan for a section of USER.md. */
export const ask = (heading: string, content: string | null, more: Partial<PlanRequest> = {}): PlanRequest => ({
  path: "USER.md",
  heading,
  content,
  session: "s1",
  ...more,
});
