// A reader pack: what the memory bank of a project has to say to one question, in a form that can be checked (MB-10, MB-22).
//
// Three parts for whoever answers (summary, evidence, open questions) and one for whoever keeps the bank (conflicts). It
// is under the one key `memory_reader`, so that it is recognised in a conversation and not asked for again (MB-49).

import * as v from "valibot";
import { AppError } from "../base/index.ts";
import { checkShape } from "./text/checkShape.ts";

export const PROTOCOL_VERSION = "memory-bank/v1";
export const PACK_STATUSES = ["covered", "thin", "not-covered", "no-bank"] as const;
export const CONFLICT_KINDS = ["dead-path", "dead-command", "dead-line", "changed-value"] as const;
export const PACK_LIMITS = {
  evidence: 8,
  fewestWhenCovered: 3,
  quote: 100,
  questions: 5,
  conflicts: 8,
  files: 10,
  fileBytes: 50 * 1024,
  question: 10_000,
} as const;

const text = v.pipe(v.string(), v.nonEmpty("is empty"));
const path = v.pipe(
  text,
  v.check((value) => !/^[/~]|(?:^|\/)\.\.(?:\/|$)|\n/.test(value), "must be a path of the project"),
);
const line = v.pipe(v.number(), v.integer(), v.minValue(1));
const mtime = v.pipe(v.string(), v.isoTimestamp("must be a time like 2026-11-15T04:23:31.000Z"));
const quote = v.pipe(
  text,
  v.check(
    (value) => [...value].length <= PACK_LIMITS.quote && !/[\r\n]/.test(value),
    `must be one line of at most ${PACK_LIMITS.quote} characters`,
  ),
);
const Stated = v.strictObject({ text, path, line });

export const ReaderPackSchema = v.strictObject({
  memory_reader: v.pipe(
    v.strictObject({
      protocol_version: v.literal(PROTOCOL_VERSION),
      user_question: v.pipe(text, v.maxLength(PACK_LIMITS.question)),
      status: v.picklist(PACK_STATUSES),
      intent: text,
      reads: v.strictObject({
        escalated: v.boolean(),
        because: text,
        files: v.pipe(v.array(v.strictObject({ path, mtime, cut: v.optional(v.literal(true)) })), v.maxLength(PACK_LIMITS.files)),
      }),
      context_summary: v.strictObject({
        goal: v.nullable(Stated),
        focus: v.nullable(Stated),
        stack: v.array(Stated),
        conventions: v.array(Stated),
      }),
      evidence: v.pipe(v.array(v.strictObject({ path, line, heading: v.optional(text), quote, mtime })), v.maxLength(PACK_LIMITS.evidence)),
      open_questions: v.pipe(v.array(v.strictObject({ question: text, look_in: v.array(text) })), v.maxLength(PACK_LIMITS.questions)),
      conflicts: v.pipe(
        v.array(v.strictObject({ kind: v.picklist(CONFLICT_KINDS), path, line, quote, found: text, update: text })),
        v.maxLength(PACK_LIMITS.conflicts),
      ),
    }),
    v.check(
      ({ status, evidence }) => countFits(status, evidence.length),
      `covered has ${PACK_LIMITS.fewestWhenCovered} to ${PACK_LIMITS.evidence} ` +
        "pieces of evidence, thin fewer, not-covered and no-bank none",
    ),
  ),
});

/** A fact of the bank and where it is said. */
export interface StatedFact {
  text: string;
  path: string;
  line: number;
}

export interface PackSummary {
  goal: StatedFact | null;
  focus: StatedFact | null;
  stack: StatedFact[];
  conventions: StatedFact[];
}

export interface PackEvidence {
  path: string;
  line: number;
  heading?: string | undefined;
  quote: string;
  mtime: string;
}

/** A line of the bank that the project contradicts. */
export interface PackConflict {
  kind: (typeof CONFLICT_KINDS)[number];
  path: string;
  line: number;
  quote: string;
  found: string;
  update: string;
}

export interface PackQuestion {
  question: string;
  look_in: string[];
}

/** Written out, and equal to the schema's: the library's types name no other package. */
export interface ReaderPack {
  protocol_version: typeof PROTOCOL_VERSION;
  user_question: string;
  status: (typeof PACK_STATUSES)[number];
  intent: string;
  reads: { escalated: boolean; because: string; files: { path: string; mtime: string; cut?: true | undefined }[] };
  context_summary: PackSummary;
  evidence: PackEvidence[];
  open_questions: PackQuestion[];
  conflicts: PackConflict[];
}

function countFits(status: (typeof PACK_STATUSES)[number], count: number): boolean {
  if (status === "covered") return count >= PACK_LIMITS.fewestWhenCovered;
  return status === "thin" ? count > 0 && count < PACK_LIMITS.fewestWhenCovered : count === 0;
}

/** The same pack gives the same bytes. Every string is quoted: no text of a document can become YAML of its own. */
export async function writeReaderPack(pack: ReaderPack): Promise<string> {
  const checked = v.safeParse(ReaderPackSchema, { memory_reader: pack });
  if (!checked.success) {
    const [issue] = checked.issues;
    throw new AppError("INTERNAL", `the reader made a pack that breaks its own schema: ${v.getDotPath(issue) ?? ""} ${issue.message}`);
  }
  const { stringify } = await import("yaml");
  const style = { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", aliasDuplicateObjects: false } as const;
  return stringify(checked.output, style);
}

/** Throws BAD_YAML, BAD_INPUT with file, line and field. */
export async function readReaderPack(given: string, file: string): Promise<ReaderPack> {
  const { parseYaml } = await import("./text/yaml.ts");
  const { value, lines } = parseYaml(given, file);
  const hint = "codicil bank read prints a whole pack; docs/memory-bank.md names its fields.";
  return checkShape(ReaderPackSchema, value, { file, lines, code: "BAD_INPUT", hint }).memory_reader;
}
