// /review in a conversation: everything that waits is shown, and what was shown can be confirmed by mb:write ID.

import { type Proposal, proposalsOf, review } from "../../mind/documents/review.ts";
import type { Chat } from "../chat/openChat.ts";
import { note, shownItem } from "./shown.ts";
import { phrasesFor } from "./phrases.ts";

export async function showPending(chat: Chat, options: { readonly chinese?: boolean } = {}): Promise<string[]> {
  const all = new Map<string, Proposal>();
  for (const each of [...(await proposalsOf(chat.mind, chat.sessionId)), ...(await review(chat.mind))]) all.set(each.id, each);
  const waiting = [...all.values()];
  if (waiting.length === 0) return [];
  await note(chat.mind, chat.sessionId, shownItem(chat.mind, waiting));
  return waiting.map((each) => phrasesFor(options.chinese === true).proposal(each, true));
}
