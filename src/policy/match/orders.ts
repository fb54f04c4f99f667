// Order rules at the call: what must have happened, looked for in the history and in the same `&&` chain.

import { compileMatcher, pathsFound, type Sight } from "./matching.ts";
import { quotedCommand, reasonOf } from "./quoting.ts";
import type { ReadyRule } from "./ready.ts";
import type { Edit } from "./rewriting.ts";
import type { Matcher, Need, PathMatcher, Rule } from "./rule.ts";

export interface Found {
  readonly verdict: "deny" | "ask" | "rewrite";
  readonly reason: string;
  readonly edits?: readonly Edit[];
}

export function orderVerdict(each: ReadyRule, hits: readonly number[], now: Sight, past: readonly Sight[]): Found | null {
  const { rule, changed } = each;
  const order = rule.order as NonNullable<Rule["order"]>;
  const isChange = (sight: Sight) => changed !== null && changed(sight).length > 0;
  const isAdded = (sight: Sight) => added(order.changed, sight);
  if (changed !== null && ![...past, now].some((sight) => isChange(sight) || isAdded(sight))) return null;
  // A check that ran before the last change says nothing about it.
  const since = past.slice(Math.max(0, past.findLastIndex(isChange)));
  const missing = new Set<string>();
  for (const hit of hits) {
    const chain = new Set(hit >= 0 ? (now.effects.programs[hit]?.after ?? []) : []);
    const unmet = order.needs.filter((need, at) => !met(need, each, at, { chain, now, past: need.kind === "ran" ? since : past }));
    if (order.of === "any" ? unmet.length === order.needs.length : unmet.length > 0) for (const need of unmet) missing.add(shownNeed(need));
  }
  if (missing.size === 0) return null;
  const what = [...missing];
  return { verdict: "deny", reason: `${reasonOf(rule)} Still missing: ${what.join(order.of === "any" ? " or " : ", ")}.` };

  /** Files that a commit of this or an earlier call takes in count as changed. */
  function added(matcher: Matcher | undefined, sight: Sight): boolean {
    if (matcher?.kind !== "path") return false;
    const find = compileMatcher({ kind: "git", actions: ["add", "commit"], paths: matcher.globs }, each.place);
    return find(sight).length > 0;
  }
}

function met(
  need: Need,
  each: ReadyRule,
  at: number,
  { chain, now, past }: { readonly chain: ReadonlySet<number>; readonly now: Sight; readonly past: readonly Sight[] },
): boolean {
  const find = each.needs[at];
  if (find !== null && find !== undefined) return past.some((sight) => find(sight).length > 0) || find(now).some((hit) => chain.has(hit));
  const matcher = pathPart(each.rule.matcher);
  if (matcher === null) return true;
  const specific = matcher.globs.every((glob) => !glob.endsWith("/") && !/[*?]/.test(glob));
  const wanted = pathsFound(matcher, each.place, now).filter((effect) => specific || effect.inPlace === true || effect.exists !== false);
  return wanted.every((effect) =>
    past.some((sight) =>
      sight.effects.paths.some(
        (other) => other.access === "read" && (other.path === effect.path || (other.recursive && effect.path.startsWith(`${other.path}/`))),
      ),
    ),
  );
}

function pathPart(matcher: Matcher): PathMatcher | null {
  if (matcher.kind === "path") return matcher;
  if (matcher.kind !== "any" && matcher.kind !== "all") return null;
  return matcher.of.map(pathPart).find((each) => each !== null) ?? null;
}

function shownNeed(need: Need): string {
  return need.kind === "readSame"
    ? "reading the file that is to be changed"
    : need.kind === "read"
      ? `reading ${quotedCommand(need.shown)}`
      : need.kind === "changed"
        ? `a change of ${quotedCommand(need.shown)}`
        : quotedCommand(need.shown);
}
