// From entries to a new text: what each entry does to the document, as a value. Pure.

import type { ErrorCode } from "../base/index.ts";
import { createEditor, type Edit, type Editor } from "../markdown/index.ts";
import type { Change, Entry, Level } from "../schema/index.ts";
import { hashOf } from "./desk.ts";

export interface Item {
  readonly id: string;
  readonly entry: Entry;
}

export type Outcome =
  | { readonly kind: "applied"; readonly change: Change; readonly before: string | null; readonly after: string | null }
  | { readonly kind: "considered"; readonly change: Change; readonly before: string | null }
  | { readonly kind: "unchanged"; readonly why: string; readonly before: string | null }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly why: string; readonly before: string | null };

export interface EditContext {
  /** Entries that the ledger has already. */
  readonly applied: ReadonlySet<string>;
  readonly now: string;
  /** Did a hand change that section after the entry was planned? Asked only when it no longer looks as it did then. */
  changedByHand(entry: Entry): boolean;
}

export function editText(text: string | null, items: readonly Item[], context: EditContext): { text: string | null; outcomes: Outcome[] } {
  const editor = createEditor(text ?? "");
  const seen = new Set(context.applied);
  let touched = false;
  const outcomes = items.map(({ id, entry }) => {
    const outcome = editOne(editor, id, entry, { ...context, applied: seen });
    if (outcome.kind === "applied") touched = true;
    if (outcome.kind === "applied" || outcome.kind === "considered") seen.add(id);
    return outcome;
  });
  return { text: touched ? editor.text() : text, outcomes };
}

function editOne(editor: Editor, id: string, entry: Entry, context: EditContext): Outcome {
  const key = { heading: entry.key.heading, level: entry.key.level ?? null };
  const found = editor.section(key);
  const before = found.kind === "found" ? hashOf(found.text) : null;
  if (context.applied.has(id)) return { kind: "unchanged", why: "this entry was applied before", before };
  if (entry.operation === "no-op") return { kind: "considered", change: changeOf(id, entry, { ...context, kind: "considered" }), before };

  const conflict = conflictOf(entry, before, found.kind === "ambiguous", context);
  if (conflict !== null) return { kind: "failed", code: "CONFLICT", why: conflict, before };

  const edit = perform(editor, entry, key);
  if (edit.kind === "edited") {
    const after = hashOf(edit.after);
    const change = { ...changeOf(id, entry, { ...context, kind: "entry" }), before: hashOf(edit.before), after, splices: [edit.splice] };
    return { kind: "applied", change, before: hashOf(edit.before), after };
  }
  return explain(edit, entry, before);
}

function perform(editor: Editor, entry: Entry, key: { heading: string; level: Level | null }): Edit {
  const content = entry.content ?? "";
  switch (entry.operation) {
    case "update":
      return editor.update(key, content, entry.scope === undefined ? {} : { scope: entry.scope });
    case "clear":
      return editor.clear(key);
    case "delete":
      return editor.remove(key);
    case "append":
      return editor.append(key, content);
    case "replace":
      return editor.replace(key, entry.old ?? "", content);
    case "no-op":
      return { kind: "unchanged" };
  }
}

/** Operations that overwrite may not overwrite what a hand wrote after the entry was planned. */
function conflictOf(entry: Entry, now: string | null, ambiguous: boolean, context: EditContext): string | null {
  const { base } = entry.meta;
  if (base === undefined || ambiguous || base === now) return null;
  if (entry.operation === "append" || entry.operation === "replace") return null;
  if (!context.changedByHand(entry)) return null;
  return `a hand changed the section ${JSON.stringify(entry.key.heading)} after the entry was planned`;
}

function explain(edit: Exclude<Edit, { kind: "edited" }>, entry: Entry, before: string | null): Outcome {
  const name = JSON.stringify(entry.key.heading);
  const failed = (code: ErrorCode, why: string): Outcome => ({ kind: "failed", code, why, before });
  switch (edit.kind) {
    case "unchanged":
      return { kind: "unchanged", why: "the section says so already", before };
    case "missing":
      return entry.operation === "replace"
        ? failed("HEADING_NOT_FOUND", `the document has no section ${name}`)
        : { kind: "unchanged", why: `the document has no section ${name}`, before };
    case "ambiguous":
      return failed(
        entry.key.level == null ? "AMBIGUOUS_HEADING" : "DUPLICATE_HEADING",
        `the heading ${name} stands at lines ${edit.lines.join(", ")}`,
      );
    case "protected":
      return failed("USER_BLOCK_PROTECTED", `the section ${name} lies in a USER_BLOCK, which no machine writes to`);
    case "text-not-found":
      return failed("TEXT_NOT_FOUND", `the text to replace stands ${edit.count} times in the section ${name}, not once`);
    case "unsafe":
      return failed("STRUCTURE", edit.why);
  }
}

function changeOf(id: string, entry: Entry, context: { now: string; kind: "entry" | "considered" }): Change {
  const { origin, session, event, reason, taint } = entry.meta;
  return {
    v: 1,
    id: changeIdOf(id),
    kind: context.kind,
    at: context.now,
    by: origin ?? "user",
    entry: id,
    ...(session === undefined ? {} : { session }),
    ...(event === undefined ? {} : { event }),
    ...(reason === undefined ? {} : { reason }),
    ...(taint === undefined ? {} : { taint }),
    operation: entry.operation,
    heading: entry.key.heading,
    level: entry.key.level ?? null,
    splices: [],
  };
}

export function changeIdOf(entry: string): string {
  return `c${entry.startsWith("e_") ? entry.slice(1) : `_${entry}`}`;
}
