// Every rule is tried on a call made from it when it is compiled: one that cannot stop even that can never fire.

import { analyse, type World } from "../../analysis/index.ts";
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

/** Nothing in it changes, so what was found out about a command holds for the next rule too. */
const BARE = bareWorld();

export function stops(rule: Rule, example: Example): boolean {
  const world = (example.cwd ?? "") === "" ? BARE : bareWorld(example.cwd);
  const history = (example.history ?? []).map((call) => ({ call, effects: analyse(call, world) }));
  const bare = { ...rule, file: "AGENTS.md" };
  return judge([bare], example.call, analyse(example.call, world), { history, session: example.session ?? "main", world }).length > 0;
}

function finds(rule: Rule, { call }: Example): boolean {
  return check([rule], call, analyse(call, BARE), BARE).length > 0;
}

/** A rule that does not stop the call made from its own matcher stops nothing at all. It says nothing about being right. */
export function canFire(rule: Rule): boolean {
  return rule.effect === "check" ? finds(rule, rule.examples.stopped) : stops(rule, rule.examples.stopped);
}
