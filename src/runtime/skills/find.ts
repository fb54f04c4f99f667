// Which skills there are: the person's in the mind's home, the project's in .agents/skills. A project's came with a
// repository, and one of the home with a mark came with a backup: its words are judged before a model gets them.

import { judgeLoaded } from "../../content/index.ts";
import { RESTORED_MARK } from "../../sharing/power.ts";
import type { Mind } from "../../mind/open.ts";
import { type OperationClass, readSkillFile, type SkillFile } from "../../schema/index.ts";
import { diskFacts, readSmallText } from "../../store/index.ts";
import { diskWorld } from "../../gate/index.ts";
import { analyse, type Call } from "../../policy/index.ts";

export interface FoundSkill extends SkillFile {
  readonly scope: "person" | "restored" | "project";
  readonly path: string;
}

const MOST_SKILLS = 100;
const LARGEST = 256 * 1024;

/** Of two with one name the person's is used; the project's class still counts where it is stricter. */
export async function findSkills(mind: Mind): Promise<FoundSkill[]> {
  const folders = [
    { scope: "person" as const, root: `${mind.where.home}/skills` },
    ...(mind.where.project === null ? [] : [{ scope: "project" as const, root: `${mind.where.project}/.agents/skills` }]),
  ];
  const found = new Map<string, FoundSkill>();
  for (const { scope, root } of folders) {
    for (const name of [...diskFacts.list(root)].sort().slice(0, MOST_SKILLS)) {
      const isRestored = scope === "person" && diskFacts.lstat(`${root}/${name}/${RESTORED_MARK}`) !== null;
      const skill = await readSkill(isRestored ? "restored" : scope, root, name);
      if (skill === null) continue;
      const other = found.get(skill.name);
      found.set(skill.name, other === undefined ? skill : { ...other, operation: stricter(other.operation, skill.operation) });
    }
  }
  // Of a project that is switched off no word reaches the model; where it makes a skill of the person's stricter, that counts.
  const isShown = ({ scope }: FoundSkill) => scope !== "project" || mind.config.project_knowledge.enabled;
  return [...found.values()].filter(isShown).sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readSkill(scope: FoundSkill["scope"], root: string, name: string): Promise<FoundSkill | null> {
  const path = `${root}/${name}/SKILL.md`;
  if (
    !/^[\w.-]{1,64}$/.test(name) ||
    name.startsWith(".") ||
    diskFacts.lstat(`${root}/${name}`) !== "dir" ||
    diskFacts.lstat(path) !== "file"
  )
    return null;
  const text = readSmallText(path, LARGEST);
  if (text === null) return { name, description: "", operation: "ask", scope, path, problem: "it is not UTF-8 text of at most 256 KB" };
  const file = await readSkillFile(text, name, path);
  return { ...file, scope, path, description: seen(file.description, scope) };
}

/** A backup is the person's own most of the time: only what would harm is held, as of an agent's text. */
const ORIGINS = { person: "user", restored: "agent", project: "file" } as const;

/** What may be shown to a model of a skill's own words. */
export function seen(text: string, scope: FoundSkill["scope"]): string {
  return judgeLoaded(text, { origin: ORIGINS[scope], released: () => scope === "person" }).text.trim();
}

const STRICTNESS: Readonly<Record<OperationClass, number>> = { safe: 0, ask: 1, forbidden: 2 };

export function stricter(a: OperationClass, b: OperationClass): OperationClass {
  return STRICTNESS[a] >= STRICTNESS[b] ? a : b;
}

export interface ClassVerdict {
  readonly operation: OperationClass;
  /** The SKILL.md that says so. */
  readonly skill: FoundSkill | null;
}

/**
 * OR-31: the permission check looks the operation class up in the SKILL.md of the tool's name, or of a program that a command would run.
 * It can only be stricter than the gate.
 */
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
