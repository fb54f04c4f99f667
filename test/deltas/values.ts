// Entries and changes for tests of values: what is not given is plain.

import { editText, type Item, NO_PAST, type Past } from "../../src/deltas/editing/edit.ts";
import type { Change, Entry, Level } from "../../src/schema/index.ts";

export type Draft = Omit<Partial<Entry>, "key"> & { readonly level?: Level | null };

export const entry = (heading: string, { level, ...more }: Draft = {}): Entry => ({
  key: { path: "NOTES.md", heading, ...(level === undefined ? {} : { level }) },
  operation: "update",
  content: "new",
  meta: {},
  ...more,
});
export const item = (id: string, heading: string, draft: Draft = {}): Item => ({ id, entry: entry(heading, draft) });
export const edit = (text: string | null, items: readonly Item[], past: Partial<Past> = {}, applied: readonly string[] = []) =>
  editText(text, items, { applied: new Set(applied), now: "2026-01-02T00:00:00Z", ...NO_PAST, ...past });
export const change = (more: Partial<Change> = {}): Change => ({
  v: 1,
  id: "c_1",
  kind: "entry",
  at: "2026-01-01T00:00:00Z",
  by: "agent",
  splices: [],
  ...more,
});

export const TEXT = "## Work\n\nold\n\n### Tools\n\nhammer\n\n## Home\n\nquiet\n";
