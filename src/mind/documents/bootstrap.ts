// What a session begins with, by config.yaml: session_bootstrap names the bases, project_knowledge switches the project's
// (LW-40…42). This is about text that reaches a prompt. Rules are another matter: a file that is left out here is still
// enforced, because the rules of a project can only make things stricter.

import { type InstructionFile, leavesProject } from "../../knowledge/index.ts";
import type { Config } from "../../schema/index.ts";
import type { Mind } from "../open.ts";

export function beginsWith({ session_bootstrap }: Config, id: string): boolean {
  return session_bootstrap.includes(id);
}

export function beginsWithProject(config: Config): boolean {
  return config.project_knowledge.enabled && beginsWith(config, "project");
}

/** Why an instruction file stays out of the prompt; null: it does not. */
export function whyNotInPrompt({ config, environment }: Mind, { path, scope }: InstructionFile, cwd: string): string | null {
  const left = (why: string) => `${why}; its rules are enforced all the same`;
  if (scope === "global_user")
    return beginsWith(config, "global-agents") ? null : left("config.yaml: session_bootstrap does not name global-agents");
  if (!config.project_knowledge.enabled) return left("config.yaml: project_knowledge is off");
  if (leavesProject(path, cwd, environment.disk)) return left("it is a link that leaves the project");
  return beginsWith(config, "project") ? null : left("config.yaml: session_bootstrap does not name project");
}
