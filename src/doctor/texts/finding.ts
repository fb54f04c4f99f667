// What a check-up finds. Checks answer with diagnoses; `findingsFrom` turns them into what is shown: each with an id that
// stays the same while the finding does, no quote that holds a piece of a secret, and no flood from one document.

import { sha256 } from "../../base/index.ts";
import { cleanForEcho } from "../../content/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import type { Place } from "../../store/index.ts";

export type Severity = "error" | "warn" | "info";

export type FindingCode =
  // hosts
  | "host" // the gate in another program: alive, dead, or its settings cut something
  // the place
  | "no-mind" // there is no mind here yet
  | "config" // config.yaml cannot be used
  | "permissions" // others on this machine may read or change what is private
  | "not-writable" // a folder of the mind cannot be written to
  | "low-space"
  | "carrier" // the Git remote that carries the mind was not met, or not well
  | "common" // the database that machines have in common: its history is not what was entered, or rights are missing
  | "odd-disk" // the state lies where locks or files do not last
  | "unknown-key" // a key of config.yaml that means nothing here
  | "restored-hook" // a hook that came with a backup
  | "restored-settings" // settings of a backup that were not taken
  | "two-for-one-role" // two files claim one role and one of them is not read
  // Codicil's own files
  | "damaged"
  | "kept-aside" // a write that never finished
  | "unflushed" // a session planned entries and never stopped
  | "stale-temp"
  // documents
  | "unreadable"
  | "secret"
  | "hidden-text" // characters that nobody sees
  | "held-line" // does not reach the model, or would not after an import
  | "duplicate"
  | "near-duplicate"
  | "restated" // memory repeats an instruction
  | "dead-path"
  | "dead-command"
  | "contradiction"
  | "over-budget"
  | "more"; // findings that are not listed one by one

/** One thing that is wrong, and what to do about it. */
export interface Finding {
  /** What `--fix` takes. */
  readonly id: string;
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly file: string;
  readonly line?: number;
  readonly message: string;
  /** Only where one key, or this command, repairs it. */
  readonly fix?: { readonly what: string; readonly command: string };
}

/** What would be done about it. Never shown: a repair may hold the secret that it takes away. */
export type Repair = { readonly what: string } & (
  | { readonly kind: "drop-lines"; readonly document: DocumentRef; readonly line: number; readonly texts: readonly string[] }
  | { readonly kind: "strip-line"; readonly document: DocumentRef; readonly line: number; readonly text: string }
  | { readonly kind: "forget"; readonly values: readonly string[] }
  | { readonly kind: "flush"; readonly session: string }
  | { readonly kind: "close"; readonly path: string }
  | { readonly kind: "ledger"; readonly place: Place }
  | { readonly kind: "recover"; readonly documents: readonly DocumentRef[] }
);

/** Takes a file away from everybody but the person. */
export function closing(path: string): Repair {
  return { kind: "close", what: "make it readable and writable by you only", path };
}

export interface Diagnosis extends Omit<Finding, "id" | "fix"> {
  /** Text of the document for the person to recognise it by; left out where it could give a secret away. */
  readonly quote?: string;
  /** What makes the finding this one and no other, wherever its line moves to; the message where absent. */
  readonly key?: string;
  /** The other line, where it is about two. */
  readonly beside?: { readonly file: string; readonly line: number };
  readonly repair?: Repair | undefined;
}

/** A finding with its repair beside it, for whoever is about to do it. */
export interface Diagnosed {
  readonly finding: Finding;
  readonly repair?: Repair | undefined;
}

/** So many of one kind in one file are listed; a list of thousands helps nobody. */
const LISTED = 50;
const QUOTED = 60;
/** No eight characters of a secret are ever printed. */
const GRAM = 8;
const MOST_GRAMS = 1_000_000;
const ORDER: Readonly<Record<Severity, number>> = { error: 0, warn: 1, info: 2 };

/** `secrets`: every secret that was found anywhere, so that no quote repeats a piece of one. */
export function findingsFrom(diagnoses: readonly Diagnosis[], secrets: readonly string[]): Diagnosed[] {
  const leaks = leakTest(secrets);
  const seen = new Map<string, number>();
  const groups = [...Map.groupBy(diagnoses, ({ code, file }) => `${code} ${file}`).values()];
  const listed = new Set(groups.flatMap((group) => group.slice(0, LISTED)));
  const more = groups.flatMap(([first, ...rest]): Diagnosis[] => {
    const left = rest.length + 1 - LISTED;
    return first === undefined || left <= 0
      ? []
      : [{ code: "more", severity: "info", file: first.file, message: `${left} more of ${first.code}` }];
  });
  const all = [...diagnoses.filter((diagnosis) => listed.has(diagnosis)), ...more].map((diagnosis) => shown(diagnosis, { leaks, seen }));
  return all.sort(
    ({ finding: a }, { finding: b }) =>
      ORDER[a.severity] - ORDER[b.severity] || (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || (a.line ?? 0) - (b.line ?? 0),
  );
}

function shown(diagnosis: Diagnosis, { leaks, seen }: { leaks: (text: string) => boolean; seen: Map<string, number> }): Diagnosed {
  const { code, severity, file, line, repair } = diagnosis;
  const identity = `${code}\n${file}\n${diagnosis.key ?? diagnosis.message}`;
  const nth = seen.get(identity) ?? 0;
  seen.set(identity, nth + 1);
  const id = sha256(`${identity}\n${nth}`).slice(0, 8);
  const quote = diagnosis.quote === undefined || leaks(diagnosis.quote) ? "" : `: ${quoteOf(diagnosis.quote)}`;
  const finding: Finding = {
    id,
    code,
    severity,
    file,
    ...(line === undefined ? {} : { line }),
    message: `${diagnosis.message}${quote}`,
    ...(repair === undefined ? {} : { fix: { what: repair.what, command: `codicil doctor --fix ${id}` } }),
  };
  return { finding, repair };
}

function quoteOf(text: string): string {
  const plain = cleanForEcho(text).replace(/\s+/g, " ").trim();
  const chars = Array.from(plain.slice(0, QUOTED * 2 + 2));
  return JSON.stringify(chars.length > QUOTED ? `${chars.slice(0, QUOTED).join("")}…` : plain);
}

/** Whether a text holds eight characters in a row of any of the secrets, however it is spaced. */
function leakTest(secrets: readonly string[]): (text: string) => boolean {
  const grams = new Set<string>();
  for (const secret of secrets) {
    const plain = secret.replace(/\s+/g, "");
    // So many that a document of nothing else was read: then nothing is quoted at all.
    if (grams.size > MOST_GRAMS) return () => true;
    for (let at = 0; at + GRAM <= plain.length; at++) grams.add(plain.slice(at, at + GRAM));
    if (plain.length < GRAM) grams.add(plain);
  }
  return (text) => {
    if (grams.size === 0) return false;
    const plain = text.replace(/\s+/g, "");
    if (plain.length > 4096) return true;
    for (let at = 0; at < plain.length; at++) {
      if (grams.has(plain.slice(at, at + GRAM))) return true;
    }
    return [...grams].some((gram) => gram.length < GRAM && gram !== "" && plain.includes(gram));
  };
}
