// From entries to a new text: what each entry does to the document, as a value. Pure.

import { AppError, type ErrorCode, given, keptIn } from "../../base/index.ts";
import { createEditor, type Edit, type Editor, type Home, type SectionKey } from "../../markdown/index.ts";
import type { Change, Entry } from "../../schema/index.ts";
import { hashOf } from "../records/deps.ts";
import { spliceBetween } from "../records/ledger.ts";
import { claimsBelow, contentsOf, isSame, leftAlone, type Newer, type SubSection } from "./newerBelow.ts";
import { inOrder, type Placed } from "./order.ts";

export interface Item {
  readonly id: string;
  readonly entry: Entry;
  /** When it was written, where the entry does not say against which text. */
  readonly since?: string | undefined;
  /** What it appends is not added where the section has these lines already. */
  readonly once?: boolean | undefined;
}

export type Outcome =
  | { readonly kind: "applied"; readonly change: Change; readonly before: string | null; readonly after: string | null }
  | { readonly kind: "considered"; readonly change: Change; readonly before: string | null }
  | { readonly kind: "unchanged"; readonly why: string; readonly before: string | null }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly why: string; readonly before: string | null };

/** What the document's history says about an entry. */
export interface Past {
  /** Did somebody change that section after the entry was planned? Asked only when it no longer looks as it did then. */
  changedOutside(entry: Entry): boolean;
  /** Sections below the entry's own that other entries changed after it was planned. */
  newerBelow(entry: Entry, asked: { readonly since: string; readonly below: readonly SubSection[] }): readonly Newer[];
}

export interface EditContext extends Past {
  /** Entries that the ledger has already. */
  readonly applied: ReadonlySet<string>;
  readonly now: string;
}

/** For a preview, and for documents that have no ledger here. */
export const NO_PAST: Past = { changedOutside: () => false, newerBelow: () => [] };

export interface Edited {
  readonly text: string | null;
  /** One for each entry, in the order in which they were given. */
  readonly outcomes: Outcome[];
  /** In the order in which they were made. */
  readonly changes: readonly Change[];
}

export function editText(text: string | null, items: readonly Item[], context: EditContext): Edited {
  const present = text ?? "";
  const editor = createEditor(present);
  const run: Run = { ...context, applied: new Set(context.applied), made: new Map() };
  const outcomes: Outcome[] = [];
  const changes: Change[] = [];
  for (const placed of inOrder(present, items)) {
    const outcome = editOne(editor, placed, run);
    outcomes[placed.index] = outcome;
    if (outcome.kind !== "applied" && outcome.kind !== "considered") continue;
    run.applied.add(placed.item.id);
    changes.push(outcome.change);
    if (outcome.kind === "applied" && outcome.after !== null) noteMade(run, keyOf(placed.item.entry), outcome.before);
  }
  return { text: changes.some(({ kind }) => kind === "entry") ? editor.text() : text, outcomes, changes };
}

/** What is known while the entries are performed. */
interface Run extends EditContext {
  readonly applied: Set<string>;
  /** Sections that this run has written, by heading, with what they were before the first time. */
  readonly made: Map<string, { readonly key: SectionKey; readonly before: string | null }[]>;
}

function noteMade({ made }: Run, key: SectionKey, before: string | null): void {
  const same = keptIn(made, key.heading, () => []);
  if (!same.some((each) => each.key.level === key.level)) same.push({ key, before });
}

function keyOf(entry: Entry): SectionKey {
  return { heading: entry.key.heading, level: entry.key.level ?? null };
}

function editOne(editor: Editor, { item, home }: Placed, run: Run): Outcome {
  const { id, entry } = item;
  const key = keyOf(entry);
  const found = editor.section(key);
  const before = found.kind === "found" ? hashOf(found.text) : null;
  if (run.applied.has(id)) return { kind: "unchanged", why: "this entry was applied before", before };
  if (entry.operation === "no-op") return { kind: "considered", change: changeOf(id, entry, { ...run, kind: "considered" }), before };

  const conflict = conflictOf(entry, before, found.kind === "ambiguous", run);
  if (conflict !== null) return { kind: "failed", code: "CONFLICT", why: conflict, before };
  const newer = newerThan(editor, item, before, run);
  if (newer.length > 0 && !leftAlone(editor, entry, newer))
    return { kind: "failed", code: "CONFLICT", why: describeNewer(entry, newer), before };

  const edit = newer.length > 0 ? performAround(editor, entry, newer) : perform(editor, entry, { home, once: item.once });
  if (edit.kind === "edited") {
    const after = hashOf(edit.after);
    const change = { ...changeOf(id, entry, { ...run, kind: "entry" }), before: hashOf(edit.before), after, splices: [edit.splice] };
    return { kind: "applied", change, before: hashOf(edit.before), after };
  }
  return explain(edit, entry, before);
}

