// At the next start: chats that were cut off are ended as if they had been left properly. Nothing is asked of a model; a
// start is no time to wait for one.

import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { openHooks } from "../hooks/fire.ts";
import { endSession, type Ended } from "./endSession.ts";
import { holdingChat, noteEnded, readChatNotes } from "./openChats.ts";

export interface Recovered extends Ended {
  readonly sessionId: string;
}

export async function recoverChats(
  mind: Mind,
  options: { readonly env?: Readonly<Record<string, string | undefined>>; readonly except?: string | undefined } = {},
): Promise<Recovered[]> {
  const recovered: Recovered[] = [];
  for (const sessionId of (await readChatNotes(mind)).open) {
    if (sessionId === options.except) continue;
    // Busy: it is being talked to in another terminal.
    const held = await holdingChat(mind, sessionId, () => recoverOne(mind, sessionId, options.env ?? process.env));
    if (held.kind === "done" && held.value !== null) recovered.push(held.value);
  }
  return recovered;
}

async function recoverOne(mind: Mind, sessionId: string, env: Readonly<Record<string, string | undefined>>): Promise<Recovered | null> {
  // Another start may have been faster.
  if (!(await readChatNotes(mind)).open.includes(sessionId)) return null;
  try {
    return {
      sessionId,
      ...(await endSession({ mind, sessionId, reason: "crash", model: null, hooks: openHooks(mind, { session: sessionId, env }) })),
    };
  } catch (error) {
    // Its file is gone or damaged: there is nothing to end, and it is not looked at again. `session list` names it.
    if (!(error instanceof AppError) || !["NOT_FOUND", "DAMAGED"].includes(error.code)) throw error;
    await noteEnded(mind, sessionId, { reason: `crash, ${error.code}`, through: 0 });
    return null;
  }
}
