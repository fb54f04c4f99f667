// The model is told which skills there are: once, hidden, at the first message; later only what came and went. `skill` reads
// one's own text, when the model means to use it.

import type { Session } from "../../activity/sessions.ts";
import { type HarnessItem, isUnknown } from "../../schema/index.ts";
import { findSkills, type FoundSkill, seen } from "./find.ts";
import { AppError } from "../../base/index.ts";
import { readSmallText } from "../../store/index.ts";
import type { Tool } from "../ports/tool.ts";

type Known = Readonly<Record<string, string>>;

/** null: there is nothing new to say. */
export function skillItem(session: Session, skills: readonly FoundSkill[]): HarnessItem | null {
  const told = lastTold(session);
  const now: Known = Object.fromEntries(skills.map(({ name, description }) => [name, description]));
  if (told === null) {
    if (skills.length === 0) return null;
    return {
      kind: "skill_listing",
      origin: "skill",
      visibility: "hidden",
      content: `Skills that can be used; read one with the tool skill before you use it:\n${skills.map(line).join("\n")}`,
      data: { skills: now },
    };
  }
  const came = skills.filter(({ name, description }) => told[name] !== description);
  const went = Object.keys(told).filter((name) => now[name] === undefined);
  if (came.length === 0 && went.length === 0) return null;
  const content = [
    "The skills have changed.",
    ...came.map((skill) => `${told[skill.name] === undefined ? "New" : "Changed"}: ${line(skill).slice(2)}`),
    ...went.map((name) => `Gone: ${name}`),
  ].join("\n");
  return { kind: "skill_delta", origin: "skill", visibility: "hidden", content, data: { skills: now } };
}

function line({ name, description, operation }: FoundSkill): string {
  return `- ${name}${description === "" ? "" : `: ${description}`}${LIMITS[operation]}`;
}

const LIMITS = { safe: "", ask: " (the person is asked first)", forbidden: " (may not be used)" } as const;

function lastTold(session: Session): Known | null {
  const event = session.events.findLast(
    (each) =>
      !isUnknown(each) &&
      each.type === "harness_item" &&
      "item" in each &&
      (each.item.kind === "skill_listing" || each.item.kind === "skill_delta"),
  );
  return event !== undefined && "item" in event ? (((event.item as HarnessItem).data?.["skills"] as Known | undefined) ?? {}) : null;
}

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
