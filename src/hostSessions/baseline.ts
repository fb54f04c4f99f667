// What a session of another program is told about Codicil, before its rules and memory: how calls are judged, how memory
// changes, and the protocol of a memory bank where the project has one (MB-20, MB-21).

import { protocolBlock } from "../bank/protocol.ts";

const BASELINE = `Codicil keeps this person's memory and rules, beside the program that runs you.
- Every tool call is checked before it runs. A refusal names its rule: do not look for another way to the same end; do something \
else, or tell the person.
- The documents of memory (SOUL.md, USER.md, MEMORY.md, AGENTS.md, memory-bank/) are not edited directly. Declare a change with \
Codicil's tool \`plan\`, or in a shell: codicil plan --path PATH --heading HEADING --op append --content TEXT --session SESSION. \
It is applied after the session, or needs the person's approval, which only they can type (mb:write).
- To look something up in memory and past sessions use Codicil's tool \`recall\`, or in a shell: codicil recall WORDS.`;

const SHARED = `
- This session is shared: others may read it. The person's private memory is neither loaded nor searched here, and nothing is \
written into it.`;

/** `session`: what is planned under it is shown in it. */
export function hostBaseline({
  bank,
  session,
  shared,
}: {
  readonly bank: boolean;
  readonly session: string;
  readonly shared: boolean;
}): string {
  const told = BASELINE.replace("SESSION", session);
  const baseline = shared ? `${told.replace("codicil recall WORDS", "codicil recall WORDS --scope shared")}${SHARED}` : told;
  return bank ? `${baseline}\n\n${protocolBlock()}` : baseline;
}
