// How a log keeps the lines of a commit together. Pure.
//
// A log is JSONL of the caller's own lines. A commit adds three kinds of lines of the store's, which readLog hides:
//   {"codicil":"batch","id":I,"lines":N,…}   the next N lines belong to one change of one document
//   {"codicil":"done","batch":I}             the document was changed; the batch counts forever
//   {"codicil":"void","batch":I}             the document was not changed; the batch never counts
// Header and lines go down in one write before the document is renamed. A batch without a verdict is undecided: what
// is on disk tells (see `judge`). A batch of which lines are missing at the end of the log was never finished and
// belongs to the torn tail.

import { AppError, objectIn } from "../../base/index.ts";
import type { Root } from "./port.ts";

export interface Batch {
  readonly id: string;
  /** How many lines follow. */
  readonly lines: number;
  readonly root: Root;
  /** The real directory of that root when the batch was written: another project may be open at the next start. */
  readonly base: string;
  readonly path: string;
  /** Name of the temp file beside the document. */
  readonly temp: string;
  /** Versions before and after; null where the document is absent. */
  readonly before: string | null;
  readonly after: string | null;
}

export type Verdict = "done" | "void";

export interface Unit {
  /** null for a line of a plain append. */
  readonly batch: Batch | null;
  /** What a later line of the log said of the batch; null while it is undecided. */
  readonly verdict: Verdict | null;
  readonly lines: readonly string[];
}

export interface ParsedLog {
  readonly units: readonly Unit[];
  /** Bytes up to the end of the last finished write. */
  readonly whole: number;
}

const FRAME = '{"codicil":"';
const NEWLINE = 10;

export function frameBatch(batch: Batch, lines: readonly string[]): Buffer {
  return joinLines([JSON.stringify({ codicil: "batch", ...batch }), ...lines]);
}

export function frameVerdict(id: string, verdict: Verdict): Buffer {
  return joinLines([JSON.stringify({ codicil: verdict, batch: id })]);
}

export function joinLines(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(""), "utf8");
}

/** What a log cannot give back exactly as it was is refused before it is written. `before`: so many lines were checked already. */
export function checkLines(lines: readonly string[], file: string, before = 0): void {
  for (const [index, line] of lines.entries()) {
    const fault = line.startsWith(FRAME)
      ? "begins like a line of the store's own"
      : /[\n\0]/.test(line)
        ? "contains a line break or NUL"
        : line.isWellFormed()
          ? null
          : "is not well-formed Unicode";
    if (fault === null) continue;
    throw new AppError("BAD_INPUT", `line ${before + index + 1} for ${file} ${fault}`, { file, hint: "Write it as one line of JSON." });
  }
}

export function parseLog(bytes: Buffer): ParsedLog {
  const units: { batch: Batch | null; verdict: Verdict | null; lines: string[]; start: number; end: number }[] = [];
  let whole = 0;
  let missing = 0; // lines that the batch at the end of `units` still waits for
  let stop = -1;
  // Decoded at once, which is several times faster than line by line; the last piece has no end.
  for (const text of bytes.toString("utf8").split("\n").slice(0, -1)) {
    const start = stop + 1;
    stop = bytes.indexOf(NEWLINE, start);
    const frame = readFrame(text);
    const last = units.at(-1);
    if (frame?.kind === "verdict") {
      const judged = units.findLast(({ batch }) => batch?.id === frame.id);
      if (judged) judged.verdict = frame.verdict;
      missing = 0; // only somebody can cut a batch short in mid-file: its lines are shown as they are
    } else if (frame?.kind === "batch") {
      units.push({ batch: frame.batch, verdict: null, lines: [], start, end: stop + 1 });
      missing = frame.batch.lines;
    } else if (missing > 0 && last) {
      last.lines.push(text);
      last.end = stop + 1;
      missing--;
    } else units.push({ batch: null, verdict: null, lines: [text], start, end: stop + 1 });
    if (missing === 0) whole = stop + 1;
  }
  if (missing > 0) units.pop();
  // Power loss can leave zeros where a write never reached the disk. No line of ours has any.
  const neverArrived = (unit: (typeof units)[number]) => unit.verdict === null && bytes.subarray(unit.start, unit.end).includes(0);
  for (let last = units.at(-1); last && neverArrived(last); last = units.at(-1)) {
    whole = last.start;
    units.pop();
  }
  return { units, whole };
}

