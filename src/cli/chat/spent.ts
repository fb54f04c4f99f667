// What the models of a session cost, for its last lines. The offline responder costs nothing and is not named.

import type { Mind } from "../../mind/open.ts";
import { openSession } from "../../activity/sessions.ts";
import { accountOf, sayAccount } from "../../runtime/index.ts";

export async function spentLines(mind: Mind, sessionId: string): Promise<string[]> {
  if (sessionId === "") return [];
  return accountOf(await openSession(mind, sessionId))
    .filter(({ model }) => model !== "offline")
    .map((line) => `  ${sayAccount(line)}`);
}
