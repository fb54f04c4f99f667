// Which part of a document the injected view would leave out (AK-07, X34). Pure.

import { countChars } from "../../base/index.ts";
import { readOutline, TRUNCATED, trimToBudget } from "../../markdown/index.ts";
import type { Diagnosis } from "./finding.ts";

export function findOverBudget(file: string, text: string, budget: number): Diagnosis[] {
  const chars = countChars(text);
  if (chars <= budget) return [];
  const view = trimToBudget(text, budget).text;
  const notice = view.lastIndexOf(TRUNCATED);
  const shown = (notice === -1 ? view : view.slice(0, notice)).trimEnd().length;
  const sections = readOutline(text).sections;
  const first = sections.find((section) => text.slice(0, section.ownEnd).trimEnd().length > shown);
  const line = first?.line ?? text.slice(0, shown).split(/\r\n|\n|\r/).length;
  const part = first === undefined ? "its end" : `${first.start < shown ? "a part of " : ""}the section ${JSON.stringify(first.heading)}`;
  const rest = sections.filter((section) => section.start >= shown && section !== first).length;
  const more = rest === 0 ? "" : ` and ${rest} more section${rest === 1 ? "" : "s"}`;
  const message = `${chars} of ${budget} characters: ${part}${more} would be left out of the prompt`;
  return [{ code: "over-budget", severity: "warn", file, line, message, key: "over budget" }];
}
