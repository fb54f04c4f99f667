// Proposals in another program's chat: shown once, and the person's decision on them, by the same code as in our own. A second
// door of this room, because the hook comes through it and needs none of the models and tools.
//
// Only the person's own message counts, and only where it is the word and nothing else: programs put files, commands of the
// repository and their own notes into what they call the prompt, and a word within such a text is nobody's approval.

import type { Mind } from "../../mind/open.ts";
import { type Proposal, proposalsOf } from "../../mind/documents/review.ts";
import { openSession } from "../../activity/sessions.ts";
import { hearDecision, wantsMore } from "./confirm.ts";
import { phrasesFor } from "./phrases.ts";
import { contentKey, note, passedItem, readShown, shownItem } from "./shown.ts";
import { isChinese, readWord, type Word } from "./wordings.ts";

export interface HostTalk {
  readonly mind: Mind;
  /** The host's session as Codicil calls it; it has begun. */
  readonly session: string;
  /** Other ids under which the host's agent plans: its own session's, its MCP server's. */
  readonly plansAs: readonly string[];
}

const ALONE = /^\s*mb[:：](?:write|no)(?:\s+e_[A-Za-z0-9_.-]{6,80})?\s*$/i;

/** null: the message is about something else. */
export function wordIn(message: string): Word | null {
  const word = readWord(message);
  return word === null || word.kind === "natural" || ALONE.test(message) ? word : null;
}

/** What became of the person's approval, for them and for the model; null: it was about something else. */
export async function hearInHost({ mind, session, plansAs }: HostTalk, message: string, word: Word): Promise<string | null> {
  const heard = await hearDecision(
    { mind, sessionId: session, plansAs, userText: message, listener: () => undefined, review: "codicil review", weak: true },
    word,
  );
  for (const item of heard.items) await note(mind, session, item);
  return heard.words.length === 0 ? null : heard.words.join("\n");
}

/** The person said something else: what was shown before it is no longer what a bare "yes" is about. */
export async function passBy({ mind, session }: HostTalk): Promise<void> {
  const shown = readShown(await openSession(mind, session), mind.deps.clock.now());
  if (shown.justNow.length > 0) await note(mind, session, passedItem());
}

export async function isAnythingProposed({ mind, session, plansAs }: HostTalk): Promise<boolean> {
  return (await proposalsOf(mind, session, plansAs)).length > 0;
}

/** Proposals that this session has not shown yet, in words; from now on they count as shown (MB-33: once). */
export async function showInHost({ mind, session, plansAs }: HostTalk, through?: "model"): Promise<string | null> {
  const waiting = new Map((await proposalsOf(mind, session, plansAs)).map((each): [string, Proposal] => [each.id, each]));
  if (waiting.size === 0) return null;
  const shown = readShown(await openSession(mind, session), mind.deps.clock.now());
  const fresh = [...waiting.values()].filter((each) => !shown.contents.has(contentKey(each)));
  if (fresh.length === 0) return null;
  await note(mind, session, shownItem(mind, fresh, through));
  const several = fresh.length + shown.open.length > 1;
  return fresh.map((each) => inWords(each, several)).join("\n\n");
}

/** Where the word does not count here, nobody is told to type it. */
function inWords(proposal: Proposal, several: boolean): string {
  const say = phrasesFor(isChinese(proposal.content ?? ""));
  if (!wantsMore(proposal)) return say.proposal(proposal, several);
  return `${say.proposed(proposal)}\n${say.onlyAtTerminal(proposal.document, proposal.id)}`;
}
