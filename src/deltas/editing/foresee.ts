// What apply would do with a delta that its text alone does not show: which entry goes before which, and which would conflict
// with the document as it is now (LW-83). Reading only.

import { type DocumentRef, fromProjectRoot, resolveTarget } from "../../knowledge/index.ts";
import type { LocatedDelta } from "../../schema/index.ts";
import type { Deps } from "../records/deps.ts";
import type { Item } from "./edit.ts";
import { claimsBelow } from "./newerBelow.ts";
import { inOrder } from "./order.ts";
import { peekPage } from "./page.ts";
import { editOf } from "./writeDocument.ts";

export interface Foreseen {
  readonly line: number | undefined;
  readonly message: string;
}

interface Located extends Item {
  readonly line: number | undefined;
}

/** `since`: when the file was written. */
export async function foresee(deps: Deps, delta: LocatedDelta, since: string): Promise<Foreseen[]> {
  const groups = new Map<string, { document: DocumentRef; items: Located[] }>();
  for (const [index, entry] of delta.entries.entries()) {
    const target = resolveTarget(fromProjectRoot(deps.environment), entry.key);
    if (target.kind !== "document") continue;
    const group = groups.get(target.document.id) ?? { document: target.document, items: [] };
    const written = entry.meta.base === undefined ? { since: entry.meta.time ?? since } : {};
    group.items.push({ id: entry.meta.id ?? `entry ${index}`, entry, line: delta.spans[index]?.line, ...written });
    groups.set(target.document.id, group);
  }
  const foreseen: Foreseen[] = [];
  for (const { document, items } of groups.values()) foreseen.push(...(await foreseeOne(deps, document, items)));
  return foreseen;
}

async function foreseeOne(deps: Deps, document: DocumentRef, items: readonly Located[]): Promise<Foreseen[]> {
  const page = await peekPage(deps, document);
  const { outcomes } = await editOf(deps, page, items);
  const failing = items.flatMap(({ line }, index) => {
    const outcome = outcomes[index];
    return outcome?.kind === "failed" ? [{ line, message: `${outcome.code}: ${outcome.why}; apply would stage it` }] : [];
  });
  return [...nested(page.text ?? "", items), ...failing];
}

/** Entries for a section and for one inside it. */
function nested(text: string, items: readonly Located[]): Foreseen[] {
  const placed = inOrder(text, items);
  return placed.flatMap(({ item, home, index }) => {
    const isAround = ({ item: other }: (typeof placed)[number]) =>
      other !== item && claimsBelow(other.entry) && home?.above.some((section) => holds(section, other));
    return placed.filter(isAround).map((around) => {
      const [inner, outer] = [name(item), name(around.item)];
      const place = `${inner} is inside ${outer} (line ${items[around.index]?.line})`;
      return { line: items[index]?.line, message: `${place}: ${outer} is applied first, then ${inner}` };
    });
  });
}

function holds(section: { readonly heading: string; readonly level: number | null }, { entry: { key } }: Item): boolean {
  return section.heading === key.heading && (key.level == null || key.level === section.level);
}

function name({ entry }: Item): string {
  return JSON.stringify(entry.key.heading);
}
