// Objects whose fields may be missing.

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
