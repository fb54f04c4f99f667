// What must not be in a document at all: secrets, characters that nobody sees, lines that would steer the agent. Pure.
// A secret is reported by its type and place; its text leaves this file only inside a repair and for the leak test.

import { cleanForEcho, indexLines, judgeLoaded, type Known, redact, whyPending } from "../../content/index.ts";
import type { Diagnosis } from "./finding.ts";
import type { Sheet } from "./sheet.ts";

export interface Secrets {
  readonly diagnoses: readonly Diagnosis[];
  /** Lines that a secret touches: no other check looks at them, and nothing quotes them. */
  readonly lines: ReadonlyMap<Sheet, ReadonlySet<number>>;
  readonly values: readonly string[];
}

/** Shorter pieces could be anybody's word; they are not looked for elsewhere. */
const SHORTEST_SOUGHT = 8;

const FORGETTING = "remove it from the document and all its history; this cannot be undone";

/** Found in one document, a secret is looked for in all: elsewhere it may be without the words that gave it away. */
export function findSecrets(sheets: readonly Sheet[], known: Known): Secrets {
  const first = sheets.map((sheet) => ({ sheet, found: redact(sheet.text, known).found }));
  const values = new Set(first.flatMap(({ sheet, found }) => found.map(({ start, end }) => sheet.text.slice(start, end))));
  const sought = [...values].filter((value) => value.length >= SHORTEST_SOUGHT && !known.values.includes(value));
  const more = sought.length === 0 ? null : { values: [...known.values, ...sought] };
  const diagnoses: Diagnosis[] = [];
  const lines = new Map<Sheet, ReadonlySet<number>>();
  for (const { sheet, found } of first) {
    const all: readonly FoundSecret[] = more === null ? found : mergeFound(found, redact(sheet.text, more).found);
    if (all.length === 0) continue;
    const { lineAt } = indexLines(sheet.text);
    const touched = new Set<number>();
    for (const { type, start, end, isRepeat } of all) {
      const line = lineAt(start);
      for (let each = line; each <= lineAt(Math.max(start, end - 1)); each++) touched.add(each);
      const value = sheet.text.slice(start, end);
      values.add(value);
      diagnoses.push({
        code: "secret",
        severity: "error",
        file: sheet.file,
        line,
        message: `contains a secret (${isRepeat === true ? "one that also occurs elsewhere" : type}); revoke it, then take it out`,
        key: type,
        repair: sheet.document && { kind: "forget", what: FORGETTING, values: [value] },
      });
    }
    lines.set(sheet, touched);
  }
  return { diagnoses, lines, values: [...values] };
}

interface FoundSecret {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly isRepeat?: boolean;
}

/** Both lists are in order; what the second finds anew is a value of another document. */
function mergeFound(first: readonly FoundSecret[], second: readonly FoundSecret[]): FoundSecret[] {
  const all: FoundSecret[] = [...first];
  let at = 0;
  for (const one of second) {
    while (at < first.length && (first[at] as FoundSecret).end <= one.start) at++;
    const next = first[at];
    if (next === undefined || next.start >= one.end) all.push({ ...one, isRepeat: one.type === "known" });
  }
  return all.sort((a, b) => a.start - b.start);
}

/** So many lines enforced for one reason are one finding. */
const MANY = 4;

export interface HeldLines {
  readonly held: readonly { readonly line: number; readonly why: string }[];
  /** How the person lets a line through; other tools have no such thing. */
  readonly release: boolean;
}

/** Characters that nobody sees, and the lines that `load` holds back (or would, after an import). */
export function findHidden(
  sheet: Sheet,
  lines: readonly string[],
  { released, held, skip }: { released: (line: string) => boolean; held: HeldLines | null; skip: (line: number) => boolean },
): Diagnosis[] {
  // What was loaded was judged then; only text with other characters than these can hide something.
  const findings = held !== null && !/[^\t\n\r -~]/.test(sheet.text) ? [] : judgeLoaded(sheet.text, { origin: "agent", released }).findings;
  const hidden = findings.filter(({ kind }) => kind === "hidden");
  // Asked as the person's own text, only what carries something is left.
  const payload = new Set(
    hidden.length === 0 ? [] : judgeLoaded(sheet.text, { origin: "user", released }).findings.map(({ line }) => line),
  );
  const diagnoses = hidden.map(({ line, why }): Diagnosis => {
    const text = lines[line - 1] ?? "";
    const stripped = withoutHidden(text);
    return {
      code: "hidden-text",
      severity: payload.has(line) ? "error" : "warn",
      file: sheet.file,
      line,
      message: `has invisible text: ${why}`,
      ...(skip(line) ? {} : { quote: text }),
      key: `${why} ${stripped ?? ""}`,
      repair:
        sheet.document === undefined || stripped === null
          ? undefined
          : { kind: "strip-line", what: "remove the invisible characters from the line", document: sheet.document, line, text },
    };
  });
  const seen = new Set(hidden.map(({ line }) => line));
  const steering = held?.held ?? (sheet.kind === "memory" || sheet.kind === "diary" ? findings.filter(({ kind }) => kind !== "size") : []);
  const shown = steering.filter(({ line }) => !seen.has(line));
  return [...diagnoses, ...heldDiagnoses(sheet, lines, { shown, release: held?.release === true, skip })];
}

function heldDiagnoses(
  sheet: Sheet,
  lines: readonly string[],
  { shown, release, skip }: { shown: HeldLines["held"]; release: boolean; skip: (line: number) => boolean },
): Diagnosis[] {
  const byReason = new Map([...Map.groupBy(shown, ({ why }) => why)].map(([why, all]) => [why, all.map(({ line }) => line)]));
  const { file, document } = sheet;
  return [...byReason].flatMap(([why, all]): Diagnosis[] => {
    const is = release ? "does not reach the model" : "would steer the agent";
    if (all.length >= MANY) {
      const hint = release && why === whyPending("file") ? "; codicil trust makes this project's memory available" : "";
      const message = `this line and ${all.length - 1} more: each ${is}: it ${why}${hint}`;
      return [{ code: "held-line", severity: "warn", file, line: all[0] ?? 1, message, key: why }];
    }
    return all.map((line) => {
      const text = lines[line - 1] ?? "";
      const hint = release ? `; codicil release ${document?.key ?? "DOC"}:${line} lets it through` : "";
      const message = `${is}: it ${why}${hint}`;
      const quote = skip(line) ? {} : { quote: text };
      const repair = document && ({ kind: "drop-lines", what: "take the line out", document, line, texts: [text] } as const);
      return { code: "held-line", severity: "warn", file, line, message, ...quote, key: `${why} ${text.trim()}`, repair };
    });
  });
}

/** The line without the characters that nobody sees; null where the line already holds pictures of such characters. */
export function withoutHidden(line: string): string | null {
  const picture = /⟨U\+[0-9A-F]{4,6}⟩|[\u2400-\u241f\u2421]/g;
  if (picture.test(line)) return null;
  return cleanForEcho(line).replace(picture, "");
}
