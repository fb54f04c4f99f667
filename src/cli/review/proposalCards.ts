// Proposals as cards: what would change, from whom, and the answers.

import type { Mind } from "../../mind/open.ts";
import type { Person } from "../../mind/person.ts";
import { accept, type Proposal, reject } from "../../mind/documents/review.ts";
import { proposalEffects } from "../../rules/index.ts";
import { receiptLine } from "../terminal/answer.ts";
import type { Call } from "../terminal/command.ts";
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
  return terminal.safe(`Proposal: ${operation} ${document} ${JSON.stringify(heading)}`);
}

/** What is known of a proposal and what it would change, a line each. */
export async function proposalLines({ terminal }: Call, mind: Mind, proposal: Proposal): Promise<string[]> {
  const { structuredPatch } = await import("diff");
  const { colour, safe } = terminal;
  const facts = [
    `from ${proposal.origin}`,
    proposal.from,
    proposal.changedBy === undefined ? undefined : `last changed by ${proposal.changedBy}`,
    proposal.session,
    proposal.confidence === undefined ? undefined : `confidence ${proposal.confidence}`,
    proposal.reason,
    readBefore(proposal),
  ].filter((fact) => fact !== undefined);
  const patch = structuredPatch("", "", ended(proposal.before), ended(proposal.after), "", "", { context: 2 });
  return [
    `  ${colour.dim(safe(facts.join(" · ")))}`,
    ...(await lostRules(mind, proposal)).map((line) => `  ${colour.red(safe(line))}`),
    ...(proposal.quarantined ?? []).map(({ line, why }) => `  ${colour.red("quarantined")} line ${line}: ${safe(why)}`),
    ...(proposal.eyeMarks ?? []).map(({ line, why }) => `  ${colour.red("look")} ${line === 0 ? "heading" : `line ${line}`}: ${safe(why)}`),
    ...patch.hunks.flatMap(({ lines }) => lines.map((line) => `  ${painted(terminal, line)}`)),
  ];
}

const INSTRUCTIONS = /(?:AGENTS|CLAUDE|GEMINI|QWEN)\.md$/;

/** The diff shows lines; that they are rules, and stop calls today, it does not. */
async function lostRules(mind: Mind, { id, document }: Proposal): Promise<readonly string[]> {
  const effects = INSTRUCTIONS.test(document) ? await proposalEffects(mind, id) : null;
  const lost = (effects?.removed ?? []).filter(({ state }) => state === "enforced");
  if (lost.length === 0) return [];
  return [`removes ${lost.length} enforced ${lost.length === 1 ? "rule" : "rules"}:`, ...lost.map(({ text }) => `  ${text}`)];
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
function readBefore({ taint }: Proposal): string | undefined {
  if (taint === undefined || taint.sources.length === 0) return undefined;
  return `read before: ${taint.sources.map(({ source }) => source).join(", ")}${taint.more === undefined ? "" : ` and ${taint.more} more`}`;
}