/** The caller's lines of a log that was taken from its place: what nobody has decided did not happen. */
export function logLines(text: string): string[] {
  return visibleLines(parseLog(Buffer.from(text, "utf8")), () => "void");
}

/** The batches nobody has decided yet, oldest first. Writers settle a log before they add to it, so there is at most one. */
export function undecided(parsed: ParsedLog): readonly Batch[] {
  return parsed.units.flatMap(({ batch, verdict }) => (batch === null || verdict !== null ? [] : [batch]));
}

/** The caller's lines in order, without batches that are void; `ask` decides about the undecided ones. */
export function visibleLines(parsed: ParsedLog, ask: (batch: Batch) => Verdict): string[] {
  const isVoid = ({ batch, verdict }: Unit) => batch !== null && (verdict ?? ask(batch)) === "void";
  return parsed.units.flatMap((unit) => (isVoid(unit) ? [] : unit.lines));
}

/**
 * The same of a log that is gone through in parts, as often as it is asked for, and never held as a whole. null: a batch is undecided.
 * Of a log that a writer has settled, which then has no torn tail.
 */
export function visibleInParts(lines: Iterable<string>): Iterable<string> | null {
  const verdicts = new Map<string, Verdict | null>();
  for (const line of lines) {
    const frame = readFrame(line);
    if (frame?.kind === "batch") verdicts.set(frame.batch.id, null);
    else if (frame?.kind === "verdict") verdicts.set(frame.id, frame.verdict);
  }
  if ([...verdicts.values()].includes(null)) return null;
  return {
    *[Symbol.iterator]() {
      let [missing, isVoid] = [0, false];
      for (const line of lines) {
        const frame = readFrame(line);
        if (frame?.kind === "batch") [missing, isVoid] = [frame.batch.lines, verdicts.get(frame.batch.id) === "void"];
        else if (frame?.kind === "verdict") missing = 0;
        else if (missing-- <= 0 || !isVoid) yield line;
      }
    },
  };
}

export interface Evidence {
  readonly tempExists: boolean;
  /** null: absent; "unknown": something is there that is no readable file. */
  readonly version: string | null;
}

/**
 * Did the document change? A replacement moves the temp file onto the document, a removal moves the document onto the
 * temp file. Where no temp file is left (power loss before its name was durable, or somebody that tidied up), the
 * document's own version decides.
 */
export function judge(batch: Batch, evidence: Evidence): Verdict {
  if (batch.after === null) return evidence.tempExists || evidence.version === null ? "done" : "void";
  if (evidence.tempExists) return "void";
  if (evidence.version === batch.after) return "done";
  return evidence.version === batch.before ? "void" : "done";
}

/** null for a line of the caller's. A frame that somebody broke counts as one too, so that its reader reports it. */
function readFrame(text: string): ({ kind: "batch"; batch: Batch } | { kind: "verdict"; id: string; verdict: Verdict }) | null {
  if (!text.startsWith(FRAME)) return null;
  const { codicil, ...rest } = objectIn(text) ?? {};
  if ((codicil === "done" || codicil === "void") && typeof rest["batch"] === "string")
    return { kind: "verdict", id: rest["batch"], verdict: codicil };
  if (codicil === "batch" && isBatch(rest)) return { kind: "batch", batch: rest };
  return null;
}

function isBatch(value: unknown): value is Batch {
  const batch = value as Record<keyof Batch, unknown>;
  const text = (field: unknown) => typeof field === "string";
  return (
    text(batch.id) &&
    Number.isInteger(batch.lines) &&
    (batch.root === "home" || batch.root === "project" || batch.root === "state") &&
    text(batch.base) &&
    text(batch.path) &&
    text(batch.temp) &&
    (batch.before === null || text(batch.before)) &&
    (batch.after === null || text(batch.after))
  );
}
