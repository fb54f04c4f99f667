// A model's readings: the answers as they come from outside, and the file of the state in which proposals are kept.

import { AppError, objectIn } from "../base/index.ts";

export interface AnsweredReading {
  readonly file: string;
  readonly line: number;
  readonly block: unknown;
  readonly stop: unknown;
  readonly pass: unknown;
}

export interface Answers {
  readonly readings: readonly unknown[];
  /** Lines that the model left out on purpose. */
  readonly leftOut: readonly { readonly file: string; readonly line: number; readonly why: string }[];
}

export const LONGEST_ANSWERS = 4 * 1024 * 1024;
export const MOST_READINGS = 300;

/** The whole must be JSON with `readings`; each of them is looked at alone. `file` is for the error: its content is not shown. */
export function readAnswers(text: string, file?: string): Answers {
  const hint = 'Give {"readings":[{"file","line","block","stop","pass"}]}; codicil policy read --prompt prints the request.';
  const at = file === undefined ? {} : { file };
  if (text.length > LONGEST_ANSWERS)
    throw new AppError("TOO_LARGE", "the answers have more than 4 MB", { ...at, hint: "Give them in several files." });
  let value: unknown;
  try {
    value = JSON.parse(withoutFence(text));
  } catch {
    // The parser's own message would show what is in the file.
    throw new AppError("BAD_JSON", "the answers are not JSON", { ...at, hint });
  }
  const { readings, left_out: left } = (value ?? {}) as { readings?: unknown; left_out?: unknown };
  if (!Array.isArray(readings)) throw new AppError("BAD_INPUT", "the answers have no list `readings`", { ...at, hint });
  if (readings.length > MOST_READINGS)
    throw new AppError("TOO_LARGE", `the answers have more than ${MOST_READINGS} readings`, { ...at, hint: "Give them in several files." });
  return { readings, leftOut: leftOf(left) };
}

/** Models like to put JSON into a fence, or a sentence before it. */
function withoutFence(text: string): string {
  const [first, last] = [text.indexOf("{"), text.lastIndexOf("}")];
  return first === -1 || last < first ? text : text.slice(first, last + 1);
}

function leftOf(given: unknown): Answers["leftOut"] {
  const list: readonly unknown[] = Array.isArray(given) ? given.slice(0, MOST_READINGS) : [];
  return list.flatMap((each) => {
    const { file, line, why } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof file !== "string" || typeof line !== "number") return [];
    return [{ file: file.slice(0, 500), line, why: String(why ?? "").slice(0, 300) }];
  });
}

/** What is wrong with its shape; null: it is a reading. */
export function readingFault(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "a reading is a set of keys: file, line, block, stop, pass";
  const { file, line } = value as Readonly<Record<string, unknown>>;
  if (typeof file !== "string" || file.length > 4096) return "`file` is not a path";
  return Number.isInteger(line) ? null : "`line` is not a whole number";
}

export interface KeptReadings {
  /** When a model last read the clause. */
  readonly at: string;
  readonly blocks: readonly Readonly<Record<string, unknown>>[];
}

/** `models/readings.json` of the state: by clause. Anything damaged counts as empty: it can be asked for again. */
export function readKeptReadings(text: string | null): ReadonlyMap<string, KeptReadings> {
  const { v, clauses } = objectIn(text) ?? {};
  if (v !== 1 || typeof clauses !== "object" || clauses === null) return new Map();
  const isKept = (each: KeptReadings | null) => typeof each?.at === "string" && Array.isArray(each.blocks);
  return new Map(Object.entries(clauses as Record<string, KeptReadings>).filter(([, each]) => isKept(each)));
}

const MOST_CLAUSES = 2000;
const LONGEST_KEPT = 2 * 1024 * 1024;

/** The oldest go first where there are too many. */
export function writeKeptReadings(kept: ReadonlyMap<string, KeptReadings>): string {
  let entries = [...kept].sort(([, a], [, b]) => (a.at < b.at ? 1 : -1)).slice(0, MOST_CLAUSES);
  for (;;) {
    const text = JSON.stringify({ v: 1, clauses: Object.fromEntries(entries) });
    if (text.length <= LONGEST_KEPT || entries.length === 0) return text;
    entries = entries.slice(0, Math.floor(entries.length * 0.9));
  }
}
