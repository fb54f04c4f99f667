// Lines that are twice: exactly, nearly, or once in memory and once among the instructions. Pure.
//
// Precision first: two lines are near duplicates only where they agree on every number, path and negation, have their
// words in the same order, and one adds to the other (or differs in a word among many). So "port 3000" and "port 8080",
// "tabs over spaces" and "spaces over tabs", "to staging" and "to production" stay apart.

import type { Diagnosis } from "./finding.ts";
import { joinNear, type Overlap } from "./near.ts";
import { scopeOf, type Sheet, type SheetReading, type Unit } from "./sheet.ts";
import { normalise, readSentence, type Sentence } from "./comparedWords.ts";

interface Line {
  readonly reading: SheetReading;
  readonly unit: Unit;
  readonly text: string;
  readonly sentence: Sentence;
}

/** Below this there is too little to compare: "none", "TODO", "see above". */
const LIGHTEST = 6;
/** In one section even a short line that is twice is a duplicate. */
const SHORTEST = 8;
const LONGEST = 600;
/** Of all words in both lines, the share that both must have. */
const NEAR_ADDING = 0.75;
const NEAR_CHANGING = 0.88;
const RESTATED_ADDING = 0.6;

/** The readings of one store. */
export function findDuplicates(readings: readonly SheetReading[]): Diagnosis[] {
  const lines = readings.flatMap((reading) => {
    const statements = reading.units.filter((unit) => isStatement(unit, reading.sheet.kind));
    return statements.map((unit): Line => ({ reading, unit, text: normalise(unit.text), sentence: readSentence(unit.text) }));
  });
  const { found, rest } = takeExact(lines);
  return [...found, ...findNear(rest)];
}

/** Pieces of wrapped prose, words that only lead to what follows, and steps of procedures may well be twice. */
function isStatement({ text, isFragment, isStep }: Unit, kind: Sheet["kind"]): boolean {
  return text.length <= LONGEST && !isFragment && !(isStep && kind === "instructions") && !leadsOn(text);
}

function leadsOn(text: string): boolean {
  let end = text.length;
  while (text[end - 1] === "*") end--;
  return text[end - 1] === ":" || text[end - 1] === "：";
}

/** Exact ones, and the lines that are left: one of each. */
function takeExact(lines: readonly Line[]): { found: Diagnosis[]; rest: Line[] } {
  const found: Diagnosis[] = [];
  const first = new Map<string, Line[]>();
  const rest: Line[] = [];
  for (const line of lines) {
    const before = first.get(line.text) ?? [];
    const twin = before.find((other) => isSameFact(other, line));
    if (twin === undefined) {
      // An instruction that follows the memory line that restates it still counts as the original.
      if (before.length === 0) first.set(line.text, [line]);
      else if (before.length < 16) before.push(line);
      rest.push(line);
    } else {
      const [kept, dropped] = orderOf(twin, line);
      found.push(diagnose(kept, dropped, { exact: true, lossless: true }));
      if (kept === line) {
        before[before.indexOf(twin)] = line;
        rest.push(line);
      }
    }
  }
  const goneBy = new Set(found.map(({ file, line }) => `${file}\n${line ?? 0}`));
  return { found, rest: rest.filter(({ reading, unit }) => !goneBy.has(`${reading.sheet.file}\n${unit.line}`)) };
}

/** Two equal lines are one fact if they are in the same scope, or are long enough to be no coincidence. */
function isSameFact(a: Line, b: Line): boolean {
  if (isSameScope(a, b)) return a.text.length >= SHORTEST || a.sentence.weight >= 4;
  if (!areComparable(a, b)) return false;
  const sameParents = a.unit.parents.join("\n") === b.unit.parents.join("\n");
  return a.sentence.weight >= (sameParents ? LIGHTEST * 1.5 : LIGHTEST * 2);
}

function isSameScope(a: Line, b: Line): boolean {
  return a.reading === b.reading && scopeOf(a.unit) === scopeOf(b.unit);
}

/** Days repeat themselves and each other; what they repeat of memory was promoted from them. */
function areComparable(a: Line, b: Line): boolean {
  // The same step in two procedures is no repetition.
  if ((a.unit.isStep || b.unit.isStep) && !isSameScope(a, b)) return false;
  return a.reading === b.reading || (a.reading.sheet.kind !== "diary" && b.reading.sheet.kind !== "diary");
}

