// A replacement is judged by the line that it makes: a piece of a sentence says nothing of the whole.

import type { Target } from "../../knowledge/index.ts";
import { findSection, readOutline } from "../../markdown/index.ts";
import type { Entry } from "../../schema/index.ts";
import type { Deps } from "../records/deps.ts";
import { overlay } from "./overlay.ts";

/** The line or lines as they would be; null where nothing is replaced, or it cannot be said where. */
export async function replacedLine(deps: Deps, target: Target, { key, operation, old = "", content, meta }: Entry): Promise<string | null> {
  if (operation !== "replace" || target.kind !== "document") return null;
  // With what is planned and pending: the sentence may be there only when this is applied.
  const { text } = await overlay(deps, target.document, meta.session);
  const outline = readOutline(text.replaceAll("\r\n", "\n"));
  const found = findSection(outline, key.heading, key.level ?? null);
  if (found.kind !== "found") return null;
  const own = outline.text.slice(found.section.bodyStart, found.section.ownEnd);
  const [before = "", behind] = own.split(old.replaceAll("\r\n", "\n"));
  if (behind === undefined) return null;
  return [before.slice(before.lastIndexOf("\n") + 1), content, behind.split("\n", 1)[0]].join("");
}
