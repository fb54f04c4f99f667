// afterCall: a call ran. Did it change what it must not, and does what it wrote break a rule that can only be checked
// afterwards? Nothing is undone here: what is found is told, and a protected file can be put back.

import { deadlineIn, diskWorld, LIMIT_MS, within } from "../gate/index.ts";
import { analyse, type Call, checkRules, type Effects, judgeRules, type PathEffect, type Policy, type Rule } from "../policy/index.ts";
import { writtenSince } from "../store/index.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";
import { changedProtected, type ProtectedChange, type ProtectedTexts } from "./protectedFiles.ts";

/** The call that ran. */
export interface AfterRequest {
  /** The call as it ran, so after rewriting. */
  readonly call: Call;
  /** `readProtected` from before the call; without it no file is compared. */
  readonly before?: ProtectedTexts;
  readonly cwd?: string;
  /** The policy that the call was judged by; otherwise the present one. */
  readonly policy?: Policy;
}

/** Protected files that changed, and rules that the new text breaks. */
export interface After {
  readonly changes: readonly ProtectedChange[];
  /** Rules in the state `checked` that the new text breaks. */
  readonly broken: readonly Pick<Rule, "id" | "file" | "line" | "text">[];
}

/** No host lets a call run longer than this by itself. */
const RECENT_MS = 10 * 60_000;

/** A formatter over a whole tree passed although a rule bans a part of it: did it write there? */
function brokenBans(mind: Mind, { call, cwd }: AfterRequest, effects: Effects, policy: Policy): readonly Rule[] {
  const trees = effects.paths.filter((effect) => effect.tidy === true && effect.matching !== undefined);
  if (trees.length === 0) return [];
  const since = new Date(mind.deps.clock.now().getTime() - RECENT_MS);
  const paths = trees.flatMap((tree) => writtenSince(tree.path, since).map((path) => written(tree, path)));
  const verdicts = judgeRules(
    policy,
    call,
    { ...effects, programs: [], paths },
    { history: [], session: "main", world: diskWorld(mind, cwd) },
  );
  return verdicts.filter(({ verdict }) => verdict === "deny").map(({ rule }) => rule);
}

function written({ access, program, spelled }: PathEffect, path: string): PathEffect {
  return { access, path, spelled, exists: true, recursive: false, program, inPlace: true };
}

/** Looks at what a call that passed has changed: rules on content, and protected files. */
export function afterCall(mind: Mind, request: AfterRequest): After {
  const { call, before, cwd } = request;
  const world = diskWorld(mind, cwd);
  const policy = request.policy ?? policySource(mind).capture();
  // The call ran: what cannot be looked at in time holds nobody up any more.
  const checked = within(deadlineIn(LIMIT_MS), () => {
    const effects = analyse(call, world);
    return [...checkRules(policy, call, effects, world), ...brokenBans(mind, request, effects, policy)];
  });
  return {
    changes: before === undefined ? [] : changedProtected(mind, before),
    broken: (checked.kind === "late" ? [] : checked.value).map(({ id, file, line, text }) => ({ id, file, line, text })),
  };
}
