// A call in a host that only proposed readings would stop. Where a person can be asked, the host asks about the line, once a
// session; else the call passes, and the model is told once. Either way a card counts it. Loaded late.
//
//   F1 a proposed reading refuses no call, unless the person said no to the line
//   F2 a no holds the line: only where the host's own record shows the no
//   F3 a yes lets this call pass; after a yes in two sessions the line is advice, which one undo undoes

import { addSessionReading, countOnCard, countYes, openQuestions, readCard, type ReadingCard, sessionReadings } from "../gate/index.ts";
import { callHash, type GateDeps, isCanary } from "../gate/settling.ts";
import { redact } from "../content/redact.ts";
import type { Whereabouts } from "../knowledge/index.ts";
import type { Call } from "../policy/judging.ts";
import type { ReadingDecided, ReadLine } from "../schema/index.ts";
import { aboutLine, byClause, type Hits, noteOf, placeOf, readingOf, seemsToForbid } from "../calls/proposedLine.ts";
import { shown } from "../calls/shownCall.ts";
import { appendDecision } from "../calls/decisionLog.ts";
import { hostDeps, type JudgedCall } from "./settleInHost.ts";

export interface MetCall extends JudgedCall {
  /** Whether somebody sits before the host. Looked at only where it matters. */
  isPersonThere(): boolean;
  /** What the host's record says about a call that was asked about. */
  wasRefused(question: { readonly toolUse?: string; readonly transcript?: string }): boolean;
  /** What is asked: the line itself, or the host's own yes or no, where a no is seen by us or is not. */
  readonly asks: "line" | "no-holds" | "no-refuses";
  readonly toolUse: string | null;
  readonly transcript: string | null;
}

export type FirstUse =
  | { readonly kind: "pass"; readonly note: string | null }
  | { readonly kind: "ask"; readonly question: string; readonly about: ReadLine }
  | { readonly kind: "deny"; readonly reason: string };

export async function meetProposed(met: MetCall): Promise<FirstUse> {
  const { where, session, judged } = met;
  const clauses = byClause(judged.verdict.proposed ?? []);
  if (clauses.length === 0 || isCanary(where.state, session)) return { kind: "pass", note: null };
  const deps = hostDeps(where, judged.remotes);
  const before = sessionReadings(where.state, session);
  for (const hits of clauses) {
    if (await heardNo(met, deps, { hits, before }))
      return {
        kind: "deny",
        reason: `${placeOf(hits, where)} holds: the person said no when they were asked about it (read as: ${readingOf(hits)}).`,
      };
  }
  for (const hits of clauses)
    await countOnCard(where.state, hits, {
      at: deps.clock.now().toISOString(),
      example: async () => redact(shown(met.call), await deps.known()).text,
    });
  const fresh = clauses.filter(([{ clause }]) => !before.some((line) => line.clause === clause && line.kind !== "told"));
  const asked = judged.proposed === "ask" && judged.verdict.verdict === "allow" && met.isPersonThere() ? fresh[0] : undefined;
  if (asked !== undefined) return ask(met, asked);
  const untold = fresh.filter(([{ clause }]) => !before.some((line) => line.clause === clause));
  for (const [{ clause }] of untold) addSessionReading(where.state, session, { kind: "told", clause });
  return { kind: "pass", note: untold.length === 0 ? null : untold.map((hits) => noteOf(hits, where)).join(" ") };
}

function ask({ where, call, session, judged, asks, toolUse, transcript }: MetCall, hits: Hits): FirstUse {
  const about = aboutLine(hits);
  // What is not answered there is asked again: the person sees all three answers.
  if (asks === "line") return { kind: "ask", question: seemsToForbid(hits, where), about };
  const line = {
    kind: "asked",
    clause: hits[0].clause,
    hash: callHash(call, judged.cwd),
    ...(toolUse === null ? {} : { toolUse }),
    ...(transcript === null ? {} : { transcript }),
  } as const;
  addSessionReading(where.state, session, line);
  const no = asks === "no-holds" ? "No: the line is enforced from now on." : "No refuses this call only.";
  return {
    kind: "ask",
    question:
      `${seemsToForbid(hits, where)} Yes lets this call pass. ${no} To settle the line: ` +
      `codicil policy confirm ${placeOf(hits, where)} --as enforce|ask|advice`,
    about,
  };
}

