import { AppError } from "../../base/index.ts";
import { heldLines } from "../../mind/quarantine.ts";
import { accept as acceptProposal, reject as rejectProposal, review as listProposals } from "../../mind/review.ts";
import { proposalNamed } from "../../mind/shortIds.ts";
import { exitFor, printJson, printReceipts } from "../answer.ts";
import { type Call, flag } from "../command.ts";
import { atTerminal, byCommand } from "../person.ts";
import { contentOf } from "./plan.ts";

export async function review(call: Call): Promise<number> {
  const proposals = await listProposals(await call.mind());
  if (call.json) {
    printJson(call, proposals);
    return 0;
  }
  const { structuredPatch } = await import("diff");
  const { colour, safe } = call.terminal;
  for (const proposal of proposals) {
    call.terminal.print(`${colour.bold(proposal.id)}  ${proposal.operation} ${proposal.document} ${JSON.stringify(proposal.heading)}\n`);
    const facts = [
      `from ${proposal.origin}`,
      proposal.session,
      proposal.confidence === undefined ? undefined : `confidence ${proposal.confidence}`,
      proposal.reason,
      readBefore(proposal),
    ].filter((fact) => fact !== undefined);
    call.terminal.print(`  ${colour.dim(safe(facts.join(" · ")))}\n`);
    for (const { line, why } of proposal.quarantined ?? [])
      call.terminal.print(`  ${colour.red("quarantined")} line ${line}: ${safe(why)}\n`);
    for (const { line, why } of proposal.eyeMarks ?? []) {
      call.terminal.print(`  ${colour.red("look")} ${line === 0 ? "heading" : `line ${line}`}: ${safe(why)}\n`);
    }
    for (const hunk of structuredPatch("", "", proposal.before ?? "", proposal.after ?? "", "", "", { context: 2 }).hunks) {
      // A line that only says "No newline at end of file" says nothing about a section.
      for (const line of hunk.lines.filter((each) => !each.startsWith("\\")))
        call.terminal.print(
          `  ${line.startsWith("+") ? colour.green(safe(line)) : line.startsWith("-") ? colour.red(safe(line)) : safe(line)}\n`,
        );
    }
    call.terminal.print("\n");
  }
  const held = await heldLines(await call.mind());
  if (held.length > 0) call.terminal.print(`${colour.bold(`quarantined lines (${held.length})`)}: codicil quarantine shows them\n\n`);
  if (proposals.length > 0) call.terminal.say("codicil accept ID · codicil reject ID [--for-ever]");
  const { reviewReadings, proposedReadings } = await import("../reviewReadings.ts");
  const mind = await call.mind();
  if (proposals.length === 0 && (await proposedReadings(mind)).length === 0) call.terminal.say("nothing to review");
  await reviewReadings(call, mind);
  return 0;
}

/** What the session had read by then that the person did not write. */
function readBefore({ taint }: Awaited<ReturnType<typeof listProposals>>[number]): string | undefined {
  if (taint === undefined || taint.sources.length === 0) return undefined;
  return `read before: ${taint.sources.map(({ source }) => source).join(", ")}${taint.more === undefined ? "" : ` and ${taint.more} more`}`;
}

export async function accept(call: Call): Promise<number> {
  const person = atTerminal(call, "accept");
  const receipt = await acceptProposal(await call.mind(), await proposalNamed(await call.mind(), call.args[0] ?? ""), {
    person,
    content: await contentOf(call, "content"),
  });
  return answer(call, receipt);
}

export async function reject(call: Call): Promise<number> {
  const receipt = await rejectProposal(await call.mind(), await proposalNamed(await call.mind(), call.args[0] ?? ""), {
    person: byCommand(),
    forEver: flag(call, "for-ever"),
  });
  if (call.json) printJson(call, receipt);
  else printReceipts(call, [receipt]);
  return 0;
}

export async function forget(call: Call): Promise<number> {
  if (!flag(call, "everywhere"))
    throw new AppError("BAD_USAGE", "forget needs --everywhere", {
      hint: "It takes the text out of the history too; there is no way back.",
    });
  const person = atTerminal(call, "forget");
  const { forget: forgetEverywhere } = await import("../../mind/forget.ts");
  const found = await forgetEverywhere(await call.mind(), call.args[0] ?? "", { person });
  if (call.json) printJson(call, found);
  else
    call.terminal.print(
      `forgotten: ${found.documents} documents, ${found.versions} versions, ${found.logs} journal lines, ${found.files} files${found.originals === 0 ? "" : `, ${found.originals} originals of other hosts`}${found.sent === 0 ? "" : `, ${found.sent} lines that were sent to the database`}\n`,
    );
  for (const machine of found.machines) call.terminal.say(`the disk of ${call.terminal.safe(machine)} still has it: run forget there too`);
  for (const file of found.still) call.terminal.say(`its host still has it: ${call.terminal.safe(file)}`);
  return 0;
}

function answer(call: Call, receipt: Parameters<typeof exitFor>[0][number]): number {
  if (call.json) printJson(call, receipt);
  else printReceipts(call, [receipt]);
  return exitFor([receipt]);
}
