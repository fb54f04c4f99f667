// Settings in TOML, edited as text. Ours are as tables between two marks at the end of the file; where the person wrote an
// inline table or list, which no header may add to, ours go into it. The text is parsed before and after every edit, and the
// result must say what was meant and nothing else. Otherwise the edit is refused. Pure.

import { isDeepStrictEqual } from "node:util";
import { parse, type TomlTable as TomlValues } from "smol-toml";
import { AppError } from "../../base/index.ts";
import { scanToml, type TomlInline } from "./tomlScan.ts";

const BEGIN = "# >>> codicil (written by codicil install; codicil uninstall takes it away) >>>";
const END = "# <<< codicil <<<";

type Plain = string | number | boolean | readonly string[];
type Fields = Readonly<Record<string, Plain>>;

export interface Wanted {
  readonly path: readonly string[];
  readonly fields: Fields;
  /**
   *   keep     what is at that path already stays as it is
   *   replace  it gets these fields
   *   item     the path is a list of tables, and this is one more
   */
  readonly as: "keep" | "replace" | "item";
}

/** Of a table, or of a member of an inline table or list: whether install wrote it. */
export type IsOurs = (path: readonly string[], value: unknown, inBlock: boolean) => boolean;

export function readToml(text: string, file: string): TomlValues {
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (cause) {
    const line = (cause as { line?: number }).line;
    throw new AppError("BAD_TOML", "the file is not TOML", {
      file,
      cause,
      ...(line === undefined ? {} : { line }),
      hint: "Fix the file first; nothing was changed.",
    });
  }
}

export function putToml(text: string, wanted: readonly Wanted[], file: string): string {
  const before = readToml(text, file);
  const news = wanted.filter((each) => each.as !== "keep" || valueAt(before, each.path) === undefined);
  if (!news.every((each) => hasRoom(before, each))) throw refused(file);
  const meant = news.reduce<TomlValues>((now, each) => withValue(now, each), before);
  const [inBlock, elsewhere] = [news.filter((each) => !hasPlace(text, each)), news.filter((each) => hasPlace(text, each))];
  const edited = elsewhere.reduce(inPlace, text);
  const drafts = [withBlock(edited, inBlock), withHead(edited, inBlock)];
  const good = drafts.find((draft) => isDeepStrictEqual(plain(parsed(draft)), plain(meant)));
  if (good === undefined) throw refused(file);
  return good;
}

export function takeToml(text: string, isOurs: IsOurs, file: string): string {
  const before = readToml(text, file);
  let now = text;
  // One after the other: a cut moves what is behind it.
  for (let cut = cutFor(now, isOurs); cut !== null; cut = cutFor(now, isOurs)) now = now.slice(0, cut.start) + now.slice(cut.end);
  const after = withoutMarks(now);
  // What is left over may be less than before, never something else.
  if (!isPartOf(parsed(after), before)) throw refused(file);
  return after;
}

/** The next piece of ours. */
function cutFor(text: string, isOurs: IsOurs): { start: number; end: number } | null {
  const values = parsed(text);
  if (values === null) return null;
  const { tables, inlines } = scanToml(text);
  const block = blockOf(text);
  const isIn = (at: number) => block !== null && at >= block.start && at < block.end;
  for (const { path, start, end } of tables) {
    const same = tables.filter((each) => each.path.join("\0") === path.join("\0")).findIndex((each) => each.start === start);
    const value = valueAt(values, path);
    if (isOurs(path, Array.isArray(value) ? value[same] : value, isIn(start)))
      return { start, end: isIn(start) ? Math.min(end, block?.mark ?? end) : end };
  }
  for (const inline of inlines) {
    const value = valueAt(values, inline.path);
    // A line of its own between the marks (withHead).
    if (inline.kind === "table" && isIn(inline.start) && isOurs(inline.path, value, true))
      return { start: text.lastIndexOf("\n", inline.start) + 1, end: inline.end + 1 };
    const at = inline.parts.findIndex(({ key, start }, index) =>
      isOurs([...inline.path, ...key], inline.kind === "list" ? (value as readonly unknown[])[index] : valueAt(value, key), isIn(start)),
    );
    if (at !== -1) return partCut(text, inline, at);
  }
  return null;
}

/** A basic string; paths hold nothing that it could not say. */
export function tomlString(text: string): string {
  return JSON.stringify(text);
}

function refused(file: string): AppError {
  return new AppError("BAD_TOML", "the file cannot be edited without changing the rest of it", {
    file,
    hint: "Nothing was changed. Write Codicil's lines yourself, or turn inline tables into [tables] and try again.",
  });
}

function parsed(text: string): TomlValues | null {
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch {
    return null;
  }
}

/** Without prototypes and classes, which the parser and a copy do not share. */
function plain(value: unknown): unknown {
  return value === null
    ? null
    : (JSON.parse(
        JSON.stringify(value, (_, each: unknown) =>
          typeof each === "bigint" || (typeof each === "number" && !Number.isFinite(each)) ? String(each) : each,
        ),
      ) as unknown);
}

function isPartOf(part: unknown, whole: unknown): boolean {
  if (part === null || whole === null || typeof part !== "object" || typeof whole !== "object")
    return isDeepStrictEqual(plain(part ?? null), plain(whole ?? null)) && part !== null;
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((each) => whole.some((other) => isDeepStrictEqual(plain(each), plain(other))));
  return Object.entries(part).every(([key, value]) => Object.hasOwn(whole, key) && isPartOf(value, (whole as TomlValues)[key]));
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (now, name) => (typeof now === "object" && now !== null && Object.hasOwn(now, name) ? (now as TomlValues)[name] : undefined),
    values,
  );
}

