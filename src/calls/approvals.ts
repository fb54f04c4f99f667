// approvals: a call needs the person's approval, wherever they give it. A running turn asks and waits; the terminal or
// the page answers. A call that a host refused can be let through once from here too.
//
//   one answer for each question, bound to the hash of the exact call; a question that nobody answers runs out

import { AppError, newId } from "../base/index.ts";
import { crossesRedLine } from "../policy/index.ts";
import type { ApprovalLine, AskedLine, ReadingDecided, VerdictLine } from "../schema/index.ts";
import { linesFromEnd, settleStateLog, stateLogPlace, watchFolders } from "../store/index.ts";
import { allowOnce, isRedLine, redLine } from "./approvalKeys.ts";
import type { Mind } from "../mind/open.ts";
import { needPerson, type Person } from "../mind/person.ts";
import { addToStateLog } from "../mind/session/sessionDeps.ts";
import { verdictsSince } from "./verdictLog.ts";

const LOG = "approvals";
/** How long a question stands. */
const ASKED_MINUTES = 30;
/** Refusals older than this are history, not questions. */
const REFUSED_MINUTES = 60;
/** A notice of the file system may fail to arrive; the answer is looked for at least this often. */
const LOOK_MS = 250;

/** A call that waits for approval, or its answer. */
export interface Approval {
  readonly id: string;
  /** turn: somebody waits for the answer. refused: the call was refused in a host; an answer lets the next one pass. */
  readonly kind: "turn" | "refused";
  readonly hash: string;
  readonly session: string;
  readonly cwd: string;
  readonly call: unknown;
  readonly reason: string;
  readonly rules: VerdictLine["rules"];
  /** A red line: it is shown, and nobody can allow it. */
  readonly redLine: boolean;
  readonly at: string;
  readonly until: string;
  /** The question is about this line, which is only proposed: the answer settles it. */
  readonly line?: AskedLine;
}

export type ApprovalDecision = "allow" | "deny";
export type ApprovalQuestion = Pick<Approval, "hash" | "session" | "cwd" | "call" | "reason" | "rules" | "line">;

export interface ApprovalAnswer {
  readonly decision: ApprovalDecision;
  /** How the line that was asked about is settled. */
  readonly as?: ReadingDecided | undefined;
}

/** Puts a question before the person. The call is shown as the verdict log keeps it, so give it redacted. */
export async function askApproval(mind: Mind, question: ApprovalQuestion): Promise<Approval> {
  const now = mind.deps.clock.now();
  const asked: Approval = {
    ...question,
    kind: "turn",
    redLine: crossesRedLine(question.rules),
    id: newId("a", now, mind.deps.random),
    at: now.toISOString(),
    until: later(now, ASKED_MINUTES),
  };
  const { redLine: _, ...kept } = asked;
  const line: ApprovalLine = { v: 1, ...kept, kind: "asked" };
  await addToStateLog(mind, LOG, line);
  return asked;
}

/** The person's decision. Throws NOT_FOUND; STALE where it was answered, ran out or has another hash; RED_LINE. */
export async function answerApproval(
  mind: Mind,
  id: string,
  answer: ApprovalAnswer & { readonly hash: string; readonly by: "page" | "terminal"; readonly person: Person },
): Promise<Approval> {
  const person = needPerson(answer.person, "an answer to a question");
  const refused = await refusedCalls(mind);
  let asked: Approval | undefined;
  const settle = (lines: readonly string[]): readonly string[] => {
    const known = lines.map((line) => JSON.parse(line) as ApprovalLine);
    asked = questionsOf(known).find((each) => each.id === id) ?? refused.find((each) => each.id === id);
    if (asked === undefined) throw new AppError("NOT_FOUND", `there is no question ${id}`, { hint: "It may have expired." });
    if (known.some((each) => each.kind === "answered" && each.id === id))
      throw new AppError("STALE", "this question was answered before", { hint: "An answer counts once." });
    if (asked.hash !== answer.hash)
      throw new AppError("STALE", "the answer is for another call than the one that was asked about", { hint: "Look at the call again." });
    if (answer.as !== undefined && asked.line === undefined)
      throw new AppError("BAD_INPUT", "this question is about a call, not about a line");
    if (asked.redLine && answer.decision === "allow") throw redLine();
    if (new Date(asked.until) <= mind.deps.clock.now())
      throw new AppError("STALE", "the question has expired", { hint: "Let the agent try again." });
    const line: ApprovalLine = {
      v: 1,
      kind: "answered",
      id,
      hash: asked.hash,
      decision: answer.decision,
      by: answer.by,
      at: mind.deps.clock.now().toISOString(),
      ...(answer.as === undefined ? {} : { as: answer.as }),
    };
    return [JSON.stringify(line)];
  };
  await settleStateLog(storeOf(mind), LOG, settle, mind.deps.lock);
  const settled = asked as unknown as Approval;
  if (settled.kind === "refused" && answer.decision === "allow")
    await allowOnce(mind, settled.hash, { person, session: settled.session === "" ? undefined : settled.session });
  return settled;
}

