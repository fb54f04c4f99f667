// A call in a chat of our own that only proposed lines would stop. Where somebody sits there, they are asked what the line means,
// and the answer settles it; else the call passes, a card counts it and the model is told.

import type { Decision } from "../../mind/session/decide.ts";
import { redactCall } from "../../mind/session/decide.ts";
import type { Person } from "../../mind/person.ts";
import { aboutLine, byClause, type Hits, noteOf, placeOf, readingOf, seemsToForbid } from "../../calls/proposedLine.ts";
import { countLine } from "../../rules/index.ts";
import { decideLine } from "../../calls/readings.ts";
import { shown } from "../../calls/shownCall.ts";
import type { Call, RuleRef } from "../../policy/index.ts";
import type { ReadingDecided } from "../../schema/index.ts";
import type { Approval, ApprovalRequest } from "../ports/approver.ts";
import type { WorkbenchOptions } from "./workbench.ts";

/** By clause: how it was settled, or that the model was told of it. */
export type LinesMet = Map<string, ReadingDecided | "told">;

export interface LineCall {
  readonly call: Call;
  readonly decision: Decision;
  readonly cwd: string;
  readonly toolName: string;
  readonly signal: AbortSignal;
  ask(request: ApprovalRequest): Promise<Approval>;
  person(): Person;
}

export type Met =
  | { readonly kind: "pass"; readonly note: string }
  | { readonly kind: "ask"; readonly reason: string; readonly rules: readonly RuleRef[] }
  | { readonly kind: "refused"; readonly why: string };

export async function meetLines(bench: WorkbenchOptions, given: LineCall): Promise<Met> {
  const { mind, lines } = bench;
  const notes: string[] = [];
  let asks: Extract<Met, { kind: "ask" }> | null = null;
  for (const hits of given.decision.verdict === "allow" ? byClause(given.decision.proposed ?? []) : []) {
    const { clause } = hits[0];
    const known = lines.get(clause);
    if (known === undefined || known === "told")
      await countLine(mind, hits, async () => shown((await redactCall(mind, given.call)) as Call));
    const as = known !== undefined ? known : await settle(bench, given, hits);
    if (as === "unanswered")
      return {
        kind: "refused",
        why: `The person did not say what ${placeOf(hits, mind.where)} means, so this call did not run. ${seemsToForbid(hits, mind.where)}`,
      };
    if (as === "hold")
      return { kind: "refused", why: `Refused by policy: the person enforces ${placeOf(hits, mind.where)} (read as: ${readingOf(hits)}).` };
    if (as === "ask") asks = { kind: "ask", reason: seemsToForbid(hits, mind.where), rules: [ruleOf(hits)] };
    if (as === "told" && known === undefined) notes.push(noteOf(hits, mind.where));
    lines.set(clause, as);
  }
  return asks ?? { kind: "pass", note: notes.join(" ") };
}

const ruleOf = ([{ id, file, line, effect }]: Hits): RuleRef => ({ id, file, line, effect });

async function settle(
  bench: WorkbenchOptions,
  { call, decision, cwd, toolName, signal, ask, person }: LineCall,
  hits: Hits,
): Promise<ReadingDecided | "told" | "unanswered"> {
  const { mind, approver, sessionId, lines } = bench;
  if (approver.settlesLines !== true || mind.config.proposed !== "ask") return "told";
  const line = aboutLine(hits);
  const answer = await ask({
    call,
    hash: decision.hash,
    sessionId,
    cwd,
    toolName,
    reason: seemsToForbid(hits, mind.where),
    rules: [ruleOf(hits)],
    signal,
    line,
  });
  if (answer.as === undefined || answer.hash !== decision.hash) return "unanswered";
  await decideLine(mind, line, { as: answer.as, person: person() });
  lines.set(line.clause, answer.as);
  return answer.as;
}
