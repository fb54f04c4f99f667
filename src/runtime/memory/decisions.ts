// Memory in conversation, as a step of the turn. Before the model: the person's decision on a proposal, and what they want
// kept. After it: proposals that the turn made are shown, and an answer that promises what nobody did is corrected.

import { plan } from "../../mind/documents/remember.ts";
import { type Proposal, proposalsOf } from "../../mind/documents/review.ts";
import { openSession, type Session } from "../../activity/sessions.ts";
import { type HarnessItem, type KnownEvent, textIn } from "../../schema/index.ts";
import { branchTo } from "../../session/index.ts";
import { type DoneCall, type FinishedTurn, type Heard, type MemoryDecisions, NOTHING_HEARD, type TurnView } from "../ports/steps.ts";
import { hearDecision } from "./confirm.ts";
import { keep, type KeepRequest } from "./keep.ts";
import { phrasesFor } from "./phrases.ts";
import { contentKey, note, readShown, shownItem } from "./shown.ts";
import { isChinese, promisesToRemember, readWishes, readWord, statementsOf, type Wish } from "./wordings.ts";

export const memoryDecisions: MemoryDecisions = { hear, decide };

/** What was done is told to the person by code, whatever the model makes of it. */
async function hear(turn: TurnView): Promise<Heard> {
  const told = new Set<string>();
  const listener: TurnView["listener"] = (event) => {
    if (event.type === "receipt") told.add(event.text);
    turn.listener(event);
  };
  const heard = await hearWords({ ...turn, listener });
  for (const text of heard.words) if (!told.has(text)) turn.listener({ type: "notice", text });
  return heard;
}

async function hearWords(turn: TurnView): Promise<Heard> {
  const word = readWord(turn.userText);
  if (word !== null) return hearDecision(turn, word);
  const wishes = readWishes(turn.userText).filter(({ kind }) => kind !== "decision");
  if (wishes.length === 0) return NOTHING_HEARD;
  const say = phrasesFor(isChinese(turn.userText));
  if (turn.sessionType === "shared") return { handled: false, items: [], words: [say.shared] };
  const words: string[] = [];
  for (const wish of wishes) words.push(...(await keepWish(turn, wish)));
  const items: HarnessItem[] = [
    {
      kind: "memory",
      origin: "system",
      visibility: "compact",
      content: `The person asked to have something kept, and it was done by code, not by you: ${words.join(" ")} Say so in a few words.`,
      data: { kept: wishes.length },
    },
  ];
  return { handled: isOnlyWishes(turn.userText, wishes), items, words };
}

async function keepWish(turn: TurnView, wish: Wish): Promise<string[]> {
  const say = phrasesFor(isChinese(turn.userText));
  const what =
    wish.content === null ? thisOf(await openSession(turn.mind, turn.sessionId)) : { content: wish.content, origin: "user" as const };
  if (what === null) return [say.nothingToRemember];
  const kept = await keep(turn.mind, { kind: wish.kind, session: turn.sessionId, ...what });
  if (kept.known !== null) return [say.known(kept.known)];
  const text = kept.places.length === 0 ? "" : say.recorded(kept.places, kept.notes);
  for (const receipt of kept.receipts) turn.listener({ type: "receipt", receipt, text });
  return [...(text === "" ? [] : [text]), ...kept.problems.map((problem) => say.notWritten(problem))];
}

const LONGEST_QUOTE = 400;

/** "This": what the person stated last, or, where they asked, the answer they got. */
function thisOf(session: Session): Pick<KeepRequest, "content" | "origin"> | null {
  const branch = branchTo(session, session.leafId);
  const [said, answered] = [textOf(branch, "user_message"), textOf(branch, "assistant_message")];
  const isStatement = said !== null && !/[?？]\s*$|(?:吗|呢|么)[。\s]*$/.test(said.trim());
  if (said !== null && isStatement) return { content: cut(said), origin: "user" };
  return answered === null ? null : { content: cut(answered), origin: "agent" };
}

