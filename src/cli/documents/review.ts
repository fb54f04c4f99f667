import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { heldLines } from "../../mind/documents/quarantine.ts";
import {
  accept as acceptProposal,
  type Conflict,
  conflicts as listConflicts,
  type Proposal,
  reject as rejectProposal,
  review as listProposals,
} from "../../mind/documents/review.ts";
import { listedId, proposalNamed } from "../../activity/shortIds.ts";
import { listReadings, type ReadingItem } from "../../rules/index.ts";
import { exitFor, printJson, printReceipts } from "../terminal/answer.ts";
import { type Call, flag } from "../terminal/command.ts";
import { atTerminal, byCommand } from "../terminal/person.ts";
import { conflictCards } from "../review/conflictCards.ts";
import { lineCards } from "../review/lineCards.ts";
import { proposalCards, proposalLines } from "../review/proposalCards.ts";
import { walk } from "../review/walk.ts";
import { contentOf } from "../terminal/given.ts";

export async function review(call: Call): Promise<number> {
  const mind = await call.mind();
  const proposals = await listProposals(mind);
  if (call.json) {
    printJson(call, proposals);
    return 0;
  }
  const open = { proposals, conflicts: await listConflicts(mind), lines: await proposedReadings(mind) };
  if (call.terminal.isForeground && !flag(call, "list")) return decideOneByOne(call, mind, open);
  return list(call, mind, open);
}

interface Open {
  readonly proposals: readonly Proposal[];
  readonly conflicts: readonly Conflict[];
  readonly lines: readonly ReadingItem[];
}

async function decideOneByOne(call: Call, mind: Mind, { proposals, conflicts, lines }: Open): Promise<number> {
  const person = atTerminal(call, "review");
  const cards = [
    ...conflictCards(call, mind, conflicts, person),
    ...(await proposalCards(call, mind, proposals, person)),
    ...lineCards(call, mind, lines, person),
  ];
  if (cards.length === 0) call.terminal.say(call.terminal.words`nothing to review`);
  else await walk(call, cards);
  await sayQuarantined(call, mind);
  return 0;
}

async function list(call: Call, mind: Mind, { proposals, conflicts, lines }: Open): Promise<number> {
  const { print, say, colour, safe, words } = call.terminal;
  for (const proposal of proposals) {
    print(
      `${colour.bold(proposal.id)}  ${safe(`${words.of(proposal.operation)} ${proposal.document} ${JSON.stringify(proposal.heading)}`)}\n`,
    );
    print(`${(await proposalLines(call, mind, proposal)).join("\n")}\n\n`);
  }
  await sayQuarantined(call, mind);
  if (proposals.length > 0) say("codicil accept ID · codicil reject ID [--for-ever]");
  if (conflicts.length > 0) say(words`${words.counted(conflicts.length, "conflict")}: codicil resolve`);
  if (lines.length > 0) {
    const title = words.counted(lines.length, "proposed reading");
    print(`${words`${colour.bold(title)} of instruction files: not enforced until you decide`}\n`);
    for (const { file, line, readings, count } of lines) {
      const met = count === 0 ? "" : colour.dim(words` (met ${words.counted(count, "call")})`);
      print(`  ${safe(`${file}:${line} ${readings.map(words.reading).join(words`; `)}`)}${met}\n`);
    }
    say(words`run codicil review at a terminal to decide, or codicil policy confirm FILE:LINE`);
  }
  if (proposals.length + conflicts.length + lines.length === 0) say(words`nothing to review`);
  return 0;
}

async function sayQuarantined({ terminal }: Call, mind: Mind): Promise<void> {
  const held = await heldLines(mind);
  if (held.length > 0)
    terminal.print(
      `${terminal.words`${terminal.colour.bold(terminal.words`quarantined lines (${held.length})`)}: codicil quarantine shows them`}\n\n`,
    );
}

/** Those that met calls first, also of other projects. */
async function proposedReadings(mind: Mind): Promise<readonly ReadingItem[]> {
  return (await listReadings(mind)).filter(({ state }) => state === "proposed");
}

