// What a session of another program is told about Codicil, before its rules and memory: how calls are judged, how memory
// changes, and the protocol of a memory bank where the project has one (MB-20, MB-21).

import { protocolBlock } from "../bankProtocol.ts";

const BASELINE = `Codicil keeps this person's memory and rules, beside the program that runs you.
- Every tool call is checked before it runs. A refusal names its rule: do not look for another way to the same end; do something else, or tell the person.
- The documents of memory (SOUL.md, USER.md, MEMORY.md, AGENTS.md, memory-bank/) are not edited directly. Declare a change with Codicil's tool \`plan\`, or in a shell: codicil plan --path PATH --heading HEADING --op append --content TEXT. It is applied after the session, or waits for the person's word.
- To look something up in memory and past sessions use Codicil's tool \`recall\`, or in a shell: codicil recall WORDS.`;

export function hostBaseline(options: { readonly bank: boolean }): string {
  return options.bank ? `${BASELINE}\n\n${protocolBlock()}` : BASELINE;
}
