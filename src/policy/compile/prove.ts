// Every rule is tried on its own two examples when it is compiled; one that cannot stop its own example never fires.

import { analyse } from "../analysis/index.ts";
import type { World } from "../call.ts";
import { check, judge } from "../match/judge.ts";
import type { Example, Rule } from "../match/rule.ts";

const PROJECT = "/project";

/** A project of which nothing is known: what examples are tried in. */
export function bareWorld(cwd = "", project = PROJECT): World {
  return {
    project,
    cwd: cwd === "" ? project : `${project}/${cwd}`,
    userHome: "/home/person",
    temporary: ["/tmp"],
    minds: [],
    branch: null,
    kind: () => null,
    realpath: (path) => path,
    list: () => [],
    isJunk: () => false,
    readText: () => null,
  };
}

export type Proof = "proved" | "never stops" | "stops too much";

export function stops(rule: Rule, example: Example): boolean {
  const world = bareWorld(example.cwd);
  const history = (example.history ?? []).map((call) => ({ call, effects: analyse(call, world) }));
  const bare = { ...rule, file: "AGENTS.md" };
  return judge([bare], example.call, analyse(example.call, world), { history, session: example.session ?? "main", world }).length > 0;
}

function finds(rule: Rule, { call }: Example): boolean {
  const world = bareWorld();
  return check([rule], call, analyse(call, world), world).length > 0;
}

export function prove(rule: Rule): Proof {
  if (rule.effect === "check") return finds(rule, rule.examples.stopped) ? (finds(rule, rule.examples.passes) ? "stops too much" : "proved") : "never stops";
  if (!stops(rule, rule.examples.stopped)) return "never stops";
  return stops(rule, rule.examples.passes) ? "stops too much" : "proved";
}
