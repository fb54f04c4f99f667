// Any data as a shelf: units in order, grouped into documents. For measuring, by the same pipeline as everything else.

import { AppError, wordSet } from "../base/index.ts";
import { standTogether } from "./coherence.ts";
import { isDay, NO_DAY, readDays } from "./days/days.ts";
import type { Searcher, SearchOptions } from "./search.ts";
import { type Weights, WEIGHTS } from "./ranking/weights.ts";
import { type Source, splitText, type Unit } from "./units/units.ts";

/** A text of a measured set. */
export interface CorpusUnit {
  readonly id: string;
  readonly text: string;
  readonly doc?: string;
  readonly heading?: string;
  readonly speaker?: string;
  readonly day?: string;
}

/**
 * Units of one document on one day belong together: a long conversation is as many sittings as it has days. Without a
 * document, those who speak are in one conversation, and texts that nobody speaks are each for itself, unless they
 * plainly go on from one to the next.
 */
export function sourcesOf(units: readonly CorpusUnit[]): Source[] {
  const groups = new Map<string, { id: string; units: Unit[] }>();
  const loose = units.filter(({ doc }) => doc === undefined);
  const together = standTogether(loose.map(({ text }) => text));
  units.forEach((row, index) => {
    const day = isoDay(row.day);
    const spoken = row.speaker === undefined ? spokenBy(row.text) : { speaker: row.speaker, text: row.text };
    const document = row.doc ?? (spoken === null && !together ? `#${index}` : "#");
    const key = JSON.stringify([document, day ?? null]);
    const group = groups.get(key) ?? { id: row.doc ?? row.id, units: [] };
    groups.set(key, group);
    const about = {
      ...(row.heading === undefined ? {} : { heading: row.heading }),
      ...(spoken === null ? {} : { speaker: spoken.speaker }),
      ...(day === undefined ? {} : { day }),
    };
    const said = spoken?.text ?? row.text;
    const pieces = splitText(said);
    if (pieces.length <= 1) group.units.push({ id: row.id, text: said, ...about });
    else group.units.push(...pieces.map((text, at) => ({ id: `${row.id} ${at + 1}`, of: row.id, text, ...about })));
  });
  return [...groups.values()];
}

/** For texts that stand each for itself, such as whole talks: what all of one says counts more than what is around a piece of it. */
export function weightsFor(sources: readonly Source[], weights: Weights = WEIGHTS): Weights {
  const texts = sources.reduce((sum, { units }) => sum + idsOf(units).length, 0);
  return sources.length < APART * texts ? weights : { ...weights, document: weights.document * weights.text, near: 0 };
}

/** A few texts may read as turns of one talk. */
const APART = 0.9;

/** The ids of what was found, each once and where its best piece is. */
export function findUnits(searcher: Searcher, query: string, options: SearchOptions & { readonly limit: number }): string[] {
  const { limit } = options;
  for (let asked = limit * 3; ; asked *= 6) {
    const units = searcher.find(query, { ...options, limit: asked });
    const ids = idsOf(units);
    if (ids.length >= limit) return ids.slice(0, limit);
    if (units.length === asked) continue;
    // Fewer than are asked for: what is like the best of them follows.
    const like =
      units.length === 0
        ? []
        : searcher.find(
            units
              .slice(0, BEST)
              .map(({ text }) => text)
              .join("\n"),
            { ...options, limit: limit * 3 },
          );
    return [...new Set([...ids, ...idsOf(like)])].slice(0, limit);
  }
}

/** So many of the best tell what is like them. */
const BEST = 3;

function idsOf(units: readonly Unit[]): string[] {
  return [...new Set(units.map((unit) => unit.of ?? unit.id))];
}

/** "1:56 pm on 8 May, 2023" and the like are days too; what names none stays as it is. */
function isoDay(day: string | undefined): string | undefined {
  if (day === undefined || isDay(day)) return day;
  const [first] = readDays(day, NO_DAY);
  return first !== undefined && first.from === first.to ? first.from : day;
}

