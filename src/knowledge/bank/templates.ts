// The documents that a project's memory bank begins with (MB-05, MB-61, MB-63). Two levels: an index that is read first,
// and details. Routes go by what somebody wants to do, not by topic (MB-60). Written once, never over something.

import { INTENTS } from "./intents.ts";

export const BANK = "memory-bank";
export const BANK_INDEX = `${BANK}/MEMORY.md`;
export const BANK_PATTERNS = `${BANK}/details/patterns.md`;

const USER_BLOCK = `<!-- USER_BLOCK_START -->

## Notes by hand

<!-- This block is yours: no machine writes here. -->

<!-- USER_BLOCK_END -->
`;

export function bankIndexText(): string {
  return `# Project memory

<!-- MACHINE_BLOCK_START -->

<!-- Every entry: the conclusion first, then its limits, then a pointer (path:line). Paths that lead nowhere are reported. -->

## Goal

## Current focus

## Stack

## Conventions

## Top Quick Answers

<!-- Questions that come again and again, five to ten of them: "- How are errors raised? With AppError, in every room but the \
page. → src/base/errors.ts" -->

## Routing Rules

By what you want to do, not by topic. Nothing fits: look at what lies in details/.

| you want to | read first |
|---|---|
${INTENTS.filter(({ patterns, says }) => patterns && says !== "")
  .map(({ says }) => `| ${says} | [details/patterns.md](details/patterns.md) |`)
  .join("\n")}

## Drill-Down Protocol

1. Read this index. Its quick answers and routes name the one to three documents that matter; read those directly.
2. Not enough (more than three documents, a change of the kinds above, a question about history or everything): \`codicil bank \
read "QUESTION"\`, or the memory_reader tool.
3. Answer with citations (path:line). What the bank does not say is an open question, not a guess.

## Write Safety Rules

- Nothing writes here directly. Plan an entry (\`codicil plan\`, the plan tool); it becomes a proposal, which a person approves.
- One fact, one place: the index has conclusions and pointers, details/ has the reasons.
- Where memory and code disagree, say so and propose the correction; do not work around it.
- The user block below belongs to the person.

<!-- MACHINE_BLOCK_END -->

${USER_BLOCK}`;
}

export function bankPatternsText(): string {
  return `# Technical decisions and conventions

<!-- MACHINE_BLOCK_START -->

<!-- One section for each decision: what was decided, where it ends to hold, a pointer to the code; the reason and the day in the table. -->

## Decisions

| decision | date | reason |
|---|---|---|

## Conventions

<!-- MACHINE_BLOCK_END -->

${USER_BLOCK}`;
}
