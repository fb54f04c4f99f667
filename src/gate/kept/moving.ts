// A policy that was compiled in one folder, for another folder with the same texts. A rule knows its file by its path, and has
// an id made from it; nothing else of a policy depends on where its project is, unless a text names a path around it.

import { shortSha256 } from "../../base/index.ts";
import type { Policy } from "../../policy/judging.ts";

type Rule = Policy["rules"][number];

/** Beyond this many rules of one clause an id is not looked for. */
const MOST_OF_CLAUSE = 200;

/** `./AGENTS.md` for a file of the project, else the path as it is: the same in every folder that has the same files. */
export function pathBelow(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? `.${path.slice(root.length)}` : path;
}

/**
 * Whether a policy says the same wherever the project is: none of these texts names a path near it, goes up more than one
 * folder, or begins a pattern at the top of the disk.
 */
export function isMovable(root: string, texts: readonly string[]): boolean {
  const top = topOf(root);
  // What the compiler takes for a person's home when it tries rules.
  if (top === null || root.startsWith("/home/person/")) return false;
  return texts.every((text) => !text.includes(top) && !text.includes("../..") && !/(?:^|[^\w.*)\]}/-])\/\w*[*?{[]/m.test(text));
}

/**
 * Folders of one kind: in the same folder at the top of the disk, and below that in the same one too (`/home/me`). A hidden folder
 * may be a host's own (`.claude`), where paths mean something else.
 */
export function isNear(root: string, other: string): boolean {
  const [a, b] = [root.split("/"), other.split("/")];
  if (`${root}${other}`.includes("/.")) return false;
  return a[1] === b[1] && (a.length === 3 ? b.length === 3 : b.length > 3 && a[2] === b[2]);
}

/** `/home`; null where the project is at the top itself. */
function topOf(root: string): string | null {
  const [, first, second] = root.split("/");
  return first === undefined || first === "" || second === undefined ? null : `/${first}`;
}

/** null: an id is not what the compiler would have made. */
export function moved(policy: Policy, from: string, to: string): Policy | null {
  if (from === to) return policy;
  const [rules, proposed] = [policy.rules, policy.proposed].map((all) => all.map((rule) => movedRule(rule, from, to)));
  if (rules === undefined || proposed === undefined || [...rules, ...proposed].includes(null)) return null;
  return { ...policy, rules: rules as Rule[], proposed: proposed as Rule[] };
}

function movedRule(rule: Rule, from: string, to: string): Rule | null {
  const below = pathBelow(from, rule.file);
  if (below === rule.file) return rule;
  const file = `${to}${below.slice(1)}`;
  for (let at = 0; at < MOST_OF_CLAUSE; at++)
    if (ruleId(rule.file, rule.text, at) === rule.id) return { ...rule, file, id: ruleId(file, rule.text, at) };
  return null;
}

/** As makeRule of the policy room makes it; a rule whose id is another one is not moved. */
function ruleId(file: string, text: string, at: number): string {
  return `r_${shortSha256(`${file}\n${text}\n${at}`).slice(0, 12)}`;
}
