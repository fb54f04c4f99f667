// readingCards: proposed lines as a person works through them: how each was read, what it would stop, how often it met a call.
// Lines of other projects are here too, as far as their cards know them.

import { doubtsOf } from "./doubtText.ts";
import { AppError } from "../base/index.ts";
import { foldDecisions, gatherEvidence } from "../gate/compiling.ts";
import { countOnCard, deadlineIn, LIMIT_MS, listCards, policyAt, type ReadingCard, rootOf, settlingTexts } from "../gate/index.ts";
import { joinEvidence, NO_EVIDENCE, type Rule } from "../policy/index.ts";
import { type ReadingDecided, type ReadingDecisionLine, type ReadLine } from "../schema/index.ts";
import { decisionLines } from "../calls/decisionLog.ts";
import { answerApproval, listApprovals } from "../calls/approvals.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";
import { type ByPerson, needPerson } from "../mind/person.ts";
import type { Hits } from "../calls/proposedLine.ts";
import { type DecidedReading, decideLine } from "../calls/readings.ts";
import { callsOf } from "./reportedClause.ts";
import { shown } from "../calls/shownCall.ts";
import { findVerdict } from "../calls/verdictLog.ts";
import { findWhereabouts } from "../mind/whereabouts.ts";

export interface ReadingItem extends ReadLine {
  /** proposed: not decided yet. advice, hold: settled by the person's answers in a host; said here, with its undo. */
  readonly state: "proposed" | "advice" | "hold";
  readonly effect?: string;
  /** Calls that it would stop and let pass: the repository's own where some fit. */
  readonly stops: readonly string[];
  readonly passes: readonly string[];
  readonly doubts: readonly string[];
  /** How many calls met it, when last, and the first of them. */
  readonly count: number;
  readonly last?: string;
  readonly example?: string;
  /** false: of another project, known by its card alone. */
  readonly here: boolean;
  /** What `undo` takes, where it is settled. */
  readonly decision?: string;
}

/** Lines that met a call first, then the others in the order of their files. */
export async function listReadings(mind: Mind): Promise<ReadingItem[]> {
  const cards = new Map(listCards(mind.where.state).map((card) => [card.clause, card]));
  const settled = await settledByHosts(mind);
  const here = proposedHere(mind, cards);
  const known = new Set(here.map(({ clause }) => clause));
  const files = new Set(
    policySource(mind)
      .capture()
      .files.map(({ path }) => path),
  );
  const { log, own } = settlingTexts(mind.where);
  const decided = foldDecisions(log, own);
  // A card of a file that applies here and has no such line any more says nothing.
  const elsewhere = [...cards.values()]
    .filter(({ clause, file }) => !known.has(clause) && !decided.has(clause) && !files.has(file))
    .map(fromCard);
  return [...settled, ...[...here, ...elsewhere].sort((a, b) => b.count - a.count)];
}

function proposedHere(mind: Mind, cards: ReadonlyMap<string, ReadingCard>): ReadingItem[] {
  const policy = policySource(mind).capture();
  const { where } = mind;
  const evidence = policy.proposed.length === 0 ? NO_EVIDENCE : gatherEvidence(where);
  const groups = Map.groupBy(policy.proposed, ({ clause }) => clause);
  return [...groups].map(([clause, rules]): ReadingItem => {
    const [rule] = rules as [Rule, ...Rule[]];
    const shows = policy.files.find(({ path }) => path === rule.file)?.shows ?? [];
    const calls = callsOf(rule, { evidence: joinEvidence([{ commands: shows }, evidence]), root: rootOf(where) });
    const card = cards.get(clause);
    return {
      clause,
      file: rule.file,
      line: rule.line,
      text: rule.text,
      ...(rule.item === undefined ? {} : { item: rule.item }),
      readings: [...new Set(rules.map(({ reading }) => reading))],
      state: "proposed",
      effect: rule.effect,
      stops: calls.stops.map(shown),
      passes: calls.passes.map(shown),
      doubts: doubtsOf(rules),
      count: card?.count ?? 0,
      ...(card === undefined ? {} : { last: card.last, example: card.example }),
      here: true,
    };
  });
}

