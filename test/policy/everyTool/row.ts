// A row of the tables: a shell command, or the call of another tool.

export type Row = string | Readonly<Record<string, unknown>>;
