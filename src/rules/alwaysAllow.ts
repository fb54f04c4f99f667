// alwaysAllow: a person is asked about a call and never wants to be asked about it again. The line that asks gets an exception
// for this very command, in the words of its file or as a policy block, and is tried before it is offered: the call passes,
// and whatever else the line stopped it still stops. Built-in rules have no exceptions.

import { AppError } from "../base/index.ts";
import { type Approval, listApprovals } from "../calls/approvals.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";
import { type ByPerson, needPerson } from "../mind/person.ts";
import type { Written } from "../mind/documents/write.ts";
import { asBlock, type Call, type Policy, type Rule } from "../policy/index.ts";
import { instructionText, policyWith, writeInstructionText } from "./ownBlock.ts";
import { checkRow } from "./policyReport.ts";

/** The change by which a question is not asked again. */
export interface AlwaysAllow {
  /** The document's key. */
  readonly document: string;
  readonly path: string;
  readonly line: number;
  /** The line as it is, and what is there afterwards. */
  readonly before: string;
  readonly after: string;
  /** The version of the document that this is a change of. */
  readonly version: string;
}

/** null: the question is about a built-in rule, a file of another project, or a call that no exception can name. */
export async function planAlwaysAllow(mind: Mind, id: string): Promise<AlwaysAllow | null> {
  const asked = (await listApprovals(mind)).find((each) => each.id === id);
  if (asked === undefined) throw new AppError("NOT_FOUND", `there is no question ${id}`, { hint: "It may have expired." });
  const policy = policySource(mind).capture();
  const rule = ruleOf(asked, policy);
  const file = rule === null ? null : await instructionText(mind, rule.file);
  if (rule === null || file === null) return null;
  const { line, file: path } = rule;
  const before = file.lines[line - 1] ?? "";
  for (const after of namesOf(asked.call as Call, rule).flatMap((name) => exceptions(before, name, rule))) {
    const becomes = policyWith(mind, policy, { path, text: file.lines.with(line - 1, after).join("\n") });
    if (await holds(mind, { rule, policy, becomes, asked }))
      return { document: file.document.key, path, line, before, after, version: file.version };
  }
  return null;
}

/** Writes the exception that was shown. STALE where the file, or what would be written, is another by now. */
export async function alwaysAllow(
  mind: Mind,
  id: string,
  shown: ByPerson & { readonly after: string; readonly version: string },
): Promise<Written> {
  needPerson(shown?.person, "always allow");
  const plan = await planAlwaysAllow(mind, id);
  const file = plan === null ? null : await instructionText(mind, plan.path);
  if (plan === null || file === null || plan.after !== shown.after || file.version !== shown.version)
    throw new AppError("STALE", "the file changed since you looked at it", { hint: "Look again, then decide." });
  return writeInstructionText(mind, file, file.lines.with(plan.line - 1, plan.after), "always allowed in the page");
}

/** The one line that asks. A policy block is edited as text. */
function ruleOf({ rules, redLine }: Approval, policy: Policy): Rule | null {
  const [named, ...others] = rules;
  if (named === undefined || others.length > 0 || redLine) return null;
  const rule = policy.rules.find((each) => each.id === named.id);
  return rule === undefined || rule.source === "block" ? null : rule;
}

const PLAIN = /^[^\n`;&|<>$()\\]{1,120}$/;

/** What an exception in a file can name: one plain command, or where the rule is about files the one that it changes. */
function namesOf(call: Call, { file, matcher }: Rule): string[] {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const own = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : path);
  const given = "command" in call ? String(call.command).trim() : "path" in call ? own(String(call.path)) : "";
  if (!PLAIN.test(given)) return [];
  const paths = matcher.kind === "path" ? given.split(/\s+/).filter((word) => /^[\w@.-]+\/[\w@./-]+$/.test(word)) : [];
  return "command" in call ? [given, ...paths] : paths;
}

/** In the line's own language and form first; else the rule as a block. */
function exceptions(line: string, name: string, rule: Rule): string[] {
  const said = line.trimEnd().replace(/[.。!！]$/, "");
  const end = line.slice(said.length);
  const prose = /\p{Script=Han}/u.test(line) ? `${said}，\`${name}\` 除外${end}` : `${said}, except \`${name}\`${end}`;
  const block = asBlock(rule).trimEnd().split("\n");
  const own = block.findIndex((each) => each.startsWith("  #"));
  return [prose, block.toSpliced(own, 0, `  unless: ${JSON.stringify(name)}`).join("\n")];
}

async function holds(
  mind: Mind,
  { rule, policy, becomes, asked }: { readonly rule: Rule; readonly policy: Policy; readonly becomes: Policy; readonly asked: Approval },
): Promise<boolean> {
  const passes = async (call: Call) => (await checkRow(mind, { call, cwd: asked.cwd }, { policy: becomes })).verdict === "allow";
  const { call } = rule.examples.stopped;
  const isItself = JSON.stringify(call) === JSON.stringify(asked.call);
  const isException = ({ file, line, effect, exception }: Rule) =>
    file === rule.file && line >= rule.line && line <= rule.line + 2 && effect === rule.effect && exception !== undefined;
  if (!becomes.rules.some(isException) || !(await passes(asked.call as Call))) return false;
  if (!isItself && (await passes(call))) return false;
  const now = new Set(becomes.rules.map(({ clause, effect }) => `${clause} ${effect}`));
  return policy.rules.every((each) => (each.file === rule.file && each.line === rule.line) || now.has(`${each.clause} ${each.effect}`));
}