function fromCard({ clause, file, line, text, readings, count, last, example, item }: ReadingCard): ReadingItem {
  return {
    ...(item === undefined ? {} : { item }),
    clause,
    file,
    line,
    text,
    readings,
    state: "proposed",
    stops: example === "" ? [] : [example],
    passes: [],
    doubts: [],
    count,
    last,
    example,
    here: false,
  };
}

/** What answers in a host settled, and nobody undid or decided anew. */
async function settledByHosts(mind: Mind): Promise<ReadingItem[]> {
  const latest = new Map<string, Extract<ReadingDecisionLine, { kind: "decided" }>>();
  const undone = new Set<string>();
  for (const line of await decisionLines(mind)) {
    if (line.kind === "undone") undone.add(line.of);
    else latest.set(line.clause, line);
  }
  return [...latest.values()].flatMap((line): ReadingItem[] => {
    const { clause, file, line: at, text, readings, as, by, id } = line;
    if (by === undefined || undone.has(id) || as === "ask") return [];
    return [{ clause, file, line: at, text, readings, state: as, stops: [], passes: [], doubts: [], count: 0, here: false, decision: id }];
  });
}

/** The person's decision on a line as it was shown to them. Throws STALE where it is read otherwise by now. */
export async function decideShown(
  mind: Mind,
  clause: string,
  { as, readings, person }: ByPerson & { readonly as: ReadingDecided; readonly readings: readonly string[] },
): Promise<DecidedReading> {
  needPerson(person, "a decision on a reading");
  const item = await readingItem(mind, clause);
  if (JSON.stringify(item.readings) !== JSON.stringify(readings))
    throw new AppError("STALE", "the line is read otherwise by now", { hint: "Look at it again, then decide." });
  const { file, line, text, item: model } = item;
  return decideLine(mind, { clause, file, line, text, readings, ...(model === undefined ? {} : { item: model }) }, { as, person });
}

async function readingItem(mind: Mind, clause: string): Promise<ReadingItem> {
  const item = (await listReadings(mind)).find((each) => each.clause === clause);
  if (item === undefined)
    throw new AppError("NOT_FOUND", "there is no such line to decide about", { hint: "It may have been settled, or changed, meanwhile." });
  return item;
}

/** "Not what the line means", at a refused call: the line that decided is advice from now on. Works for every project. */
export async function dismissRefusal(mind: Mind, verdict: string, by: ByPerson): Promise<DecidedReading> {
  const person = needPerson(by?.person, "dismiss");
  const refused = await findVerdict(mind, verdict);
  if (refused?.id !== verdict) throw new AppError("NOT_FOUND", `there is no verdict ${verdict}`, { hint: "It may have been forgotten." });
  const named = refused.rules.find(({ line }) => line > 0);
  if (named === undefined)
    throw new AppError("BAD_INPUT", "no line of an instruction file refused this call", { hint: "Built-in rules cannot be dismissed." });
  const { home, state } = mind.where;
  const where = refused.cwd === undefined ? mind.where : findWhereabouts({ home, state, cwd: refused.cwd });
  const { policy } = await policyAt(where, deadlineIn(LIMIT_MS));
  const rule = policy.rules.find(({ id }) => id === named.id);
  if (rule === undefined)
    throw new AppError("NOT_FOUND", "the line that refused this call is not enforced any more", { hint: "Let the agent try again." });
  const readings = policy.rules.filter(({ clause }) => clause === rule.clause).map(({ reading }) => reading);
  const decided = await decideLine(
    mind,
    { clause: rule.clause, file: rule.file, line: rule.line, text: rule.text, readings },
    { as: "advice", person },
  );
  // The question about this call is over: the next try is judged without the line.
  for (const { id, hash } of await listApprovals(mind))
    if (hash === refused.hash) await answerApproval(mind, id, { decision: "deny", hash, by: "page", person });
  return decided;
}

/** One more call that a line would have stopped. */
export async function countLine(mind: Mind, hits: Hits, example: () => Promise<string>): Promise<void> {
  await countOnCard(mind.where.state, hits, { at: mind.deps.clock.now().toISOString(), example });
}

/** Changes when a line is met or decided about: for pages that look on. */
export function readingsMark(mind: Mind): string {
  return `${settlingTexts(mind.where).log.length} ${listCards(mind.where.state).reduce((sum, { count }) => sum + count, 0)}`;
}
