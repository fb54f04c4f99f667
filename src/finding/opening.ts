// A hit with what is around it: the whole section of a document, or the turns before and after.

import { AppError, localDay } from "../base/index.ts";
import type { Unit } from "../recall/index.ts";
import type { Mind } from "../mind/open.ts";
import type { RecallHit, RecallScope } from "./recall.ts";
import { listDocuments } from "./documents.ts";
import { sessionSource } from "./sessions.ts";

export interface OpenedHit extends Pick<RecallHit, "document" | "heading" | "lines" | "text"> {
  /** Where it is on the disk; a session has no file that is meant to be read. */
  readonly path: string | null;
}

const TURNS_AROUND = 2;

export async function openHit(mind: Mind, hit: RecallHit, { scope }: { readonly scope: RecallScope }): Promise<OpenedHit> {
  const opened = hit.document.startsWith("session:") ? await openTurn(mind, hit) : await openSection(mind, hit, scope);
  const { units, path } = opened ?? { units: [], path: null };
  const [first, last] = [units[0], units.at(-1)];
  if (first === undefined || last === undefined)
    throw new AppError("NOT_FOUND", `${hit.document} cannot be opened any more`, {
      hint: "It changed or went away since it was found; ask again.",
    });
  return {
    path,
    document: hit.document,
    heading: hit.heading,
    lines: [first.lines?.[0] ?? 1, last.lines?.[1] ?? 1],
    text: units.map(textOf).join("\n\n"),
  };
}

async function openTurn(mind: Mind, { document, lines: [at] }: RecallHit): Promise<{ units: readonly Unit[]; path: null }> {
  const { units } = await sessionSource(mind, document.slice("session:".length));
  const events = [...new Set(units.map(({ lines }) => lines?.[0] ?? 0))];
  const place = events.indexOf(at);
  const wanted = new Set(events.slice(Math.max(0, place - TURNS_AROUND), place + TURNS_AROUND + 1));
  return { units: place === -1 ? [] : units.filter(({ lines }) => wanted.has(lines?.[0] ?? 0)), path: null };
}

async function openSection(
  mind: Mind,
  { document: key, heading, lines: [at] }: RecallHit,
  scope: RecallScope,
): Promise<{ units: readonly Unit[]; path: string } | null> {
  const listed = await listDocuments(mind, { scope, today: localDay(mind.deps.clock), problems: [] });
  const found = listed.find(({ document }) => document.key === key);
  if (found === undefined) return null;
  const { units } = await found.read();
  const same = units.filter((unit) => (unit.heading ?? "") === heading);
  const { document } = found;
  return {
    units: same.some(({ lines }) => (lines?.[0] ?? 0) <= at && at <= (lines?.[1] ?? 0)) ? same : [],
    path: `${document.root === "home" ? mind.where.home : (document.project ?? "")}/${document.path}`,
  };
}

function textOf({ speaker, text }: Unit): string {
  return speaker === undefined ? text : `${speaker}: ${text}`;
}