/** The one that stays first: an instruction before memory, otherwise the earlier one. */
function orderOf(earlier: Line, later: Line): [kept: Line, dropped: Line] {
  const isProtected = !earlier.unit.isProtected && later.unit.isProtected && earlier.reading === later.reading;
  return isRestated(later, earlier) || isProtected ? [later, earlier] : [earlier, later];
}

function diagnose(kept: Line, dropped: Line, how: { readonly exact: boolean; readonly lossless: boolean }): Diagnosis {
  const where = kept.reading === dropped.reading ? `line ${kept.unit.line}` : `${kept.reading.sheet.file}:${kept.unit.line}`;
  const code = isRestated(kept, dropped) ? "restated" : how.exact ? "duplicate" : "near-duplicate";
  const repair = how.lossless ? repairOf(kept, dropped) : undefined;
  return {
    code,
    severity: "warn",
    file: dropped.reading.sheet.file,
    line: dropped.unit.line,
    message: `${SAYS[code]} ${where}`,
    quote: dropped.unit.text,
    key: dropped.text,
    beside: { file: kept.reading.sheet.file, line: kept.unit.line },
    ...(repair === undefined ? {} : { repair }),
  };
}

const SAYS = { restated: "repeats an instruction,", duplicate: "says the same as", "near-duplicate": "says nearly the same as" } as const;

function isRestated(kept: Line, dropped: Line): boolean {
  return kept.reading.sheet.kind === "instructions" && dropped.reading.sheet.kind !== "instructions";
}

function repairOf(kept: Line, dropped: Line): Diagnosis["repair"] {
  const { unit, reading } = dropped;
  const { document } = reading.sheet;
  if (document === undefined || unit.hasChildren) return undefined;
  // The person's home and a project have different readers: neither can stand in for the other.
  if (document.root !== kept.reading.sheet.document?.root) return undefined;
  // Under another heading a line may be meant for another case; a fact about the person stays one fact.
  if (!isSameScope(kept, dropped) && document.role !== "user" && document.role !== "memory") return undefined;
  const texts = reading.lines.slice(unit.line - 1, unit.last);
  return { kind: "drop-lines", what: texts.length === 1 ? "take this line out" : "take these lines out", document, line: unit.line, texts };
}

function findNear(lines: readonly Line[]): Diagnosis[] {
  const heavy = lines.filter(({ sentence }) => sentence.weight >= LIGHTEST);
  const groups = Map.groupBy(heavy, ({ sentence }) => `${sentence.negations} ${sentence.hard.join(" ")}`);
  return [...groups.values()].flatMap((group) => (group.length < 2 ? [] : nearIn(group)));
}

/** Lines that agree on their numbers, paths and negations. */
function nearIn(lines: readonly Line[]): Diagnosis[] {
  const kinds = new Set(lines.map(({ reading }) => reading.sheet.kind));
  const share = kinds.has("instructions") && kinds.size > 1 ? RESTATED_ADDING : NEAR_ADDING;
  const found: Diagnosis[] = [];
  const sentences = lines.map(({ sentence }) => sentence.words);
  joinNear(sentences, share, (first, second, overlap) => {
    const verdict = judgeNear(lines[first] as Line, lines[second] as Line, overlap);
    if (verdict === null) return null;
    found.push(verdict.diagnosis);
    return verdict.dropped === lines[first] ? first : second;
  });
  return found;
}

function judgeNear(a: Line, b: Line, { shared, alike, onlyA, onlyB }: Overlap): { diagnosis: Diagnosis; dropped: Line } | null {
  if (!areComparable(a, b) || (a.reading === b.reading && a.unit.parents.join("\n") !== b.unit.parents.join("\n"))) return null;
  const share = (shared + alike) / (shared + alike + onlyA + onlyB);
  const [kept, dropped] = longerFirst(a, b, onlyA - onlyB);
  const adding = isRestated(kept, dropped) ? RESTATED_ADDING : NEAR_ADDING;
  if (share < (onlyA === 0 || onlyB === 0 ? adding : NEAR_CHANGING)) return null;
  const lossless = alike === 0 && (kept === a ? onlyB : onlyA) === 0;
  return { diagnosis: diagnose(kept, dropped, { exact: false, lossless }), dropped };
}

/** The instruction stays, else the one that says more, else the earlier one. */
function longerFirst(a: Line, b: Line, moreInA: number): [kept: Line, dropped: Line] {
  const [isRuleA, isRuleB] = [a.reading.sheet.kind === "instructions", b.reading.sheet.kind === "instructions"];
  if (isRuleA !== isRuleB) return isRuleA ? [a, b] : [b, a];
  return moreInA < 0 ? [b, a] : [a, b];
}
