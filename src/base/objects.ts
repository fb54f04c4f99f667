// Objects whose fields may be missing, tables that are asked for names from outside, answers that are kept, and paths as text.

/** What a text says that is the JSON of an object; null where it is none. Every field may be missing, or of another type. */
export function objectIn<T extends object = Record<string, unknown>>(text: string | null | undefined): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Partial<T>) : null;
  } catch {
    // Torn, damaged or of another program: the caller does without it.
    return null;
  }
}

/** The fields that have a value. */
export function given<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const found: { [Key in keyof T]?: Exclude<T[Key], undefined> } = {};
  for (const key in fields) if (fields[key] !== undefined) found[key] = fields[key] as Exclude<T[typeof key], undefined>;
  return found;
}

/**
 * The rows as a table that has nothing but its rows. An ordinary object answers for `constructor` and `toString` too, with what every
 * object has; a program may have these names.
 */
// @__NO_SIDE_EFFECTS__
export function byName<T>(rows: { readonly [name: string]: T }): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, rows);
}

/** The row of a table that was not made here, or that is part of another's row. */
export function rowOf<T>(table: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** One row under each of several names. */
// @__NO_SIDE_EFFECTS__
export function sameRow<const T>(names: string, row: T): Record<string, T> {
  const rows = Object.create(null) as Record<string, T>;
  for (const name of names.trim().split(/\s+/)) rows[name] = row;
  return rows;
}

/** The words of some lines. */
// @__NO_SIDE_EFFECTS__
export function wordSet(...lines: readonly string[]): Set<string> {
  return new Set(lines.join(" ").split(" "));
}

/** Keeps what was made of a text for the next time, for as many texts as `most`; what comes later is made each time. */
// @__NO_SIDE_EFFECTS__
export function remembered<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size < most) known.set(text, made);
    return made;
  };
}

/** What is kept under a key; made where there is nothing yet. */
export function keptIn<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

/** The folder itself, or something below it. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** As it is called in a folder; a path that is not below it stays as it is. */
export function seenFrom(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
