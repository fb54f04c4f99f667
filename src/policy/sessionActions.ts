// Actions by name, as orchestrators ask about them: policies[session][action]. An action is one of the names below, a
// command line, or a call. What no rule and no built-in limit speaks of is allowed (OR-12).

import { byName } from "../base/index.ts";
import { type Call, isCall, type SessionType, type World } from "../analysis/index.ts";
import type { Policy } from "./tiers/combine.ts";
import { judge, type VerdictKind } from "./gate.ts";
import { isPrivateAction } from "./sessionKinds.ts";

const load = (document: string): Call => ({ tool: "load", document });
const write = (path: string): Call => ({ tool: "write", path });
const shell = (command: string): Call => ({ tool: "shell", command });

/** The call that an action stands for, when rules are asked about it. */
const ACTIONS: Readonly<Record<string, Call>> = byName({
  load_memory: load("MEMORY.md"),
  load_user: load("USER.md"),
  load_owner: load("OWNER.md"),
  load_soul: load("SOUL.md"),
  load_spirit: load("SPIRIT.md"),
  load_daily: load("memory/2000-01-01.md"),
  read_memory: load("MEMORY.md"),
  read_user: load("USER.md"),
  write_memory: write("MEMORY.md"),
  write_user: write("USER.md"),
  write_daily: write("memory/2000-01-01.md"),
  recall_private: load("MEMORY.md"),
  git_commit: shell("git commit -m example"),
  git_push: shell("git push"),
  destructive_command: shell("rm -rf ../example"),
});

/** The acts of a session that rules can be asked about by name. */
export const ACTION_NAMES: readonly string[] = Object.keys(ACTIONS);
/** Needs a person's approval whatever the files say (OR-33). */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set(["destructive_command"]);

export interface ActionGround {
  readonly policy: Policy | null;
  readonly world: World;
}

/** What a session of this kind may do: allow, ask a person first, or deny. */
export function judgeAction(session: SessionType, action: string | Call, { policy, world }: ActionGround): VerdictKind {
  const name = typeof action === "string" ? action : "";
  if (isPrivateAction(session, name)) return "deny";
  const known = ACTIONS[name];
  const call = known ?? (typeof action === "string" ? shell(action) : action);
  // A name alone says nothing of what would run: only rules of the files can speak of it.
  const builtins = known === undefined && (typeof action !== "string" || /\s/.test(action.trim()));
  const { verdict } = isCall(call)
    ? judge({ call, policy, history: [], session, world, mode: "off", builtins })
    : { verdict: "ask" as const };
  return NEEDS_APPROVAL.has(name) && verdict === "allow" ? "ask" : verdict;
}
