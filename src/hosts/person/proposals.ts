// Proposals of a host's session: shown to the person at the end of the turn where the host lets us speak to them, else by
// its model with their next message; and the person's decision on them, when they type it into the host's chat.

import { hearInHost, type HostTalk, isAnythingProposed, passBy, showInHost, wordIn } from "../../runtime/memory/inHosts.ts";
import { isRunByAgent } from "./runByAgent.ts";

export interface Spoken {
  /** For the model. */
  readonly context: string | null;
  /** For the person, where the host can show it. */
  readonly person: string | null;
  /** At the end of a turn: the agent is sent back to work, with this reason. */
  readonly back?: string;
}

const NOTHING: Spoken = { context: null, person: null };

export interface PromptTalk extends HostTalk {
  /** Begins the session, where Codicil did not see it begin. */
  begin(): Promise<unknown>;
}

/** Before the model gets the person's message. */
export async function hearPrompt(talk: PromptTalk, message: string): Promise<Spoken & { readonly heard: boolean }> {
  const word = wordIn(message);
  if (word === null && !(await isAnythingProposed(talk))) return { ...NOTHING, heard: false };
  await talk.begin();
  if (word !== null) {
    const said = isRunByAgent() ? NOT_THE_PERSON : await hearInHost(talk, message, word);
    // The command guard (MB-32): a message that settles a proposal starts no other.
    if (said !== null) return { context: `${DONE_BY_CODE}\n${said}`, person: said, heard: true };
  }
  await passBy(talk);
  const waiting = await showInHost(talk, "model");
  return { context: waiting === null ? null : `${ASK_THE_PERSON}\n${waiting}`, person: null, heard: false };
}

/** At the end of a turn, in a host that shows what we say to the person. */
export async function showAtTurnEnd(talk: PromptTalk): Promise<string | null> {
  if (!(await isAnythingProposed(talk))) return null;
  await talk.begin();
  return showInHost(talk);
}

const DONE_BY_CODE = "The person's message answered a proposal to memory. Codicil handled it; tell them briefly what became of it:";
const ASK_THE_PERSON =
  "Proposed to memory in this session. Nothing is written until the person types the answer into this chat. Show them " +
  "this, exactly as it is, before you continue:";
const NOT_THE_PERSON =
  "Not heard: an agent's call sent this, or started this program, and only a person can confirm what goes into memory. In " +
  "a terminal: codicil review.";
