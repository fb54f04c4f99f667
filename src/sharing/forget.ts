// forget: a text leaves the mind, with its whole history. Only a person may do it; there is no way back.

import { canForget, type Forgotten, forgetText, forgetLine, scrubDeep } from "../deltas/index.ts";
import { AppError, anyCase, given, localDay } from "../base/index.ts";
import { searchedDocuments } from "../finding/documents.ts";
import type { DocumentRef } from "../knowledge/index.ts";
import { forgetCarrier } from "./carrier.ts";
import { forgetInOriginals, type ForgottenOriginals, spellingsOf } from "./forgetOriginals.ts";
import { type ReadDocument, readOne, visibleDocuments } from "../mind/documents/load.ts";
import { knownDocuments, whereIsChange } from "../mind/documents/explain.ts";
import type { Mind } from "../mind/open.ts";
import { type ByPerson, needPerson } from "../mind/person.ts";
import { trashForget } from "../calls/trash.ts";
import { clearDays } from "../activity/days.ts";
import { clearShelf } from "../activity/sessionShelf.ts";
import { forgetSent, isOwnSession, placeOf } from "../session/index.ts";
import { type Place, type SentLog, stateLogPlace } from "../store/index.ts";
import { deviceOf } from "../mind/device.ts";
import { sessionDeps } from "../mind/session/sessionDeps.ts";

export interface ForgottenTrash {
  /** Files of the trash. */
  readonly trash: number;
}

/** What would be forgotten: each line of a document, and how many of everything else. */
export interface Copies extends Forgotten, ForgottenTrash {
  readonly lines: readonly { readonly document: string; readonly line: number; readonly text: string }[];
}

/** Every document that there is or was: what a session begins with, what recall searches, what has a history. */
async function everyDocument(mind: Mind): Promise<DocumentRef[]> {
  const found = [...visibleDocuments(mind), ...searchedDocuments(mind, localDay(mind.deps.clock)), ...(await knownDocuments(mind))];
  return [...new Map(found.map((document) => [document.id, document])).values()];
}

/** All of them with their text, but for those that cannot be read. */
export async function readEvery(mind: Mind): Promise<ReadDocument[]> {
  const read = (await everyDocument(mind)).map((document) => readOne(mind, document).catch(noneIfUnreadable));
  return (await Promise.all(read)).filter((each) => each !== null);
}

function noneIfUnreadable(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** Every copy of a text, for a person to look at. Nothing is changed. */
export async function copiesOf(mind: Mind, text: string): Promise<Copies> {
  const counted = await forgetText(mind.deps, text, await everyDocument(mind), { isTrial: true, problems: [] });
  return { ...counted, trash: trashForget(mind, text, { isTrial: true }), lines: await linesWith(mind, text) };
}

/** Lines of documents that have the words, whatever their case. */
export async function linesWith(mind: Mind, words: string): Promise<Copies["lines"]> {
  const wanted = words.toLowerCase();
  return (await readEvery(mind)).flatMap(({ document, text }) =>
    text
      .split("\n")
      .flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [{ document: document.key, line: at + 1, text: line.trim() }] : [])),
  );
}

/** `what` is a text, or the id of an entry or change whose text is meant. */
export async function forget(
  mind: Mind,
  what: string,
  by: ByPerson,
): Promise<Forgotten & ForgottenOriginals & ForgottenSent & ForgottenTrash> {
  needPerson(by?.person, "forget");
  const needle = /^[ce]_[A-Za-z0-9_.#-]+$/.test(what) ? await textOfChange(mind, what) : what;
  const problems: AppError[] = [];
  const forgotten = await forgetText(mind.deps, needle, await everyDocument(mind), { problems });
  const originals = await forgetInOriginals(mind, needle);
  const sent = await forgetInSent(mind, needle);
  await forgetCarrier(mind);
  // The index and the list of sessions are made again from what is left.
  clearShelf(mind, mind.deps.storeFor(mind.where.project));
  clearDays(mind);
  await (await import("../finding/recall.ts")).clearRecall(mind);
  const trash = trashForget(mind, needle);
  const [problem] = problems;
  if (problem !== undefined) {
    const { code, message, file } = problem;
    throw new AppError(code, message, {
      ...given({ file }),
      cause: problem,
      hint: "The rest is forgotten. Repair this and run forget again.",
    });
  }
  return { ...forgotten, ...originals, ...sent, trash };
}

async function textOfChange(mind: Mind, id: string): Promise<string> {
  const { document, change } = await whereIsChange(mind, id);
  const inserted = change.splices.map((splice) => splice.inserted.trim()).filter((text) => text !== "");
  const text = inserted[0];
  if (text === undefined)
    throw new AppError("NOT_FOUND", `change ${id} of ${document.key} added no text`, { hint: "Give the text itself." });
  return withoutHeading(text);
}

/** A change that created a section inserted its heading too; the heading is not what was leaked. */
function withoutHeading(text: string): string {
  const body = text.replace(/^#{1,6} .*\n+/, "").trim();
  return body === "" ? text : body;
}

export { canForget };
export type { Forgotten, ForgottenOriginals };

// forget, in what was sent to the database: every log of this login, of all its machines. What this machine has on its disk
// was rewritten before.
export interface ForgottenSent {
  /** Lines in the database. */
  readonly sent: number;
  /** Machines whose own disk holds the text still: forget has to run there too. */
  readonly machines: readonly string[];
}

async function forgetInSent(mind: Mind, needle: string): Promise<ForgottenSent> {
  const { common } = mind;
  if (common === null) return { sent: 0, machines: [] };
  const { store, lock } = sessionDeps(mind);
  const spellings = spellingsOf(needle);
  const machines = new Set<string>();
  let sent = 0;
  for (const log of [...(await common.sent.list("session")), ...(await common.sent.list("verdicts"))]) {
    const place = placeHere(mind, log);
    const count = await forgetSent({
      store,
      shared: common,
      log,
      place,
      lock,
      spellings,
      scrub: (line) => scrubLine(line, needle, spellings),
      scrubAbout: (about) => (about === null ? null : scrubDeep(about, needle)),
    });
    sent += count;
    if (count > 0 && log.device !== deviceOf(mind.where)) machines.add(log.machine);
  }
  return { sent, machines: [...machines] };
}

function placeHere(mind: Mind, { kind, name, device }: SentLog): Place | null {
  if (device !== deviceOf(mind.where)) return null;
  if (kind === "verdicts") return stateLogPlace(name);
  return isOwnSession(sessionDeps(mind).store, name) ? placeOf(name) : null;
}

function scrubLine(line: string, needle: string, spellings: readonly string[]): string | null {
  try {
    return forgetLine(line, needle);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // A damaged line: nothing in it counts, and all of the text goes.
    return spellings.reduce((now, each) => now.replace(anyCase(each), ""), line);
  }
}
