// readBank: what a project's memory bank has to say to one question (MB-10…15). It reads, quotes and compares; it concludes
// nothing and asks no model, so the same files and question give the same pack.

import { AppError } from "../base/index.ts";
import { BANK, BANK_INDEX, DIRECT_READS, escalationOf, intentOf, type Trigger, wantsBank } from "../knowledge/index.ts";
import { readQueryWords } from "../recall/index.ts";
import { PACK_LIMITS, type PackEvidence, PROTOCOL_VERSION, type ReaderPack } from "../schema/index.ts";
import { findConflicts } from "./conflicts.ts";
import { chooseEvidence, type Place, pointedTo, quotePlace } from "./evidence.ts";
import { openQuestions, projectFiles } from "./questions.ts";
import { routed, routesIn } from "./routes.ts";
import { openShelf } from "./pages.ts";
import { isAboutTheBank, summarise } from "./summary.ts";
import type { Mind } from "../mind/open.ts";
import { recall } from "../finding/recall.ts";

export { checkPack } from "./checkPack.ts";
export { type ReaderPack, readReaderPack, writeReaderPack } from "../schema/index.ts";

/** How many places of the bank are looked at. */
const PLACES = 24;

/** What a project's memory bank says to one question. */
export async function readBank(mind: Mind, question: string): Promise<ReaderPack> {
  checkQuestion(question);
  const intent = intentOf(question);
  const project = mind.where.project;
  const files = project === null ? [] : projectFiles(project, mind.environment.disk);
  if (project === null || mind.environment.disk.lstat(`${project}/${BANK}`) !== "dir") return withoutBank(question, files);

  // Step 1: where the question leads. The index and its routes, and what recall finds.
  const shelf = openShelf(mind);
  const index = await shelf.bank(BANK_INDEX);
  const routes = index === null ? [] : routesIn(index);
  const wanted = routed(question, intent, routes);
  const { places, notices } = await placesFor(mind, project, question);
  const spoken = [...new Set(places.map(({ path }) => path))];

  // Step 2: one to three direct reads; more only for a stated reason (MB-14, MB-15).
  const direct = await readDirectly(shelf, index === null ? [] : [BANK_INDEX], [...wanted, ...spoken]);
  const missed = spoken.filter((path) => !direct.includes(path));
  const escalation = escalationOf(question, intent, {
    documents: new Set([...direct, ...spoken]).size,
    missed: missed.length === spoken.length ? missed.length : 0,
  });
  // Two places are kept for files that the bank points to.
  if (escalation.escalated) for (const path of missed) if (shelf.pages().length < PACK_LIMITS.files - 2) await shelf.bank(path);
  const pages = shelf.bankPages();

  // Step 3: what the bank says, and what the files that it points to say.
  const words = new Set(readQueryWords(question));
  const cited = places.flatMap((place) =>
    pages.filter(({ path }) => path === place.path).flatMap((page) => quotePlace(page, place, words)),
  );
  for (const path of pointedTo(pages, cited)) await shelf.project(path);
  const evidence = chooseEvidence(pages, cited, shelf.projectPages(), words);
  const summary = summarise(pages);
  const conflicts = await findConflicts(mind, { pages, files: shelf.projectPages(), evidence });

  // Step 4: what is left open.
  const isRead = ({ path, lines }: (typeof places)[number]) => pages.some((page) => page.path === path && lines[0] <= page.lines.length);
  const unread = [...new Set(places.filter((place) => !isRead(place)).map(({ path, lines }) => `${path}:${lines[0]}`))];
  const quoted = evidence.map(({ quote, heading = "" }) => `${quote} ${heading}`);
  const found = [...quoted, ...cited.map(({ page, line }) => page.lines[line - 1] ?? "")];
  const deadRoutes = routes.filter(({ path }) => mind.environment.disk.lstat(`${project}/${path}`) === null);
  const problems = shelf.problems.length > 0 ? shelf.problems : notices;
  return {
    protocol_version: PROTOCOL_VERSION,
    user_question: question,
    status: statusOf(evidence),
    intent: intent.id,
    reads: { ...escalation, files: shelf.pages().map(({ path, mtime, cut }) => ({ path, mtime, ...(cut ? { cut } : {}) })) },
    context_summary: summary,
    evidence,
    open_questions: openQuestions({ question, pages, summary, found, deadRoutes, unread, problems, files }),
    conflicts,
  };
}

/** What was read, and the first of these paths that are there, each once. */
async function readDirectly(shelf: ReturnType<typeof openShelf>, read: readonly string[], paths: readonly string[]): Promise<string[]> {
  const direct = [...read];
  for (const path of paths) {
    if (direct.length >= DIRECT_READS) break;
    if (!direct.includes(path) && (await shelf.bank(path)) !== null) direct.push(path);
  }
  return direct;
}

/** Whether a message of a conversation is one that the bank should be read for (MB-11). */
export async function bankTrigger(mind: Mind, message: { readonly text: string; readonly isFirst: boolean }): Promise<Trigger> {
  const before = wantsBank({ ...message, hits: 1 });
  if (!before.read || mind.where.project === null)
    return mind.where.project === null ? { read: false, because: "there is no project" } : before;
  const { places } = await placesFor(mind, mind.where.project, message.text);
  return wantsBank({ ...message, hits: places.length });
}

function checkQuestion(question: string): void {
  if (question.trim() === "")
    throw new AppError("BAD_INPUT", "the question is empty", { hint: 'For example: codicil bank read "how are errors raised?"' });
  if (question.length > PACK_LIMITS.question)
    throw new AppError("TOO_LARGE", `the question has more than ${PACK_LIMITS.question} characters`, { hint: "Ask in a sentence or two." });
}

function withoutBank(question: string, files: readonly string[]): ReaderPack {
  const look_in = files.filter((path) => /^(?:readme|agents|contributing)\.\w+$/i.test(path));
  return {
    protocol_version: PROTOCOL_VERSION,
    user_question: question,
    status: "no-bank",
    intent: intentOf(question).id,
    reads: { escalated: false, because: "there is no memory bank", files: [] },
    context_summary: { goal: null, focus: null, stack: [], conventions: [] },
    evidence: [],
    open_questions: [{ question: "This project has no memory bank. Should it get one (codicil init --project)?", look_in }],
    conflicts: [],
  };
}

async function placesFor(mind: Mind, project: string, question: string): Promise<{ places: Place[]; notices: readonly string[] }> {
  const { hits, notices } = await recall(mind, question, { scope: "project", limit: PLACES });
  const places = hits.map(({ document, heading, lines }) => ({
    path: document.startsWith("./") ? document.slice(2) : document.slice(project.length + 1),
    heading,
    lines,
  }));
  // What happened to the index is no fact of the bank; that a document could not be searched is one.
  const unsearched = notices.filter((notice) => /\bis not searched\b/.test(notice) && notice.includes("memory-bank/"));
  return { places: places.filter(({ path, heading }) => path.startsWith(`${BANK}/`) && !isAboutTheBank(heading)), notices: unsearched };
}

function statusOf(evidence: readonly PackEvidence[]): ReaderPack["status"] {
  if (evidence.length === 0) return "not-covered";
  return evidence.length < PACK_LIMITS.fewestWhenCovered ? "thin" : "covered";
}
