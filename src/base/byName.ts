// Tables that are asked for names from outside: of programs, tools, folders, words of a command. An ordinary object
// answers for `constructor` and `toString` too, with what every object has; a program may have these names.

/** The rows as a table that has nothing but its rows. */
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
  for (const name of names.split(" ")) rows[name] = row;
  return rows;
}

/** The words of some lines. */
// @__NO_SIDE_EFFECTS__
export function wordSet(...lines: readonly string[]): Set<string> {
  return new Set(lines.join(" ").split(" "));
}
