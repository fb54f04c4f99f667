// A conversation of the page, held from its first word to its end, as a terminal holds one: nobody else has it meanwhile,
// the hooks are told, and its end saves what is pending and writes the day's digest.

import type { Mind } from "../../mind/open.ts";
import { type Chat, type ConversationOptions, converse, type Ended, type EndReason } from "../../runtime/index.ts";

export interface Held {
  /** Rejects where it cannot be opened: another process has it, a hook keeps it from beginning, there is no such session. */
  readonly chat: Promise<Chat>;
  end(reason: EndReason): Promise<Ended>;
}

export function holdConversation(mind: Mind, options: ConversationOptions): Held {
  const opened = Promise.withResolvers<Chat>();
  const leaving = Promise.withResolvers<EndReason>();
  const ended = converse(mind, options, ({ chat }) => {
    opened.resolve(chat);
    return leaving.promise;
  });
  ended.catch(opened.reject);
  return {
    chat: opened.promise,
    end(reason) {
      leaving.resolve(reason);
      return ended;
    },
  };
}