/** Sections that the entry would take away or overwrite without having seen them. */
function newerThan(editor: Editor, { entry, since }: Item, now: string | null, run: Run): readonly Newer[] {
  if (!claimsBelow(entry) || now === null || entry.meta.base === now) return [];
  const below = editor.below(keyOf(entry));
  if (below.length === 0) return [];
  const here = below.flatMap((each): Newer[] => {
    const made = run.made.get(each.heading)?.find(({ key }) => isSame(each, key));
    return made === undefined ? [] : [{ ...each, before: made.before }];
  });
  const from = since ?? (entry.meta.base === undefined ? undefined : entry.meta.time);
  const earlier = from === undefined ? [] : run.newerBelow(entry, { since: from, below });
  return [...earlier, ...here.filter((one) => !earlier.some((each) => isSame(one, each)))];
}

function describeNewer(entry: Entry, newer: readonly Newer[]): string {
  const names = newer.map(({ heading }) => JSON.stringify(heading)).join(", ");
  const act = `${entry.operation} of ${JSON.stringify(entry.key.heading)}`;
  return `${act} would remove what was written to ${names} below it after the entry was planned`;
}

/** The update, and behind it the newer sections as they are now: the entry's content has them as they were. */
function performAround(editor: Editor, entry: Entry, newer: readonly Newer[]): Edit {
  const key = keyOf(entry);
  const old = { text: editor.text(), section: editor.section(key) };
  const kept = contentsOf(editor, newer);
  const edit = perform(editor, entry);
  if (edit.kind !== "edited") return edit;
  for (const { key: below, content } of kept) {
    const put = content === "" ? editor.clear(below) : editor.update(below, content);
    if (put.kind === "edited" || put.kind === "unchanged") continue;
    const hint = "Nothing was written; the entries stay pending.";
    throw new AppError("STRUCTURE", `the section ${JSON.stringify(below.heading)} could not be kept`, { hint });
  }
  const now = editor.section(key);
  const [before, after] = [old.section, now].map((section) => (section.kind === "found" ? section.text : null));
  return before === after
    ? { kind: "unchanged" }
    : { kind: "edited", splice: spliceBetween(old.text, editor.text()), before: before ?? null, after: after ?? null };
}

function perform(editor: Editor, entry: Entry, { home, once }: { home?: Home | undefined; once?: boolean | undefined } = {}): Edit {
  const key = keyOf(entry);
  const content = entry.content ?? "";
  switch (entry.operation) {
    case "update":
      return editor.update(key, content, { ...given({ scope: entry.scope }), home });
    case "clear":
      return editor.clear(key);
    case "delete":
      return editor.remove(key);
    case "append":
      return editor.append(key, content, { home, once });
    case "replace":
      return editor.replace(key, entry.old ?? "", content);
    case "no-op":
      return { kind: "unchanged" };
  }
}

/** Operations that overwrite may not overwrite what was edited outside Codicil after the entry was planned. */
function conflictOf(entry: Entry, now: string | null, ambiguous: boolean, past: Past): string | null {
  const { base } = entry.meta;
  if (base === undefined || ambiguous || base === now) return null;
  if (entry.operation === "append" || entry.operation === "replace") return null;
  if (!past.changedOutside(entry)) return null;
  return `you edited the section ${JSON.stringify(entry.key.heading)} after the entry was planned`;
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
    case "ambiguous": {
      const code = entry.key.level == null ? "AMBIGUOUS_HEADING" : "DUPLICATE_HEADING";
      return failed(code, `the heading ${name} occurs at lines ${edit.lines.join(", ")}`);
    }
    case "protected":
      return failed("USER_BLOCK_PROTECTED", `the section ${name} is in a USER_BLOCK, which only you write`);
    case "text-not-found":
      return failed("TEXT_NOT_FOUND", `the text to replace occurs ${edit.count} times in the section ${name}, not once`);
    case "unsafe":
      return failed("STRUCTURE", edit.why);
  }
}

function changeOf(id: string, entry: Entry, context: { now: string; kind: "entry" | "considered" }): Change {
  const { origin, session, event, confidence, reason, taint, planned_by: from } = entry.meta;
  return {
    v: 1,
    id: changeIdOf(id),
    kind: context.kind,
    at: context.now,
    by: origin ?? "user",
    entry: id,
    ...given({ session, event, confidence, reason, taint, from }),
    operation: entry.operation,
    heading: entry.key.heading,
    level: entry.key.level ?? null,
    splices: [],
  };
}

export function changeIdOf(entry: string): string {
  return `c${entry.startsWith("e_") ? entry.slice(1) : `_${entry}`}`;
}
