// What of a document may reach the model: judged by line and never by document, each time it is loaded.

import type { Origin } from "../../schema/index.ts";
import { findHidden, type HiddenFinding } from "../characters/characters.ts";
import { replaceAt } from "../structure/escape.ts";
import { DOCUMENT_LIMITS, findExcess } from "./limits.ts";
import { indexLines, type LineIndex } from "../characters/editorLines.ts";
import { type Finding, findPoison, withoutLines } from "./poison.ts";
import { findStructure } from "../structure/structure.ts";
import { type Trust, trustOf, whyPending } from "./trust.ts";

export interface LoadOptions {
  /** Who wrote the document's lines, where nothing more is known of a line. */
  readonly origin: Origin;
  /** Who wrote this 1-based line, where the ledger knows. */
  readonly originOf?: (line: number) => Origin | undefined;
  /** Lines that a person has released: they load whatever they say. */
  readonly released?: (line: string) => boolean;
}

export interface LoadedJudgement {
  /** What may reach the model: without the quarantined lines, and unable to leave the prompt's envelope. */
  readonly text: string;
  /** Lines for the person's eyes only, 1-based. */
  readonly lines: readonly { readonly line: number; readonly why: string }[];
  readonly findings: readonly Finding[];
}

/** One poisoned line leaves all the others as they are. */
export function judgeLoaded(text: string, options: LoadOptions): LoadedJudgement {
  const loaded: Loaded = { text, options, lines: indexLines(text), hidden: findHidden(text) };
  const findings = findHeld(loaded);
  const kept = findings.length === 0 ? text : withoutLines(text, loaded.lines, findings);
  const offsets = new Set(findStructure(kept, { stance: "loaded" }).map(({ index }) => index));
  for (const { severity, index, length } of kept === text ? loaded.hidden : findHidden(kept)) {
    if (severity === "hidden" || severity === "payload") for (let at = index; at < index + length; at++) offsets.add(at);
  }
  const excess = findExcess(text, DOCUMENT_LIMITS);
  const note: Finding[] = excess === null ? [] : [{ kind: "size", line: 1, why: excess }];
  return { text: replaceAt(kept, offsets), lines: findings, findings: [...note, ...findings] };
}

interface Loaded {
  readonly text: string;
  readonly options: LoadOptions;
  readonly lines: LineIndex;
  readonly hidden: readonly HiddenFinding[];
}

/** One finding for each line that is held back: hidden characters first, then wording, then who wrote it. */
function findHeld(loaded: Loaded): Finding[] {
  const { text, lines, options } = loaded;
  const held = new Map<number, Finding>();
  for (const finding of [...heldCharacters(loaded), ...heldWording(loaded), ...heldOrigins(loaded)]) {
    const isReleased = () => options.released?.(text.slice(lines.start(finding.line), lines.end(finding.line))) === true;
    if (!held.has(finding.line) && !isReleased()) held.set(finding.line, finding);
  }
  return [...held.values()].sort((a, b) => a.line - b.line);
}

function trustAt({ options: { originOf, origin } }: Loaded, line: number): Trust {
  return trustOf(originOf?.(line) ?? origin);
}

function heldCharacters(loaded: Loaded): Finding[] {
  return loaded.hidden.flatMap(({ severity, why, index }) => {
    const line = loaded.lines.lineAt(index);
    const isHeld = severity === "payload" || (severity === "hidden" && trustAt(loaded, line) !== "person");
    return isHeld ? [{ kind: "hidden", line, why }] : [];
  });
}

function heldWording(loaded: Loaded): Finding[] {
  const { text, options, lines, hidden } = loaded;
  // a document that is the person's own in every line is not asked for its words
  if (options.origin === "user" && options.originOf === undefined) return [];
  return findPoison(text, lines, hidden).lines.filter(({ line }) => trustAt(loaded, line) !== "person");
}

function heldOrigins(loaded: Loaded): Finding[] {
  const { text, options, lines } = loaded;
  const { origin, originOf } = options;
  if (originOf === undefined && trustOf(origin) !== "untrusted") return [];
  const found: Finding[] = [];
  for (let line = 1; line <= lines.count; line++) {
    if (trustAt(loaded, line) !== "untrusted" || text.slice(lines.start(line), lines.end(line)).trim() === "") continue;
    found.push({ kind: "origin", line, why: whyPending(originOf?.(line) ?? origin) });
  }
  return found;
}