/** The same, for a question about a call alone. */
export async function awaitApproval(mind: Mind, asked: Approval, signal?: AbortSignal): Promise<ApprovalDecision> {
  return (await awaitAnswer(mind, asked, signal)).decision;
}

/** Waits until the person answered, the question ran out ("deny") or `signal` says that nobody waits any more ("deny"). */
export async function awaitAnswer(mind: Mind, asked: Approval, signal?: AbortSignal): Promise<ApprovalAnswer> {
  return new Promise((resolve, reject) => {
    const look = async () => {
      const answer = await answerOf(mind, asked.id);
      if (answer !== null) finish(answer);
      else if (new Date(asked.until) <= mind.deps.clock.now() || signal?.aborted === true) finish({ decision: "deny" });
    };
    const tryLook = () => void look().catch(fail);
    const watching = watchFolders([`${mind.where.state}/decisions`], tryLook);
    const timer = setInterval(tryLook, LOOK_MS);
    const stop = () => {
      clearInterval(timer);
      watching.close();
      signal?.removeEventListener("abort", tryLook);
    };
    const finish = (answer: ApprovalAnswer) => {
      stop();
      resolve(answer);
    };
    const fail = (error: unknown) => {
      stop();
      reject(error as Error);
    };
    signal?.addEventListener("abort", tryLook);
    tryLook();
  });
}

/** What the person is asked now, newest first. */
export async function listApprovals(mind: Mind): Promise<Approval[]> {
  const lines = await recentLines(mind);
  const answered = new Set(lines.flatMap((line) => (line.kind === "answered" ? [line.id] : [])));
  const now = mind.deps.clock.now();
  const questions = questionsOf(lines);
  // What a turn asks about is in the verdict log as well: it is one question.
  const asked = new Set(questions.map(({ hash, session }) => `${hash} ${session}`));
  const refused = (await refusedCalls(mind)).filter(({ hash, session }) => !asked.has(`${hash} ${session}`));
  const open = [...questions, ...refused].filter(({ id, until }) => !answered.has(id) && new Date(until) > now);
  return open.sort((a, b) => (a.at < b.at ? 1 : -1));
}

async function answerOf(mind: Mind, id: string): Promise<ApprovalAnswer | null> {
  for await (const part of linesFromEnd(storeOf(mind), stateLogPlace(LOG))) {
    for (const text of part) {
      if (!text.includes(id)) continue;
      const line = JSON.parse(text) as ApprovalLine;
      // The answer is behind its question.
      return line.kind === "answered" ? { decision: line.decision, as: line.as } : null;
    }
  }
  return null;
}

function questionsOf(lines: readonly ApprovalLine[]): Approval[] {
  return lines.flatMap((line) => {
    if (line.kind !== "asked") return [];
    const { v: _, ...asked } = line;
    return [{ ...asked, kind: "turn" as const, redLine: crossesRedLine(asked.rules) }];
  });
}

/** Refused in a host, and not let through since. Of the same call refused twice the last one stands. */
async function refusedCalls(mind: Mind): Promise<Approval[]> {
  const since = later(mind.deps.clock.now(), -REFUSED_MINUTES);
  const last = new Map<string, VerdictLine>();
  for (const verdict of await verdictsSince(mind, since)) {
    if (verdict.restored === true) continue;
    last.delete(verdict.hash);
    last.set(verdict.hash, verdict);
  }
  return [...last.values()].flatMap((line) => {
    if (line.verdict !== "ask" && line.verdict !== "deny") return [];
    const { id, hash, call, reason, rules, at } = line;
    return [
      {
        kind: "refused" as const,
        id,
        hash,
        session: line.named === true ? line.session : "",
        cwd: line.cwd ?? "",
        call,
        reason,
        rules,
        redLine: isRedLine(line),
        at,
        until: later(new Date(at), REFUSED_MINUTES),
      },
    ];
  });
}

/** Oldest first, as far back as a question can still be open. */
async function recentLines(mind: Mind): Promise<ApprovalLine[]> {
  const since = later(mind.deps.clock.now(), -Math.max(ASKED_MINUTES, REFUSED_MINUTES));
  const parts: ApprovalLine[][] = [];
  for await (const part of linesFromEnd(storeOf(mind), stateLogPlace(LOG))) {
    const lines = part.map((line) => JSON.parse(line) as ApprovalLine);
    parts.push(lines.reverse());
    if (lines.every(({ at }) => at < since)) break;
  }
  return parts.reverse().flat();
}

function storeOf(mind: Mind) {
  return mind.deps.storeFor(mind.where.project);
}

function later(from: Date, minutes: number): string {
  return new Date(from.getTime() + minutes * 60_000).toISOString();
}