function textOf(branch: readonly KnownEvent[], type: "user_message" | "assistant_message"): string | null {
  const event = branch.findLast((each) => each.type === type);
  if (event === undefined || !("message" in event)) return null;
  const text = textIn(event.message.content).trim();
  return text === "" ? null : text;
}

function cut(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length <= LONGEST_QUOTE ? plain : `${plain.slice(0, LONGEST_QUOTE)}…`;
}

/** Nothing else was asked, so that a responder that is no model need only say what was done. */
function isOnlyWishes(message: string, wishes: readonly Wish[]): boolean {
  return !/[?？]/.test(message) && (statementsOf(message).length <= wishes.length || /^[^\n]*[:：]\s*\n/.test(message));
}

async function decide(turn: FinishedTurn): Promise<void> {
  const word = readWord(turn.userText);
  // The command guard (MB-32): a turn that settles a proposal starts no new one.
  if (word === null || (word.kind === "natural" && !turn.heard.handled)) await propose(turn);
  await correctPromise(turn);
}

async function propose(turn: FinishedTurn): Promise<void> {
  await proposeDecisions(turn);
  const waiting = await proposalsOf(turn.mind, turn.sessionId);
  if (waiting.length === 0) return;
  const shown = readShown(await openSession(turn.mind, turn.sessionId), turn.mind.deps.clock.now());
  // The repeat guard (MB-33): what was shown in this conversation, whatever became of it, is not shown again.
  const fresh = waiting.filter((each) => !shown.contents.has(contentKey(each)));
  if (fresh.length === 0) return;
  const say = phrasesFor(isChinese(turn.userText));
  const several = fresh.length + shown.open.length > 1;
  await note(turn.mind, turn.sessionId, shownItem(turn.mind, fresh));
  for (const each of fresh) turn.listener({ type: "proposal", receipt: receiptFor(each), text: say.proposal(each, several) });
}

/** MB-30: a decision of the person's belongs into the project's memory, if it has one; code sees it, the person decides. */
async function proposeDecisions(turn: FinishedTurn): Promise<void> {
  const { mind, sessionId } = turn;
  const decisions = readWishes(turn.userText).filter(({ kind, content }) => kind === "decision" && content !== null);
  if (decisions.length === 0 || mind.where.project === null || mind.environment.disk.lstat(`${mind.where.project}/memory-bank`) !== "dir")
    return;
  const shown = readShown(await openSession(mind, sessionId), mind.deps.clock.now());
  for (const { content } of decisions) {
    const line = `- ${(content ?? "").replace(/\s+/g, " ")}`;
    if (shown.contents.has(contentKey({ document: "./memory-bank/MEMORY.md", heading: "Decisions", content: line }))) continue;
    await plan(mind, {
      path: "./memory-bank/MEMORY.md",
      heading: "Decisions",
      operation: "append",
      content: line,
      session: sessionId,
      origin: "agent",
      reason: "a decision in the conversation",
    });
  }
}

function receiptFor({ id, document, heading }: Proposal) {
  return { entry: id, status: "proposed" as const, document, heading, before: null, after: null };
}

/** "I'll remember" is either true or said to be untrue. */
async function correctPromise(turn: FinishedTurn): Promise<void> {
  if (!promisesToRemember(turn.raw) || turn.heard.words.length > 0 || turn.calls.some(wroteMemory)) return;
  const text = phrasesFor(isChinese(turn.userText)).emptyPromise;
  turn.listener({ type: "notice", text });
  await note(turn.mind, turn.sessionId, {
    kind: "runtime_notice",
    origin: "system",
    visibility: "compact",
    content:
      "Your last answer said that something is remembered, but nothing was written. The person was told. Use the memory tool " +
      "before you say so.",
    data: { emptyPromise: true },
  });
}

function wroteMemory({ name, outcome }: DoneCall): boolean {
  return outcome.isError !== true && /^(?:memory_(?:add|replace|remove)|plan)$/.test(name);
}