/** `Ada: I was in Rome`. Only a name in front of a colon counts; "Note: …" and the like are no names. */
function spokenBy(text: string): { speaker: string; text: string } | null {
  const match = /^(\p{Lu}[\p{L}'’.-]{1,20}(?: \p{Lu}[\p{L}'’.-]{0,20}){0,2}): (?=\S)/u.exec(text);
  const speaker = match?.[1];
  if (match === null || speaker === undefined || NO_NAMES.has(speaker.toLowerCase()) || ANOTHER_LINE.test(text)) return null;
  return { speaker, text: text.slice(match[0].length) };
}

/** Where a later line has a speaker too, the text is a whole talk, and none of its speakers said all of it. */
const ANOTHER_LINE = /\n\p{Lu}[\p{L}'’.-]{0,20}: \S/u;

const NO_NAMES = wordSet(
  "note notes warning error example todo question answer summary date time title subject context fact result conclusion",
);

/** A question of a measured set. */
export interface CorpusQuery {
  readonly id: string;
  readonly query: string;
  /** Against which "yesterday" is read. */
  readonly day?: string;
}

interface Fields {
  readonly needs: readonly string[];
  readonly allows: readonly string[];
}

/** The fields of a text in a file. */
export const UNIT_FIELDS: Fields = { needs: ["id", "text"], allows: ["doc", "heading", "speaker", "day"] };
/** The fields of a question in a file. */
export const QUERY_FIELDS: Fields = { needs: ["id", "query"], allows: ["day"] };

interface TextFile {
  readonly text: string;
  readonly file: string;
}

/** What is read as sentences. */
const READ: ReadonlySet<string> = new Set(["text", "query"]);

/** JSON lines, each an object with these fields of text and an id of its own; other fields are left out. */
export function readRows<T extends { readonly id: string }>(from: TextFile, fields: Fields): T[] {
  const lines = new Map<string, number>();
  return rowsIn<T>(from, fields).map(({ row, line }) => {
    if (row instanceof AppError) throw row;
    const before = lines.get(row.id);
    if (before !== undefined)
      throw new AppError("BAD_JSON", `the id ${JSON.stringify(row.id)} is on line ${before} already`, {
        file: from.file,
        line,
        hint: "An answer names what it found by its id, so each needs its own.",
      });
    lines.set(row.id, line);
    return row;
  });
}

/** The same, where a bad line is no reason to give up the others: its error is in its place, with its id where it has one. */
export function readRowsOrFaults<T>(from: TextFile, fields: Fields): (T | AppError)[] {
  return rowsIn<T>(from, fields).map(({ row }) => row);
}

function rowsIn<T>({ text, file }: TextFile, fields: Fields): { readonly row: T | AppError; readonly line: number }[] {
  return text
    .split("\n")
    .flatMap((words, index) =>
      words.trim() === "" ? [] : [{ row: readRow<T>(words, { file, line: index + 1 }, fields), line: index + 1 }],
    );
}

function readRow<T>(line: string, place: { readonly file: string; readonly line: number }, { needs, allows }: Fields): T | AppError {
  const bad = (why: string, details: { cause?: unknown; id?: unknown } = {}) =>
    new AppError("BAD_JSON", why, {
      ...place,
      cause: details.cause,
      data: { id: details.id ?? null },
      hint: `Each line is an object with ${needs.join(", ")}.`,
    });
  let row: Record<string, unknown>;
  try {
    row = JSON.parse(line) as Record<string, unknown>;
  } catch (cause) {
    return bad("the line is not JSON", { cause });
  }
  if (row === null || typeof row !== "object") return bad("the line is not an object");
  // Ids and days written as numbers are common in data sets and mean what they say; a text that is a number is another column.
  const textOf = (name: string) => (typeof row[name] === "number" && !READ.has(name) ? String(row[name]) : row[name]);
  const missing = needs.find((name) => typeof textOf(name) !== "string");
  if (missing !== undefined) return bad(`${missing} is missing or no text`, { id: row["id"] });
  const present = [...needs, ...allows].filter((name) => row[name] !== undefined && row[name] !== null);
  const wrong = present.find((name) => typeof textOf(name) !== "string");
  if (wrong !== undefined) return bad(`${wrong} is not text`, { id: row["id"] });
  return Object.fromEntries(present.map((name) => [name, textOf(name)])) as T;
}