async function named(call: Call): Promise<string> {
  const mind = await call.mind();
  return proposalNamed(mind, listedId(mind, call.terminal.device, "proposal", call.args[0] ?? ""));
}

export async function accept(call: Call): Promise<number> {
  const person = atTerminal(call, "accept");
  const receipt = await acceptProposal(await call.mind(), await named(call), { person, content: await contentOf(call, "content") });
  return answer(call, receipt);
}

export async function reject(call: Call): Promise<number> {
  const receipt = await rejectProposal(await call.mind(), await named(call), { person: byCommand(), forEver: flag(call, "for-ever") });
  if (call.json) printJson(call, receipt);
  else printReceipts(call, [receipt]);
  return 0;
}

export async function forget(call: Call): Promise<number> {
  if (!flag(call, "everywhere"))
    throw new AppError("BAD_USAGE", "forget needs --everywhere", {
      hint:
        "It removes the text from the history too and cannot be undone. To remove a line so that it can be undone: " +
        "codicil edit MEMORY.md.",
    });
  const person = atTerminal(call, "forget");
  const { forget: forgetEverywhere } = await import("../../sharing/forget.ts");
  const mind = await call.mind();
  const { safe, say, words } = call.terminal;
  const text = await whichText(call, mind, call.args[0] ?? "");
  if (text === null) {
    say(words`nothing was forgotten`);
    return 2;
  }
  const found = await forgetEverywhere(mind, text, { person });
  if (call.json) printJson(call, found);
  else
    call.terminal.print(
      `${words`forgotten: ${[
        words.counted(found.documents, "document"),
        words.counted(found.versions, "version"),
        words.counted(found.logs, "journal line"),
        words.counted(found.files, "file"),
        ...(found.trash === 0 ? [] : [words`${words.counted(found.trash, "file")} of the trash`]),
        ...(found.originals === 0 ? [] : [words`${words.counted(found.originals, "original")} of other hosts`]),
        ...(found.sent === 0 ? [] : [words`${words.counted(found.sent, "line")} sent to the database`]),
      ].join(words`, `)}`}\n`,
    );
  for (const machine of found.machines) say(words`the disk of ${safe(machine)} still has it: run forget there too`);
  for (const file of found.still) say(words`its host still has it: ${safe(file)}`);
  return 0;
}

/** Where several lines have the words, the person says which by its number; null: none of them. */
async function whichText(call: Call, mind: Mind, typed: string): Promise<string | null> {
  const { canForget, linesWith } = await import("../../sharing/forget.ts");
  const lines = typed.trim() === "" ? [] : await linesWith(mind, typed);
  const facts = [...new Set(lines.map(({ text }) => text.replace(/^[-*+] /, "")))].filter(canForget);
  const offersWords = canForget(typed);
  if (call.json || facts.length < (offersWords ? 2 : 1)) return typed;
  const { print, safe, words } = call.terminal;
  for (const [at, fact] of facts.entries()) {
    const places = lines.filter(({ text }) => text.endsWith(fact)).map(({ document, line }) => `${document}:${line}`);
    print(`${String(at + 1).padStart(3)}  ${safe(fact)}  ${call.terminal.colour.dim(safe(places.join(", ")))}\n`);
  }
  if (offersWords) print(`  0  ${words`only the words ${JSON.stringify(safe(typed))}, in every line`}\n`);
  print(words`Which one? A number, or Enter for none: `);
  for await (const line of call.terminal.inputLines()) {
    const number = /^\d{1,4}$/.test(line.trim()) ? Number(line) : Number.NaN;
    return number === 0 && offersWords ? typed : (facts[number - 1] ?? null);
  }
  return null;
}

function answer(call: Call, receipt: Parameters<typeof exitFor>[0][number]): number {
  if (call.json) printJson(call, receipt);
  else printReceipts(call, [receipt]);
  return exitFor([receipt]);
}