/** No plain value is where a table or a list would have to be. */
function hasRoom(values: TomlValues, { path, as }: Wanted): boolean {
  const isTable = (value: unknown) => value === undefined || (typeof value === "object" && value !== null && !Array.isArray(value));
  const last = valueAt(values, path);
  return (
    path.slice(0, -1).every((_, at) => isTable(valueAt(values, path.slice(0, at + 1)))) &&
    (as === "item" ? last === undefined || Array.isArray(last) : isTable(last))
  );
}

function withValue(values: TomlValues, { path, fields, as }: Wanted): TomlValues {
  const [name = "", ...rest] = path;
  if (rest.length > 0) return { ...values, [name]: withValue((values[name] ?? {}) as TomlValues, { path: rest, fields, as }) };
  if (as === "item") return { ...values, [name]: [...((values[name] ?? []) as TomlValues[]), fields as TomlValues] };
  return { ...values, [name]: { ...((values[name] ?? {}) as TomlValues), ...(fields as TomlValues) } };
}

/** The inline table or list that the value has to go into; null where a header can. */
function placeFor(text: string, { path, as }: Wanted): TomlInline | null {
  const fits = scanToml(text).inlines.filter(
    (each) =>
      (each.kind === "list" ? as === "item" && each.path.length === path.length : each.path.length < path.length) &&
      each.path.every((name, at) => name === path[at]),
  );
  return fits.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}

function hasPlace(text: string, wanted: Wanted): boolean {
  return placeFor(text, wanted) !== null || (wanted.as === "replace" && fieldPlaces(text, wanted) !== null);
}

/** Where the fields of a table that is there already are. */
function fieldPlaces(text: string, { path, fields }: Wanted): { start: number; end: number; value: Plain }[] | null {
  const { values } = scanToml(text);
  const found = Object.entries(fields).flatMap(([name, value]) => {
    const at = values.get(JSON.stringify([...path, name]));
    return at === undefined ? [] : [{ ...at, value }];
  });
  return found.length === Object.keys(fields).length ? found : null;
}

function inPlace(text: string, wanted: Wanted): string {
  const there = wanted.as === "replace" ? fieldPlaces(text, wanted) : null;
  if (there !== null)
    return there
      .sort((a, b) => b.start - a.start)
      .reduce((now, { start, end, value }) => now.slice(0, start) + written(value) + now.slice(end), text);
  const place = placeFor(text, wanted);
  if (place === null) return text;
  const table = `{ ${fieldLines(wanted.fields).join(", ")} }`;
  const part = place.kind === "list" ? table : `${wanted.path.slice(place.path.length).map(keyName).join(".")} = ${table}`;
  const last = place.parts.at(-1);
  // Behind the last one: a comma after it, or none, stays as it is.
  const at = last?.end ?? place.start + 1;
  return `${text.slice(0, at)}${last === undefined ? ` ${part} ` : `, ${part}`}${text.slice(at)}`;
}

function written(value: Plain): string {
  return Array.isArray(value) ? `[${value.map(tomlString).join(", ")}]` : typeof value === "string" ? tomlString(value) : String(value);
}

function keyName(name: string): string {
  return /^[\w-]+$/.test(name) ? name : tomlString(name);
}

function fieldLines(fields: Fields): string[] {
  return Object.entries(fields).map(([name, value]) => `${keyName(name)} = ${written(value)}`);
}

function withBlock(text: string, wanted: readonly Wanted[]): string {
  if (wanted.length === 0) return text;
  const lines = wanted.flatMap(({ path, fields, as }, index) => [
    ...(index === 0 ? [] : [""]),
    as === "item" ? `[[${path.map(keyName).join(".")}]]` : `[${path.map(keyName).join(".")}]`,
    ...fieldLines(fields),
  ]);
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return `${text}${gap}${BEGIN}\n${lines.join("\n")}\n${END}\n`;
}

/** Where tables at the end may not are: before the first header, each in one line. */
function withHead(text: string, wanted: readonly Wanted[]): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const lines = wanted.map(({ path, fields }) => `${path.map(keyName).join(".")} = { ${fieldLines(fields).join(", ")} }`);
  return `${mark}${BEGIN}\n${lines.join("\n")}\n${END}\n${text.slice(mark.length)}`;
}

function blockOf(text: string): { start: number; mark: number; end: number } | null {
  const start = text.indexOf(BEGIN);
  const mark = text.indexOf(END, start);
  return start === -1 || mark === -1 ? null : { start, mark, end: mark + END.length };
}

/** And without the empty line that was put before them. */
function withoutMarks(text: string): string {
  const block = blockOf(text);
  if (block === null) return text;
  const [before, inside, after] = [
    text.slice(0, block.start),
    text.slice(block.start + BEGIN.length, block.mark),
    text.slice(block.end).replace(/^\r?\n/, ""),
  ];
  const kept = inside.trim() === "" ? "" : inside.replace(/^\r?\n/, "");
  return kept === "" && after === "" ? before.replace(/\n\n$/, "\n") : before + kept + after;
}

function partCut(text: string, { parts, start: open }: TomlInline, at: number): { start: number; end: number } {
  const { start, end } = parts[at] as TomlInline["parts"][number];
  const before = parts[at - 1];
  if (before !== undefined) return { start: before.end, end };
  const next = parts[at + 1];
  return next === undefined
    ? { start: open + 1, end: end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0) }
    : { start, end: next.start };
}
