// OR-31: the permission check looks the operation class up in the SKILL.md of the tool's name, or of a program that a
// command would run. It can only be stricter than the gate.

import type { Mind } from "../../mind/open.ts";
import { diskWorld } from "../../gate/index.ts";
import { analyse, type Call } from "../../policy/index.ts";
import type { OperationClass } from "../../schema/index.ts";
import { findSkills, type FoundSkill, stricter } from "./find.ts";

export interface ClassVerdict {
  readonly operation: OperationClass;
  /** The SKILL.md that says so. */
  readonly skill: FoundSkill | null;
}

export async function operationClass(mind: Mind, toolName: string, call: Call): Promise<ClassVerdict> {
  const skills = (await findSkills(mind)).filter(({ operation }) => operation !== "safe");
  if (skills.length === 0) return { operation: "safe", skill: null };
  const names = new Set([toolName, ...("command" in call ? analyse(call, diskWorld(mind)).programs.map(({ name }) => name) : [])]);
  return skills
    .filter(({ name }) => names.has(name) || names.has(name.replaceAll("-", "_")))
    .reduce<ClassVerdict>(
      (worst, skill) => (stricter(worst.operation, skill.operation) === worst.operation ? worst : { operation: skill.operation, skill }),
      { operation: "safe", skill: null },
    );
}
