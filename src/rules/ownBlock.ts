// ownBlock: a line was read otherwise than its author means. They write the rule as a policy block below it, and the line
// itself is advice from then on.

import { AppError } from "../base/index.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";
import { type ByPerson, needPerson } from "../mind/person.ts";
import { decideLine } from "../calls/readings.ts";
import { asBlock, type Policy, type Rule, type CompiledFile } from "../policy/index.ts";
import { combineInTime, compileInTime, settlementAt } from "../gate/compiling.ts";
import { load, type LoadedDocument } from "../mind/documents/load.ts";
import { writeDocumentText, type Written } from "../mind/documents/write.ts";
import { INSTRUCTIONS_LIMIT, readSmallText } from "../store/index.ts";

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

// An instruction file as a person changes it from the page: a document of this mind, its text, and what the rules would be
// with another text in its place.
interface InstructionText {
  readonly document: LoadedDocument["document"];
  readonly version: string;
  readonly lines: readonly string[];
}

/** null: it is not a document of this mind, or it cannot be read. */
export async function instructionText(mind: Mind, path: string): Promise<InstructionText | null> {
  const { home, cwd } = mind.where;
  const isIt = ({ document: { root, path: name, project } }: LoadedDocument) =>
    `${root === "home" ? home : (project ?? cwd)}/${name}` === path;
  const loaded = (await load(mind)).find(isIt);
  const text = readSmallText(path, INSTRUCTIONS_LIMIT);
  if (loaded === undefined || loaded.version === null || text === null) return null;
  return { document: loaded.document, version: loaded.version, lines: text.split("\n") };
}

export function policyWith(mind: Mind, policy: Policy, changed: { readonly path: string; readonly text: string }): Policy {
  const files = policy.files.flatMap(({ path }): CompiledFile[] => {
    const text = path === changed.path ? changed.text : readSmallText(path, INSTRUCTIONS_LIMIT);
    return text === null ? [] : [compileInTime(path, text)];
  });
  return combineInTime(files, settlementAt(mind.where));
}

export async function writeInstructionText(
  mind: Mind,
  { document, version }: InstructionText,
  lines: readonly string[],
  reason: string,
): Promise<Written> {
  return writeDocumentText(mind, document, lines.join("\n"), { expect: version, reason });
}

function notOurs(path: string): AppError {
  return new AppError("NOT_FOUND", `${path} is not a document of this mind`, { hint: "Change it in an editor." });
}
