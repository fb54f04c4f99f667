// Where a turn's events go, and what the model gets of them: a session's file, or just this process' memory.

import type { Draft } from "../../activity/sessions.ts";
import type { HarnessItem, Message } from "../../schema/index.ts";
import { wrapReminder } from "../../snapshot/index.ts";

export interface TurnRecord {
  append(drafts: readonly Draft[]): Promise<void>;
  /** The context as it is now. */
  messages(): Promise<readonly Message[]>;
}

/** For callers who keep no session: harness items are as messages of their own. */
export function recordInMemory(start: readonly Message[]): TurnRecord {
  const all = [...start];
  return {
    append: async (drafts) => {
      for (const draft of drafts) {
        if (draft["type"] === "harness_item")
          all.push({ role: "user", content: [{ type: "text", text: wrapReminder((draft["item"] as HarnessItem).content) }], meta: true });
        else all.push(draft["message"] as Message);
      }
    },
    messages: async () => [...all],
  };
}
