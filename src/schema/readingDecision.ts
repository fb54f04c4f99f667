// A decision on how a line of an instruction file was read: a line of the person's log, and the team's lock file.

import { AppError, given, objectIn } from "../base/index.ts";
import { parseYaml } from "./text/yaml.ts";

export const READING_DECISIONS = ["hold", "ask", "advice"] as const;
export type ReadingDecided = (typeof READING_DECISIONS)[number];

/** A policy item that a model wrote, and the clause that it reads. */
export interface DecidedItem {
  readonly of: string;
  readonly block: Readonly<Record<string, unknown>>;
}

function isItem(value: unknown): value is DecidedItem {
  const { of, block } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof of === "string" && typeof block === "object" && block !== null && !Array.isArray(block);
}

/** A line of an instruction file with how it was read: what a person is asked about, and what a decision is kept with. */
export interface ReadLine {
  /** The hash of the clause and its headings. */
  readonly clause: string;
  /** Where the clause is, for people. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** What was shown and decided on, in plain words. */
  readonly readings: readonly string[];
  /** Of a model's reading: what exactly is decided on. */
  readonly item?: DecidedItem;
}

export type ReadingDecisionLine =
  | (ReadLine & {
      readonly v: 1;
      readonly kind: "decided";
      readonly id: string;
      readonly at: string;
      readonly as: ReadingDecided;
      /** Where the decision came from, when nobody named it explicitly: answers to a host's own question. */
      readonly by?: "host-no" | "host-yes-twice";
    })
  | { readonly v: 1; readonly kind: "undone"; readonly id: string; readonly at: string; readonly of: string };

/** null: a torn or foreign line; it decides nothing. */
export function readReadingDecision(line: string): ReadingDecisionLine | null {
  const value = objectIn(line) as ReadingDecisionLine | null;
  if (value?.v !== 1 || typeof value.id !== "string") return null;
  if (value.kind === "undone") return typeof value.of === "string" ? value : null;
  const { clause, as, readings, item } = value;
  const isWhole = typeof clause === "string" && READING_DECISIONS.includes(as) && Array.isArray(readings);
  return value.kind === "decided" && isWhole && (item === undefined || isItem(item)) ? value : null;
}

/** Of a model's reading with the item itself, because others of the team do not have it. */
export interface LockedReading extends Omit<ReadLine, "line"> {
  readonly as: "hold" | "ask";
}

/** `.agents/policy.lock.yaml`. What is not shaped like an entry is an error: a lock that is half read holds half of it. */
export function readPolicyLock(text: string, file: string): LockedReading[] {
  const { value } = parseYaml(text, file);
  const { version, readings } = (value ?? {}) as { version?: unknown; readings?: unknown };
  if (version !== 1)
    throw new AppError("UNKNOWN_VERSION", "the lock file has an unknown version", { file, hint: "codicil policy lock writes it again." });
  const list: readonly unknown[] = Array.isArray(readings) ? readings : [];
  const hint = "codicil policy lock writes it again.";
  return list.map((each, at): LockedReading => {
    const { clause, as, reading, item, file: of = "", text: said = "" } = (each ?? {}) as Readonly<Record<string, unknown>>;
    const shown = Array.isArray(reading) ? reading : [reading];
    if (typeof clause !== "string" || (as !== "hold" && as !== "ask") || !shown.every((one) => typeof one === "string"))
      throw new AppError("BAD_INPUT", `entry ${at + 1} of the lock file needs clause, as (hold or ask) and reading`, { file, hint });
    if (item !== undefined && !isItem(item))
      throw new AppError("BAD_INPUT", `entry ${at + 1} of the lock file has an item that is not {of, block}`, { file, hint });
    return { clause, as, readings: shown as string[], file: String(of), text: String(said), ...given({ item }) };
  });
}

export function writePolicyLock(readings: readonly LockedReading[]): string {
  const quote = (text: string) => JSON.stringify(text);
  const entries = readings.map(({ clause, as, readings: shown, file, text, item }) => {
    const reading = shown.length === 1 ? quote(shown[0] ?? "") : `[${shown.map(quote).join(", ")}]`;
    const fields = [`  - clause: ${clause}`, `as: ${as}`, `reading: ${reading}`, `file: ${quote(file)}`, `text: ${quote(text)}`];
    if (item !== undefined) fields.push(`item: ${JSON.stringify({ of: item.of, block: item.block })}`);
    return `${fields.join("\n    ")}\n`;
  });
  return `# Written by codicil policy lock. Each entry confirms how one line of an instruction file was read.
# An entry only tightens: it makes Codicil enforce a reading that it would otherwise only propose.
version: 1
readings:${entries.length === 0 ? " []\n" : `\n${entries.join("")}`}`;
}
