// Two histories of one document that grew apart, as one. One of them is the ground and stays as it is; each change that only
// the other has is made again on top of it, in its order: an appended entry as the entry it was, everything else as the lines
// that it changed. So every change is in the ledger once, with its own text, and can be explained and undone; a
// document or a section that both began has both sides' lines. Pure.

import { sha256 } from "../../base/index.ts";
import { createEditor, findSection, readOutline, sectionContent, unescapeContent } from "../../markdown/index.ts";
import type { Change } from "../../schema/index.ts";
import { type Card, mergeTexts } from "../workingCopy/merge.ts";
import { advance } from "../records/ledger.ts";
import { lineSplices } from "../editing/page.ts";

export interface Side {
  readonly changes: readonly Change[];
  /** null: no document. */
  readonly text: string | null;
}

export interface Rebased {
  readonly text: string | null;
  /** What is behind the ground's own changes. */
  readonly changes: readonly Change[];
  /** Sections that both changed, each in its own way; the text has the ground's. */
  readonly cards: readonly Card[];
}

export function rebase(ground: Side, other: Side): Rebased {
  const known = new Set(ground.changes.map(({ id }) => id));
  const isKnown = (change: Change) => known.has(change.id) || (change.took !== undefined && change.took.every((id) => known.has(id)));
  const first = other.changes.findIndex((change) => !isKnown(change));
  if (first === -1) return { text: ground.text, changes: [], cards: [] };

  let before = advance(null, other.changes.slice(0, first));
  let text = ground.text;
  const changes: Change[] = [];
  const cards = new Map<string, Card>();
  for (const change of other.changes.slice(first)) {
    const after = advance(before, [change]);
    if (!isKnown(change)) {
      const made = makeAgain(change, { before, after, text });
      for (const card of made.cards) cards.set(`${card.level} ${card.heading}`, card);
      const kept = entered(change, text, made.text);
      if (kept !== null) changes.push(kept);
      text = made.text;
    }
    before = after;
  }
  return { text, changes, cards: [...cards.values()].flatMap((card) => asTheyStand(card, other.text, text)) };
}

/** What becomes of `text` by a change that once led from `before` to `after`. */
function makeAgain(
  change: Change,
  { before, after, text }: { readonly before: string | null; readonly after: string | null; readonly text: string | null },
): { text: string | null; cards: readonly Card[] } {
  const plain = (result: string | null) => ({ text: result, cards: [] });
  if (text === before) return plain(after);
  // A removal loses to what was changed meanwhile, and so does nothing against something.
  if (after === null) return plain(text);
  // Where the same act leads from `before` to `after`, it is the act that was meant, and not its place among the lines.
  if (appendAgain(change, before) === after) {
    const appended = appendAgain(change, text);
    if (appended !== null) return plain(appended);
  }
  if (text === null) return plain(after);
  return mergeTexts(before, after, text);
}

/** null: it cannot be done so here; then its lines are merged. */
function appendAgain(change: Change, text: string | null): string | null {
  const [splice, ...more] = change.splices;
  if (change.kind !== "entry" || change.operation !== "append" || splice === undefined || more.length > 0 || change.heading === undefined)
    return null;
  const editor = createEditor(text ?? "");
  const edit = editor.append({ heading: change.heading, level: change.level ?? null }, contentOf(splice.inserted, change.heading));
  return edit.kind === "edited" ? editor.text() : null;
}

/** What an append inserted, without the heading that it began its section with. */
function contentOf(inserted: string, heading: string): string {
  const lines = inserted.replace(/^(?:[ \t]*\r?\n)+/, "").split("\n");
  const begins = /^#{1,6}[ \t]/.test(lines[0] ?? "") && (lines[0] ?? "").includes(heading);
  return unescapeContent(
    (begins ? lines.slice(1) : lines)
      .join("\n")
      .replace(/^(?:[ \t]*\r?\n)+/, "")
      .trimEnd(),
  );
}

/** The change as it enters the ledger here; null: it did nothing here and is nobody's entry. */
function entered(change: Change, before: string | null, after: string | null): Change | null {
  const { full: _, document: __, splices: ___, ...rest } = change;
  if (before !== after && after !== null)
    return {
      ...rest,
      document: sha256(after),
      splices: before === null ? [] : lineSplices(before, after),
      ...(before === null ? { full: after } : {}),
    };
  if (before !== after) return { ...rest, document: null, splices: [] };
  // Its id must stay known, or it would be applied again.
  return change.entry === undefined && change.kind !== "undo" ? null : { ...rest, splices: [] };
}

/** A card shows what its side came to in the end; none where that side took it back, or where the text says the same by now. */
function asTheyStand(card: Card, other: string | null, text: string | null): Card[] {
  const [there, here] = [sectionsOf(other, card), sectionsOf(text, card)];
  // Where a side has several of that name, the card's own text stands for them.
  const mine = there.length > 1 ? card.mine : (there[0] ?? "");
  return mine.trim() === "" || here.some((each) => each.trim() === mine.trim()) ? [] : [{ ...card, mine }];
}

function sectionsOf(text: string | null, { heading, level }: Card): string[] {
  const outline = readOutline(text ?? "");
  const found = findSection(outline, heading, level);
  const sections = found.kind === "found" ? [found.section] : found.kind === "ambiguous" ? found.sections : [];
  return sections.map((section) => sectionContent(outline, section, { scope: "body" }));
}
