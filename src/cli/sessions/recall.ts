import { AppError, localDay } from "../../base/index.ts";
import {
  learnRecall,
  openHit,
  readCorpusFiles,
  rebuildRecall,
  recallCorpus,
  type RecallHit,
  type RecallScope,
  recallStatus,
  type RecallStatus,
  SCOPES,
} from "../../finding/recall.ts";
import { recallOnce } from "../../finding/recallOnce.ts";
import { printJson } from "../terminal/answer.ts";
import { type Call, flag, text } from "../terminal/command.ts";

const MOST_HITS = 1000;

export async function recall(call: Call): Promise<number> {
  const limit = countOf(call);
  if (flag(call, "status")) return showStatus(call, await recallStatus(await call.mind()));
  if (flag(call, "rebuild")) return showStatus(call, await rebuildRecall(await call.mind()));
  if (flag(call, "learn")) return learn(call);
  if (text(call, "corpus") !== undefined || text(call, "queries") !== undefined) return evaluate(call, limit);
  const scope = (text(call, "scope") ?? "main") as RecallScope;
  if (!SCOPES.includes(scope))
    throw new AppError("BAD_USAGE", `there is no scope ${JSON.stringify(scope)}`, { hint: `One of ${SCOPES.join(", ")}.` });
  // Several words are one query, so that quoting it is a matter of taste.
  const query = call.args.join(" ");
  if (query.trim() === "")
    throw new AppError("BAD_USAGE", "recall needs a query", { hint: 'For example: codicil recall "when did we choose SQLite"' });
  const mind = await call.mind();
  const from = (pageOf(call, limit) - 1) * limit;
  // One more than is shown tells whether there is another page.
  const { hits: found, notices } = await recallOnce(mind, query, { scope, limit: from + limit + 1 });
  const hits = found.slice(from, from + limit);
  for (const notice of notices) call.terminal.say(call.terminal.words.reading(notice));
  const opened = text(call, "open");
  if (opened !== undefined) return open(call, found[numberOf(opened, from + hits.length)] as RecallHit, { mind, scope });
  if (call.json) printJson(call, hits);
  else {
    hits.forEach((hit, at) => showHit(call, hit, from + at + 1));
    if (hits.length === 0) call.terminal.say(from === 0 ? call.terminal.words`nothing found` : call.terminal.words`nothing more`);
    else if (found.length > from + limit) call.terminal.say(call.terminal.words`more: --page ${from / limit + 2}`);
  }
  return 0;
}

function showHit(call: Call, hit: RecallHit, number: number): void {
  const { colour, safe } = call.terminal;
  const [first, last] = hit.lines;
  const place = `${hit.document}:${first}${last > first ? `-${last}` : ""}`;
  // A day's file has its day as heading too.
  const about = [...new Set([hit.heading, hit.speaker, hit.day])]
    .filter((each) => each !== undefined && each !== "")
    .map((each) => `  ${safe(each ?? "")}`)
    .join("");
  call.terminal.print(
    `${colour.dim(`${number}.`)} ${colour.bold(safe(place))}${about}\n    ` +
      `${painted(safe(hit.text), hit.matched.map(safe), colour.yellow)}\n    ${colour.dim(`${safe(call.terminal.words.reading(hit.why))} (${hit.score})`)}\n`,
  );
}

/** The words that were looked for, in colour; where one holds another, the longer one. */
function painted(shown: string, words: readonly string[], paint: (word: string) => string): string {
  const [word, ...others] = words.filter((each) => each !== "").sort((a, b) => b.length - a.length);
  if (word === undefined) return shown;
  return shown
    .split(word)
    .map((part) => painted(part, others, paint))
    .join(paint(word));
}

function numberOf(given: string, count: number): number {
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < 1 || number > count)
    throw new AppError("BAD_USAGE", `there is no hit ${given}`, { hint: count === 0 ? "Nothing was found." : `One of 1 to ${count}.` });
  return number - 1;
}

