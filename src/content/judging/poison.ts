// Lines that address the agent, grant permission or carry data out, plainly or in disguise.

import { findAddresses } from "./addresses.ts";
import type { HiddenFinding } from "../characters/characters.ts";
import { collectHints, findDisguised } from "./disguise.ts";
import type { LineIndex } from "../characters/editorLines.ts";
import { findWording } from "../wording/wording.ts";

export interface Finding {
  readonly kind: string;
  /** 1-based. */
  readonly line: number;
  readonly why: string;
}

export interface Poison {
  /** Each line once, in order, with the first reason found. */
  readonly lines: Finding[];
  /** Whether it is worth looking for a secret: reading the words tells it for nothing. */
  readonly maySecret: boolean;
}

export function findPoison(text: string, lines: LineIndex, hidden: readonly HiddenFinding[]): Poison {
  const found = new Map<number, Finding>();
  const add = (kind: string, line: number, why: string): void => {
    if (!found.has(line)) found.set(line, { kind, line, why });
  };
  const { hints, take } = collectHints();
  for (const { kind, why, start, end } of findWording(text, take)) {
    const last = lines.lineAt(Math.max(start, end - 1));
    for (let line = lines.lineAt(start); line <= last; line++) add(kind, line, why);
  }
  for (const { kind, why, start } of findAddresses(text, hints)) add(kind, lines.lineAt(start), why);
  const disguised = findDisguised(text, { lines, hidden: hidden.map(({ index }) => index), ...hints });
  for (const { kind, why, line } of disguised) add(kind, Math.min(line, lines.count), why);
  return { lines: [...found.values()].sort((a, b) => a.line - b.line), maySecret: hints.secret };
}

/** Each line once, in order, with every reason that was found for it. */
export function joinFindings(findings: readonly Finding[]): Finding[] {
  const joined = new Map<number, Finding>();
  for (const each of findings) {
    const known = joined.get(each.line);
    joined.set(each.line, known === undefined ? each : { ...known, why: `${known.why}; ${each.why}` });
  }
  return [...joined.values()].sort((a, b) => a.line - b.line);
}

export function withoutLines(text: string, lines: LineIndex, held: readonly { readonly line: number }[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { line } of held) {
    parts.push(text.slice(from, lines.start(line)));
    from = line < lines.count ? lines.start(line + 1) : text.length;
  }
  parts.push(text.slice(from));
  return parts.join("");
}
