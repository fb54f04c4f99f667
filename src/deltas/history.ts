// History: what the ledger says about a document. Reading only; hand edits since the last commit are shown as such.

import { AppError } from "../base/index.ts";
import type { DocumentRef } from "../knowledge/index.ts";
import type { Change } from "../schema/index.ts";
import type { Desk } from "./desk.ts";
import { advance, changesOf, ledgerPlace, listLedgers } from "./ledger.ts";
import { peekPage } from "./page.ts";
import { type Stretch, Stretches } from "./stretches.ts";

export interface BlamedLine {
  readonly line: number;
  readonly text: string;
  /** The change that wrote the line's newest character. */
  readonly change: Change;
}

export async function changesFor(desk: Desk, document: DocumentRef): Promise<{ changes: Change[]; text: string | null; file: string }> {
  const page = await peekPage(desk, document);
  return { changes: [...changesOf(page.ledger), ...page.hand], text: page.text, file: page.file };
}

/** The same for people: each change also says who entered it, where the database knows better than the change. */
export async function signedChanges(desk: Desk, document: DocumentRef): Promise<{ changes: Change[]; text: string | null; file: string }> {
  const read = await changesFor(desk, document);
  const signers = (await desk.storeFor(document.project).signers?.(ledgerPlace(document))) ?? new Map<string, string>();
  if (signers.size === 0) return read;
  return {
    ...read,
    changes: read.changes.map((change) => {
      const entered = signers.get(change.id);
      return entered === undefined ? change : { ...change, entered };
    }),
  };
}

/** The document as it was at a moment: an ISO time, a day (its end), or behind a change. */
export async function showAt(desk: Desk, document: DocumentRef, at: string): Promise<string> {
  const { changes, file } = await changesFor(desk, document);
  const until = cutAt(changes, at, file);
  let text: string | null = null;
  for (const change of until) text = advance(text, change);
  if (text === null)
    throw new AppError("NOT_FOUND", `the document did not exist at ${at}`, { file, hint: "codicil log lists its changes." });
  return text;
}

function cutAt(changes: readonly Change[], at: string, file: string): Change[] {
  const index = changes.findIndex((change) => change.id === at || change.entry === at);
  if (index !== -1) return changes.slice(0, index + 1);
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(at) ? new Date(`${at}T23:59:59.999Z`) : new Date(at);
  if (Number.isNaN(moment.getTime())) {
    throw new AppError("BAD_INPUT", `${JSON.stringify(at)} is neither a time nor a change`, {
      file,
      hint: "Give an ISO time, a day like 2026-11-15, or a change's id.",
    });
  }
  return changes.filter((change) => new Date(change.at) <= moment);
}

export async function blame(desk: Desk, document: DocumentRef): Promise<BlamedLine[]> {
  const { changes, text, file } = await signedChanges(desk, document);
  if (text === null) throw new AppError("NOT_FOUND", "there is no such document", { file });
  return blameLines(changes, text);
}

/** Pure: replays the splices over stretches of one change each, and asks each line for its newest stretch. */
export function blameLines(changes: readonly Change[], text: string): BlamedLine[] {
  const rank = new Map(changes.map((change, index) => [change, index]));
  const runs = stretchesOf(changes);
  const lines: BlamedLine[] = [];
  let run = 0;
  let used = 0;
  const texts = text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
  for (const [index, line] of texts.entries()) {
    let newest: Change | undefined;
    let left = line.length + 1;
    while (left > 0 && run < runs.length) {
      const current = runs[run] as Stretch;
      if (newest === undefined || (rank.get(current.change) ?? 0) > (rank.get(newest) ?? 0)) newest = current.change;
      const take = Math.min(left, current.length - used);
      left -= take;
      used += take;
      if (used === current.length) {
        run++;
        used = 0;
      }
    }
    if (newest) lines.push({ line: index + 1, text: line, change: newest });
  }
  return lines;
}

/** Which change each stretch of the text comes from. */
function stretchesOf(changes: readonly Change[]): Stretch[] {
  const text = new Stretches();
  for (const change of changes) {
    if (change.kind === "removed") text.clear();
    else if (change.splices.length > 0)
      for (const { at, removed, inserted } of change.splices) text.replace(at, removed.length, { length: inserted.length, change });
    else if (change.full !== undefined && change.kind !== "considered") {
      text.clear();
      text.replace(0, 0, { length: change.full.length, change });
    }
  }
  return [...text.all()];
}

/** Which document's ledger has this change (or this entry). */
export async function findChange(
  desk: Desk,
  id: string,
  documents: (ref: { root: "home" | "project"; project: string | null; path: string }) => DocumentRef,
): Promise<{ document: DocumentRef; change: Change } | null> {
  const store = desk.storeFor(desk.around.project);
  for (const ref of await listLedgers(store)) {
    const document = documents(ref);
    const { changes } = await changesFor(desk, document);
    const change = changes.findLast((each) => each.id === id || (each.entry === id && each.kind === "entry"));
    if (change) return { document, change };
  }
  return null;
}