/** The person's no to an earlier call, which the host does not report: it is in the host's own record by the time of the next one. */
async function heardNo(
  { where, session, wasRefused }: Pick<MetCall, "where" | "session" | "wasRefused">,
  deps: GateDeps,
  { hits, before }: { readonly hits: Hits; readonly before: ReturnType<typeof sessionReadings> },
): Promise<boolean> {
  const [{ clause }] = hits;
  const question = openQuestions(before).find((each) => each.clause === clause);
  if (question === undefined || !wasRefused(question)) return false;
  await settle(deps, where.state, { session, answer: "no", as: "hold", ...aboutLine(hits) });
  return true;
}

interface Settled extends ReadLine {
  readonly session: string;
  readonly answer: "yes" | "no";
  readonly as: ReadingDecided;
}

async function settle(deps: GateDeps, state: string, { session, answer, as, ...about }: Settled): Promise<void> {
  addSessionReading(state, session, { kind: "answered", clause: about.clause, answer });
  const by = answer === "no" ? "host-no" : "host-yes-twice";
  await appendDecision(deps, state, (shared) => ({ ...shared, kind: "decided", as, by, ...about }));
}

/** The person's answer in a dialog of our own plugin. */
export async function settleLine(
  where: Whereabouts,
  { clause, file, line, text, readings, item }: ReadLine,
  as: ReadingDecided,
): Promise<void> {
  const about = { clause, as, readings, file, line, text, ...(item === undefined ? {} : { item }) };
  await appendDecision(hostDeps(where, []), where.state, (shared) => ({ ...shared, kind: "decided", ...about }));
}

/** At a message or at the end: a no that the host's record has by now. */
export async function lookForNo(where: Whereabouts, session: string, wasRefused: MetCall["wasRefused"]): Promise<void> {
  for (const question of openQuestions(sessionReadings(where.state, session))) {
    const card = wasRefused(question) ? readCard(where.state, question.clause) : null;
    if (card !== null) await settle(hostDeps(where, []), where.state, { session, answer: "no", as: "hold", ...aboutOf(card) });
  }
}

/** So many sessions in which the person let the call pass make the line advice. */
const ENOUGH_YES = 2;

/** A call ran. Where it was asked about, somebody said yes. */
export async function heardYes(
  where: Whereabouts,
  session: string,
  { call, cwd }: { readonly call: Call; readonly cwd?: string | undefined },
): Promise<void> {
  const hash = callHash(call, cwd === undefined ? where.cwd : cwd.startsWith("/") ? cwd : `${where.cwd}/${cwd}`);
  for (const question of openQuestions(sessionReadings(where.state, session))) {
    if (question.hash !== hash) continue;
    const card = countYes(where.state, question.clause, session);
    if (card !== null && card.yes.length >= ENOUGH_YES)
      await settle(hostDeps(where, []), where.state, { session, answer: "yes", as: "advice", ...aboutOf(card) });
    else addSessionReading(where.state, session, { kind: "answered", clause: question.clause, answer: "yes" });
  }
}

function aboutOf({ clause, file, line, text, readings, item }: ReadingCard): ReadLine {
  return { clause, file, line, text, readings, ...(item === undefined ? {} : { item }) };
}

/** Whether anything was asked in this session that has no answer yet: most events have nothing to look for. */
export function isAnythingAsked({ state }: Whereabouts, session: string): boolean {
  return openQuestions(sessionReadings(state, session)).length > 0;
}
