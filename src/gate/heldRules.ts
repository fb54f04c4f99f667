// Rules that Git took away while a session ran. A checkout, a merge or a reset passes and may bring another AGENTS.md, or none: the
// rules that the session began with stay for it. A person who edits the file is heard at once: then Git has another text than
// the disk.

import { objectIn } from "../base/index.ts";
import { gitRootOf } from "../knowledge/discovery.ts";
import type { Whereabouts } from "../knowledge/index.ts";
import type { Policy } from "../policy/judging.ts";
import { diskFacts, INSTRUCTIONS_LIMIT, isTrackedByGit, isUnchangedInGit, readNote, readSmallText, writeNote } from "../store/onDisk.ts";
import { sumOf } from "./kept/keptNotes.ts";
import type { PolicyNow } from "./keptPolicy.ts";

type Rule = Policy["rules"][number];

/** Read for every call: by directory the policy that was seen there last, and what is held. */
export interface SeenRules {
  readonly policies: Readonly<Record<string, string>>;
  readonly held: string;
}

/** Read where the policy changed, or something is held. */
interface NotedRules {
  /** The project's instruction files with the sums of their texts. */
  readonly files: Readonly<Record<string, { readonly sum: string; readonly rules: readonly Rule[] }>>;
  readonly held: readonly Rule[];
}

const seenName = (key: string) => `hosts/${key}.seen.json`;
const rulesName = (key: string) => `hosts/${key}.rules.json`;

export function readSeenRules(state: string, key: string): SeenRules {
  return (objectIn(readNote(state, seenName(key))) as SeenRules | null) ?? { policies: {}, held: "" };
}

/** The policy with the rules that are held for the session. */
export function withHeldRules(where: Whereabouts, key: string, seen: SeenRules, { policy, sum }: PolicyNow): Policy {
  const root = where.project ?? where.cwd;
  const isKnown = seen.policies[where.cwd] === sum;
  if ((isKnown && seen.held === "") || policy.unread !== undefined) return policy;
  const noted = (objectIn(readNote(where.state, rulesName(key))) as NotedRules | null) ?? { files: {}, held: [] };
  const { files, held } = isKnown ? noted : notedNow(noted, policy, root);
  if (!isKnown) {
    const policies = { ...seen.policies, [where.cwd]: sum };
    try {
      writeNote(where.state, rulesName(key), JSON.stringify({ files, held } satisfies NotedRules));
      writeNote(where.state, seenName(key), JSON.stringify({ policies, held: held.length === 0 ? "" : sumOf(JSON.stringify(held)) }));
    } catch {
      // A full or read-only disk: the next call notes it.
    }
  }
  const here = held.filter(({ file }) => isBelow(file, root));
  return here.length === 0 ? policy : { ...policy, rules: [...policy.rules, ...here] };
}

function notedNow({ files, held }: NotedRules, policy: Policy, root: string): NotedRules {
  const rules = policy.rules.filter(({ file }) => isBelow(file, root));
  const present = new Set(rules.map(meant));
  const changed = Object.entries(files).filter(([file, { sum }]) => isBelow(file, root) && sumAt(file) !== sum);
  const lost = changed.flatMap(([file, before]) => (isByGit(file) ? before.rules : []));
  const isHeld = (rule: Rule) => !isBelow(rule.file, root) || !present.has(meant(rule));
  const gone = new Set(changed.map(([file]) => file));
  const kept = Object.entries(files).filter(([file]) => !gone.has(file));
  const now = Map.groupBy(rules, ({ file }) => file);
  return {
    files: Object.fromEntries([...kept, ...[...now].map(([file, of]) => [file, { sum: sumAt(file), rules: of }] as const)]),
    held: [...held, ...lost.map((rule): Rule => ({ ...rule, held: true }))].filter(isHeld),
  };
}

/** The same line elsewhere, or read the same, is the same rule. */
function meant({ reading, text }: Rule): string {
  return `${reading}\n${text}`;
}

/** Git has the file as it is now, or has it no longer. */
function isByGit(file: string): boolean {
  const root = gitRootOf(file.slice(0, file.lastIndexOf("/")), diskFacts);
  if (root === null) return false;
  return diskFacts.lstat(file) === null ? !isTrackedByGit(root, file) : isUnchangedInGit(root, file);
}

function sumAt(file: string): string {
  return sumOf(readSmallText(file, INSTRUCTIONS_LIMIT) ?? "");
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
