// Objects whose fields may be missing, and tables that are asked for names from outside.

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
