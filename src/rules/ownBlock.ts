// ownBlock: a line was read otherwise than its author means. They write the rule as a policy block below it, and the line
// itself is advice from then on.

import { AppError } from "../base/index.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";
import { type ByPerson, needPerson } from "../mind/person.ts";
import { decideLine } from "../calls/readings.ts";
import { asBlock, type Policy, type Rule } from "../policy/index.ts";
import { instructionText, notOurs, policyWith, writeInstructionText } from "./instructionText.ts";

/** The readings of a line as a policy block, for its author to change. ID is a clause's, or a rule's. */
export async function readingBlock(mind: Mind, id: string): Promise<{ readonly file: string; readonly block: string }> {
  const rules = rulesOf(policySource(mind).capture(), id);
  return { file: rules[0].file, block: rules.map(asBlock).join("\n") };
}

/** What to give to `undo`, in the order in which it was done. */
export async function writeOwnBlock(
  mind: Mind,
  id: string,
  { block, person }: ByPerson & { readonly block: string },
): Promise<{ readonly undo: readonly string[] }> {
  needPerson(person, "a policy block");
  const policy = policySource(mind).capture();
  const [rule, ...more] = rulesOf(policy, id);
  const file = await instructionText(mind, rule.file);
  if (file === null) throw notOurs(rule.file);
  const at = endOfList(file.lines, rule.line);
  const added = ["", ...fenced(block), ...((file.lines[at] ?? "") === "" ? [] : [""])];
  const lines = file.lines.toSpliced(at, 0, ...added);
  checkAdded(policyWith(mind, policy, { path: rule.file, text: lines.join("\n") }), rule.file, { from: at + 1, to: at + added.length });
  const { undo } = await writeInstructionText(mind, file, lines, "written as a policy block in the page");
  const { clause, line, text } = rule;
  const readings = [rule, ...more].map(({ reading }) => reading);
  const decided = await decideLine(mind, { clause, file: rule.file, line, text, readings }, { as: "advice", person });
  return { undo: [...(undo === undefined ? [] : [undo]), decided.id] };
}

function rulesOf({ rules, proposed }: Policy, id: string): readonly [Rule, ...Rule[]] {
  const all = [...proposed, ...rules].filter(({ source }) => source !== "block");
  const clause = all.find((rule) => rule.id === id || rule.clause === id)?.clause;
  const [first, ...more] = all.filter((rule) => rule.clause === clause);
  if (first !== undefined) return [first, ...more];
  throw new AppError("NOT_FOUND", "there is no such line here", { hint: "Open the page in the project whose file it is." });
}

/** After the list or paragraph that the line belongs to. */
function endOfList(lines: readonly string[], line: number): number {
  const blank = lines.findIndex((text, at) => at >= line && text.trim() === "");
  return blank === -1 ? lines.length : blank;
}

function fenced(block: string): string[] {
  const text = block.trim();
  return (text.startsWith("```policy") ? text : `\`\`\`policy\n${text}\n\`\`\``).split("\n");
}

/** A block that says nothing, or something wrong, is not written. */
function checkAdded(becomes: Policy, path: string, { from, to }: { readonly from: number; readonly to: number }): void {
  const isThere = ({ line }: { readonly line: number }) => line >= from && line <= to;
  const problem = becomes.files.find((file) => file.path === path)?.problems.find(isThere);
  if (problem !== undefined) throw new AppError("BAD_INPUT", problem.message, { line: problem.line });
  if (becomes.rules.some((rule) => rule.file === path && rule.source === "block" && isThere(rule))) return;
  throw new AppError("BAD_INPUT", "this block has no rule", { hint: "Begin with `- deny:`, `- ask:` or `- rewrite:`." });
}
