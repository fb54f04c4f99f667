// A person's decision on a proposal (MB-30, MB-31, MB-34…36, X16, X17). It counts for what was shown: the id, the hash of the
// content, until it runs out, once. The writer is code that applies the entry byte for byte; nothing is unlocked for anybody.

import { AppError, either } from "../../base/index.ts";
import { confirm, type Proposal, proposalsOf, review } from "../../mind/documents/review.ts";
import { openSession } from "../../activity/sessions.ts";
import { type Heard, NOTHING_HEARD, type TurnView } from "../ports/steps.ts";
import { type Phrases, phrasesFor } from "./phrases.ts";
import { readShown, settledItem, shownItem, type ShownProposal } from "./shown.ts";
import { isChinese, type Word } from "./wordings.ts";

const REVIEW = "/review";

/** Where the decision is typed: a turn of our own, or another program's chat. */
export interface Talk extends Pick<TurnView, "mind" | "sessionId" | "userText" | "listener"> {
  /** Other ids under which this conversation plans. */
  readonly plansAs?: readonly string[];
  /** What shows all that is pending. */
  readonly review?: string;
  /** Another program's chat: who typed there cannot be known well enough for a change of soul or rules, or for held lines. */
  readonly weak?: true;
}

export async function hearDecision(turn: Talk, word: Word): Promise<Heard> {
  const { mind, sessionId } = turn;
  const session = await openSession(mind, sessionId);
  const shown = readShown(session, mind.deps.clock.now());
  const lastWords = session.events.findLast((event) => event.type === "user_message");
  const say = phrasesFor(isChinese(turn.userText) || (word.kind !== "natural" && isChinese(JSON.stringify(lastWords ?? ""))));
  const waiting = await stillWaiting(turn, shown.open);
  if (word.kind === "natural") {
    const justNow = waiting.filter(({ now }) => shown.justNow.some(({ id }) => id === now.id));
    // Without a proposal right before it, "yes" is an answer to something else.
    if (justNow.length === 0 || !mind.config.confirm.natural_words) return NOTHING_HEARD;
    return settleOne(turn, say, justNow, word.yes);
  }
  const yes = word.kind === "write";
  if (word.id === null) return waiting.length === 0 ? told(say.nothingPending(turn.review ?? REVIEW)) : settleOne(turn, say, waiting, yes);
  const named = waiting.filter(({ now }) => now.id === word.id);
  return named.length > 0 ? settleOne(turn, say, named, yes) : showUnseen(turn, say, word.id);
}

interface Waiting {
  readonly shown: ShownProposal;
  readonly now: Proposal;
}

async function allPending({ mind, sessionId, plansAs }: Talk): Promise<Proposal[]> {
  return [...(await proposalsOf(mind, sessionId, plansAs)), ...(await review(mind))];
}

async function stillWaiting(turn: Talk, open: readonly ShownProposal[]): Promise<Waiting[]> {
  if (open.length === 0) return [];
  const now = await allPending(turn);
  return open.flatMap((shown) => {
    const found = now.find(({ id }) => id === shown.id);
    return found === undefined ? [] : [{ shown, now: found }];
  });
}

async function settleOne(turn: Talk, say: Phrases, waiting: readonly Waiting[], yes: boolean): Promise<Heard> {
  const [one, ...others] = waiting;
  if (one === undefined) return told(say.nothingPending(turn.review ?? REVIEW));
  if (others.length > 0) return told(say.several(waiting.map(({ now }) => now)));
  // The text on the screen is what was agreed to, and nothing else.
  if (one.shown.hash !== one.now.hash)
    return { handled: true, items: [shownItem(turn.mind, [one.now])], words: [say.changed(one.now.id), say.proposal(one.now, true)] };
  if (yes && turn.weak === true && wantsMore(one.now)) return told(say.onlyAtTerminal(one.now.document, one.now.id));
  try {
    const receipt = await confirm(turn.mind, one.now.session ?? turn.sessionId, one.shown, yes ? "accept" : "reject");
    const words = yes ? say.written(receipt) : say.dropped(receipt);
    turn.listener({ type: "receipt", receipt, text: words });
    return { handled: true, items: [settledItem([{ id: one.now.id, accepted: yes }], words)], words: [words] };
  } catch (error) {
    // Gone, changed or locked meanwhile: the person is told why, and the proposal stays what it was.
    if (!(error instanceof AppError)) throw error;
    return told(say.notWritten(`${error.code}: ${error.message}`));
  }
}

/** Who the agent is and what it may do, in any program's file for it. */
const SOUL_OR_RULES = new RegExp(
  String.raw`(?:^|\/)(?:(?:${either`soul, spirit, agents, claude, gemini, qwen, copilot-instructions`})` +
    String.raw`(?:\.local|\.override)?\.md|\.\w+rules)$`,
  "i",
);

/** Accepting lets held lines through as well. */
export function wantsMore({ document, quarantined }: Pick<Proposal, "document" | "quarantined">): boolean {
  return SOUL_OR_RULES.test(document) || (quarantined?.length ?? 0) > 0;
}

/** A proposal of another session, or one that ran out: it is shown first, and the next word counts. */
async function showUnseen(turn: Talk, say: Phrases, id: string): Promise<Heard> {
  const found = (await allPending(turn)).find((each) => each.id === id);
  if (found === undefined) return told(say.noSuch(id, turn.review ?? REVIEW));
  return { handled: true, items: [shownItem(turn.mind, [found])], words: [say.proposal(found, true), say.lookFirst(id)] };
}

function told(words: string): Heard {
  return { handled: true, items: [], words: [words] };
}
