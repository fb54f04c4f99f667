// What of a document may reach the model: judged by line and never by document, each time it is loaded.

import type { Origin } from "../../schema/index.ts";
import { findHidden } from "./characters.ts";
import { replaceAt } from "./escape.ts";
import { DOCUMENT_LIMITS, findExcess } from "./limits.ts";
import { indexLines } from "./lines.ts";
import { type Finding, findPoison, withoutLines } from "./poison.ts";
import { findStructure } from "./structure.ts";
import { trustOf, whyItWaits } from "./trust.ts";

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
  const { origin, originOf, released } = options;
  const lines = indexLines(text);
  const lineText = (line: number): string => text.slice(lines.start(line), lines.end(line));
  const originAt = (line: number): Origin => originOf?.(line) ?? origin;
  const held = new Map<number, Finding>();
  const hold = (finding: Finding): void => {
    if (!held.has(finding.line) && released?.(lineText(finding.line)) !== true) held.set(finding.line, finding);
  };

  const hidden = findHidden(text);
  for (const { severity, why, index } of hidden) {
    const line = lines.lineAt(index);
    if (severity === "payload" || (severity === "hidden" && trustOf(originAt(line)) !== "person")) hold({ kind: "hidden", line, why });
  }
  // a document that is the person's own in every line is not asked for its words
  if (origin !== "user" || originOf !== undefined) {
    for (const finding of findPoison(text, lines, hidden).lines) if (trustOf(originAt(finding.line)) !== "person") hold(finding);
    if (originOf !== undefined || trustOf(origin) === "untrusted") {
      for (let line = 1; line <= lines.count; line++) {
        if (trustOf(originAt(line)) !== "untrusted" || lineText(line).trim() === "") continue;
        hold({ kind: "origin", line, why: whyItWaits(originAt(line)) });
      }
    }
  }

  const findings = [...held.values()].sort((a, b) => a.line - b.line);
  const kept = findings.length === 0 ? text : withoutLines(text, lines, findings);
  const offsets = new Set(findStructure(kept, { stance: "loaded" }).map(({ index }) => index));
  for (const { severity, index, length } of kept === text ? hidden : findHidden(kept)) {
    if (severity === "hidden" || severity === "payload") for (let at = index; at < index + length; at++) offsets.add(at);
  }
  const excess = findExcess(text, DOCUMENT_LIMITS);
  const note: Finding[] = excess === null ? [] : [{ kind: "size", line: 1, why: excess }];
  return { text: replaceAt(kept, offsets), lines: findings, findings: [...note, ...findings] };
}