async function open(
  call: Call,
  hit: RecallHit,
  { mind, scope }: { readonly mind: Awaited<ReturnType<Call["mind"]>>; readonly scope: RecallScope },
): Promise<number> {
  const opened = await openHit(mind, hit, { scope });
  const { colour, print, safe } = call.terminal;
  if (call.json) printJson(call, opened);
  else
    print(
      `${colour.bold(safe(`${opened.path ?? opened.document}:${hit.lines[0]}`))}\n\n` +
        `${painted(safe(opened.text), hit.matched.map(safe), colour.yellow)}\n`,
    );
  return 0;
}

function showStatus(call: Call, status: RecallStatus): number {
  const { print, say, safe, words } = call.terminal;
  for (const notice of status.notices) say(words.reading(notice));
  if (call.json) printJson(call, status);
  else {
    const { vectors } = status;
    print(`${words`${status.documents} documents and sessions, ${status.units} units`}\n${words`index: ${safe(status.index)}`}\n`);
    const { common } = status;
    if (common !== undefined)
      print(
        (common.documents === null
          ? words`in common: the database does not answer`
          : words`in common: ${common.documents} of them are indexed in the database`) + ` (${safe(common.index)})\n`,
      );
    if (common?.pgvector === false) print(`${words`pgvector: not installed in the database; vectors stay on each machine`}\n`);
    if (common?.pgvector === true) print(`${words`pgvector: installed; vectors of what is in common are kept in the database`}\n`);
    if (vectors.embedder === null) print(`${words`vectors: off; no embedder is configured, and none is needed`}\n`);
    else if (vectors.on)
      print(
        words`vectors: on for ${vectors.units} of ${status.units} units, ${vectors.dimensions ?? 0} numbers each, by ${safe(vectors.embedder)}` +
          "\n" +
          `${words`weight: ${vectors.weight} (${vectors.weightFrom})`}\n`,
      );
    else print(`${words`vectors: off; ${safe(vectors.problem ?? "")}`}\n${words`embedder: ${safe(vectors.embedder)}`}\n`);
  }
  return 0;
}

async function learn(call: Call): Promise<number> {
  const learned = await learnRecall(await call.mind());
  if (call.json) printJson(call, learned);
  else if (learned.tried.length === 0) call.terminal.print(`nothing learned: ${learned.sections} sections with a heading are too few\n`);
  else {
    for (const { weight, mrr } of learned.tried) call.terminal.print(`weight ${weight}: ${(100 * mrr).toFixed(1)}\n`);
    call.terminal.print(`weight ${learned.weight}, learned on ${learned.sections} sections\n`);
  }
  return 0;
}

async function evaluate(call: Call, limit: number): Promise<number> {
  const [corpus, queries] = [text(call, "corpus"), text(call, "queries")];
  if (corpus === undefined || queries === undefined)
    throw new AppError("BAD_USAGE", "--corpus and --queries go together", { hint: "codicil recall --help" });
  const mind = await call.mind();
  const given = readCorpusFiles(mind, { corpus, queries });
  let exit = 0;
  for await (const answer of recallCorpus(mind, given, { limit, today: localDay(mind.deps.clock) })) {
    call.terminal.print(`${JSON.stringify(answer)}\n`);
    if ("error" in answer) exit = 3;
  }
  return exit;
}

function pageOf(call: Call, limit: number): number {
  const given = text(call, "page") ?? "1";
  const last = Math.floor(MOST_HITS / limit);
  if (!/^\d+$/.test(given) || Number(given) < 1 || Number(given) > last)
    throw new AppError("BAD_USAGE", `--page ${given} is not a number from 1 to ${last}`, { hint: "For example --page 2." });
  return Number(given);
}

function countOf(call: Call): number {
  const given = text(call, "limit") ?? "10";
  const count = Number(given);
  if (!/^\d+$/.test(given) || count < 1 || count > MOST_HITS)
    throw new AppError("BAD_USAGE", `-k ${given} is not a number from 1 to ${MOST_HITS}`, { hint: "For example -k 5." });
  return count;
}
