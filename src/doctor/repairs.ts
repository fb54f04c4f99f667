// The repairs, each through the way that everything of its kind goes: documents through their page and ledger, so that a
// repair can be undone like any other change; secrets through forget, which cannot.

import { AppError } from "../base/index.ts";
import { editWhole, forgetText, repairLedger } from "../deltas/index.ts";
import { commitPolicyFor, type DocumentRef } from "../knowledge/index.ts";
import { readOutline } from "../markdown/index.ts";
import { closeToOthers } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { flush } from "../mind/documents/remember.ts";
import { writeDocumentText } from "../mind/documents/write.ts";
import type { Repair } from "./texts/finding.ts";
import { withoutHidden } from "./texts/hazards.ts";

export interface Repaired {
  /** What was done, for people. */
  readonly done: string;
  /** The change to give to `codicil undo`, where there is one. */
  readonly undo?: string;
}

/** What cannot be undone, and documents that an agent may not change on its own word. */
export function needsPerson(mind: Mind, repair: Repair): boolean {
  if (repair.kind === "forget") return true;
  if (repair.kind !== "drop-lines" && repair.kind !== "strip-line") return false;
  return !["direct", "deferred"].includes(commitPolicyFor(repair.document.role, "agent", mind.config));
}

export interface RepairContext {
  /** Every document of the mind, for what must leave all of them. */
  readonly own: readonly DocumentRef[];
  /** Why, for the ledger. */
  readonly reason: string;
  /** A person asks for it. */
  readonly person: boolean;
}

export async function applyRepair(mind: Mind, repair: Repair, context: RepairContext): Promise<Repaired> {
  switch (repair.kind) {
    case "drop-lines":
      return editLine(mind, {
        ...repair,
        context,
        done: repair.texts.length === 1 ? "the line is out" : "the lines are out",
        change: (text) => dropLines(text, repair.line, repair.texts),
      });
    case "strip-line":
      return editLine(mind, {
        ...repair,
        context,
        done: "the invisible characters were removed",
        change: (text) => replaceLine(text, repair),
      });
    case "forget": {
      let places = 0;
      for (const value of repair.values) {
        const { documents, versions, logs, files } = await forgetText(mind.deps, value, context.own);
        places += documents + versions + logs + files;
      }
      return { done: `taken out of ${places} place${places === 1 ? "" : "s"}, history included` };
    }
    case "flush": {
      const receipts = await flush(mind, repair.session);
      return { done: `session ${repair.session} stopped: ${receipts.map(({ status }) => status).join(", ") || "nothing was open"}` };
    }
    case "close":
      closeToOthers(repair.path);
      return { done: "only you can read or change it" };
    case "ledger": {
      const repaired = await repairLedger(mind.deps, repair.place);
      if (repaired === null) return { done: "there was nothing left to do" };
      const lines = repaired.lines === 1 ? "1 line is" : `${repaired.lines} lines are`;
      return { done: `${lines} kept in ${repaired.aside}, and the history goes on; codicil forget looks there too` };
    }
    case "recover":
      return { done: await recover(mind, repair.documents) };
  }
}

interface LineEdit {
  readonly document: DocumentRef;
  readonly line: number;
  readonly context: RepairContext;
  readonly done: string;
  readonly change: (text: string) => string | null;
}

async function editLine(mind: Mind, { document, line, context, done, change }: LineEdit): Promise<Repaired> {
  const store = mind.deps.storeFor(document.project);
  const place = { root: document.root, path: document.path };
  const stored = await store.read(place);
  const text = stored === null ? "" : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(stored.bytes);
  const changed = change(text);
  const file = store.describe(place);
  if (stored === null || changed === null)
    throw new AppError("STALE", "the document changed since it was looked at", { file, hint: "Run codicil doctor again." });
  if (!context.person && isInUserBlock(text, line))
    throw new AppError("USER_BLOCK_PROTECTED", "the line is in your own block", { file, line, hint: "Run it at a terminal." });
  const outcome = await writeDocumentText(mind, document, changed, { expect: stored.version, reason: context.reason });
  return outcome.undo === undefined ? { done: "there was nothing left to do" } : { done, undo: outcome.undo };
}

function isInUserBlock(text: string, line: number): boolean {
  const before = splitKeepingEnds(text).slice(0, line - 1);
  const offset = before.join("").length;
  return readOutline(text).blocks.some((block) => block.kind === "user" && block.start <= offset && offset < block.end);
}

/** Pure. null where other lines are there by now. A blank line that would be left double goes too. */
export function dropLines(text: string, line: number, texts: readonly string[]): string | null {
  const lines = splitKeepingEnds(text);
  const stands = texts.every((each, index) => bare(lines[line - 1 + index] ?? "\n") === each);
  if (!stands || texts.length === 0) return null;
  const [from, to] = [line - 1, line - 1 + texts.length];
  const isBlank = (index: number) => index < 0 || index >= lines.length || bare(lines[index] ?? "").trim() === "";
  const rest = [...lines.slice(0, from), ...lines.slice(isBlank(from - 1) && isBlank(to) && to < lines.length ? to + 1 : to)];
  return rest.join("");
}

function replaceLine(text: string, { line, text: before }: { line: number; text: string }): string | null {
  const lines = splitKeepingEnds(text);
  const whole = lines[line - 1] ?? "";
  const stripped = withoutHidden(before);
  if (bare(whole) !== before || stripped === null) return null;
  // The mark at the very beginning of a file says how it is encoded and stays.
  const mark = line === 1 && before.startsWith("\ufeff") ? "\ufeff" : "";
  lines[line - 1] = mark + stripped + whole.slice(before.length);
  return lines.join("");
}

function splitKeepingEnds(text: string): string[] {
  return text.match(/[^\r\n]+(?:\r\n|\n|\r)?|\r\n|\n|\r/g) ?? [];
}

function bare(line: string): string {
  return line.replace(/(?:\r\n|\n|\r)$/, "");
}

/** Opening a document for writing settles what a crash left; writing the same text changes nothing. */
async function recover(mind: Mind, documents: readonly DocumentRef[]): Promise<string> {
  let settled = 0;
  for (const document of documents) {
    try {
      await editWhole(mind.deps, document, (text) => text);
      settled++;
    } catch (error) {
      // A document that cannot be opened has a finding of its own.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return `${settled} document${settled === 1 ? "" : "s"} settled`;
}
