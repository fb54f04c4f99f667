// Proposals as cards: what would change, from whom, and the answers.

import type { Mind } from "../../mind/open.ts";
import type { Person } from "../../mind/person.ts";
import { accept, type Proposal, reject } from "../../mind/documents/review.ts";
import { proposalEffects } from "../../rules/index.ts";
import { receiptLine } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";
import type { Words } from "../terminal/translated.ts";
import type { Card } from "./walk.ts";

export async function proposalCards(call: Call, mind: Mind, proposals: readonly Proposal[], person: Person): Promise<Card[]> {
  const cards: Card[] = [];
  for (const proposal of proposals) {
    const { id, hash } = proposal;
    cards.push({
      head: headOf(call, proposal),
      lines: await proposalLines(call, mind, proposal),
      choices: [
        { key: "a", label: "accept", said: "accepted", act: async () => [receiptLine(call, await accept(mind, id, { person, hash }))] },
        { key: "r", label: "reject", said: "rejected", act: async () => [receiptLine(call, await reject(mind, id, { person }))] },
        {
          key: "n",
          label: "never propose this again",
          said: "rejected for good",
          act: async () => [receiptLine(call, await reject(mind, id, { person, forEver: true }))],
        },
      ],
    });
  }
  return cards;
}

function headOf({ terminal }: Call, { operation, document, heading }: Proposal): string {
  return terminal.safe(terminal.words`Proposal: ${terminal.words.of(operation)} ${document} ${JSON.stringify(heading)}`);
}

/** What is known of a proposal and what it would change, a line each. */
export async function proposalLines({ terminal }: Call, mind: Mind, proposal: Proposal): Promise<string[]> {
  const { structuredPatch } = await import("diff");
  const { colour, safe, words } = terminal;
  const facts = [
    words`from ${words.of(proposal.origin)}`,
    proposal.from,
    proposal.changedBy === undefined ? undefined : words`last changed by ${words.of(proposal.changedBy)}`,
    proposal.session,
    proposal.confidence === undefined ? undefined : words`confidence ${proposal.confidence}`,
    proposal.reason,
    readBefore(proposal, words),
  ].filter((fact) => fact !== undefined);
  const patch = structuredPatch("", "", ended(proposal.before), ended(proposal.after), "", "", { context: 2 });
  return [
    `  ${colour.dim(safe(facts.join(" · ")))}`,
    ...(await lostRules(mind, proposal, words)).map((line) => `  ${colour.red(safe(line))}`),
    ...(proposal.quarantined ?? []).map(
      ({ line, why }) => `  ${colour.red(words`quarantined`)} ${words`line ${line}: ${safe(words.reading(why))}`}`,
    ),
    ...(proposal.eyeMarks ?? []).map(
      ({ line, why }) =>
        `  ${colour.red(words`look`)} ${line === 0 ? words`heading: ${safe(words.reading(why))}` : words`line ${line}: ${safe(words.reading(why))}`}`,
    ),
    ...patch.hunks.flatMap(({ lines }) => lines.map((line) => `  ${painted(terminal, line)}`)),
  ];
}

const INSTRUCTIONS = /(?:AGENTS|CLAUDE|GEMINI|QWEN)\.md$/;

/** The diff shows lines; that they are rules, and stop calls today, it does not. */
async function lostRules(mind: Mind, { id, document }: Proposal, words: Words): Promise<readonly string[]> {
  const effects = INSTRUCTIONS.test(document) ? await proposalEffects(mind, id) : null;
  const lost = (effects?.removed ?? []).filter(({ state }) => state === "enforced");
  if (lost.length === 0) return [];
  return [words`removes ${words.counted(lost.length, "enforced rule")}:`, ...lost.map(({ text }) => `  ${text}`)];
}

/** A section's last line is the same line with and without its end. */
function ended(text: string | null | undefined): string {
  return text == null || text === "" || text.endsWith("\n") ? (text ?? "") : `${text}\n`;
}

function painted({ colour, safe }: Call["terminal"], line: string): string {
  if (line.startsWith("+")) return colour.green(safe(line));
  return line.startsWith("-") ? colour.red(safe(line)) : safe(line);
}

/** What the session had read by then that the person did not write. */
function readBefore({ taint }: Proposal, words: Words): string | undefined {
  if (taint === undefined || taint.sources.length === 0) return undefined;
  return (
    words`read before: ${taint.sources.map(({ source }) => source).join(", ")}` +
    (taint.more === undefined ? "" : words` and ${taint.more} more`)
  );
}
