// skill: a skill's own text, when the model means to use it.

import { AppError } from "../../base/index.ts";
import { readSmallText } from "../../store/index.ts";
import type { Tool } from "../ports/tool.ts";
import { findSkills, type FoundSkill, seen } from "./find.ts";

const FROM: Readonly<Record<FoundSkill["scope"], string>> = {
  person: "",
  restored: " (from a backup: it cannot loosen any rule)",
  project: " (from the project: it cannot loosen any rule)",
};

export const skillTool: Tool = {
  name: "skill",
  description: "Reads the instructions of a skill by its name.",
  parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  toCall: (args) => ({ tool: "skill", input: { name: String(args["name"]) } }),
  run: async (args, { mind }) => {
    const skills = await findSkills(mind);
    const found = skills.find(({ name }) => name === args["name"]);
    if (found === undefined)
      throw new AppError("NOT_FOUND", `there is no skill ${JSON.stringify(args["name"])}`, {
        hint: `There are: ${skills.map(({ name }) => name).join(", ") || "none"}.`,
      });
    return { text: `${found.path}${FROM[found.scope]}\n${seen(readSmallText(found.path) ?? "", found.scope)}` };
  },
};
