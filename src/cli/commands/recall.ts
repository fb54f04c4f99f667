import { AppError, localDay } from "../../base/index.ts";
import { readCorpusFiles, recall as recallIn, recallCorpus, type RecallScope, SCOPES } from "../../mind/recall.ts";
import { printJson } from "../answer.ts";
import { type Call, text } from "../command.ts";

export async function recall(call: Call): Promise<number> {
  const limit = countOf(call);
  if (text(call, "corpus") !== undefined || text(call, "queries") !== undefined) return evaluate(call, limit);
  const scope = (text(call, "scope") ?? "main") as RecallScope;
  if (!SCOPES.includes(scope)) throw new AppError("BAD_USAGE", `there is no scope ${JSON.stringify(scope)}`, { hint: `One of ${SCOPES.join(", ")}.` });
  // Several words are one query, so that quoting it is a matter of taste.
  const query = call.args.join(" ");
  if (query.trim() === "") throw new AppError("BAD_USAGE", "recall needs a query", { hint: 'For example: codicil recall "when did we choose SQLite"' });
  const { hits, notices } = await recallIn(await call.mind(), query, { scope, limit });
  for (const notice of notices) call.terminal.say(notice);
  if (call.json) printJson(call, hits);
  else {
    const { colour, safe } = call.terminal;
    for (const hit of hits) {
      const place = `${hit.document}:${hit.lines[0]}${hit.lines[1] > hit.lines[0] ? `-${hit.lines[1]}` : ""}`;
      call.terminal.print(`${colour.bold(safe(place))}${hit.heading === "" ? "" : `  ${safe(hit.heading)}`}${hit.day === undefined ? "" : `  ${hit.day}`}\n    ${safe(hit.text)}\n    ${colour.dim(`${safe(hit.why)} (${hit.score})`)}\n`);
    }
    if (hits.length === 0) call.terminal.say("nothing found");
  }
  return 0;
}

async function evaluate(call: Call, limit: number): Promise<number> {
  const [corpus, queries] = [text(call, "corpus"), text(call, "queries")];
  if (corpus === undefined || queries === undefined) throw new AppError("BAD_USAGE", "--corpus and --queries go together", { hint: "codicil recall --help" });
  const mind = await call.mind();
  const given = readCorpusFiles(mind, { corpus, queries });
  for (const answer of recallCorpus(given.units, given.queries, { limit, today: localDay(mind.desk.clock) })) call.terminal.print(`${JSON.stringify(answer)}\n`);
  return 0;
}

function countOf(call: Call): number {
  const given = text(call, "limit") ?? "10";
  const count = Number(given);
  if (!/^\d+$/.test(given) || count < 1 || count > 1000) throw new AppError("BAD_USAGE", `-k ${given} is not a number from 1 to 1000`, { hint: "For example -k 5." });
  return count;
}
