// SKILL.md (Agent Skills): front matter that says what a skill is for and how dangerous its operation is (OR-31). What
// cannot be read makes a skill stricter, never freer.

import { sameRow } from "../../base/index.ts";
import * as v from "valibot";

/** safe: what the gate says holds. ask: a person is asked first. forbidden: never. */
export const OPERATION_CLASSES = ["safe", "ask", "forbidden"] as const;
export type OperationClass = (typeof OPERATION_CLASSES)[number];

export interface SkillFile {
  readonly name: string;
  readonly description: string;
  readonly operation: OperationClass;
  /** Why something of it could not be read. */
  readonly problem?: string;
}

/** Words that people write for the classes, English and Chinese. */
const CLASS_WORDS: Readonly<Record<string, OperationClass>> = {
  ...sameRow("safe read readonly read-only 安全 安全操作", "safe"),
  ...sameRow("ask confirm write destructive dangerous external authorization authorisation 需授权 需授权操作 危险", "ask"),
  ...sameRow("forbidden deny never 禁止", "forbidden"),
};

const FrontSchema = v.looseObject({
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  operation: v.optional(v.string()),
  operation_class: v.optional(v.string()),
  metadata: v.optional(v.looseObject({ operation: v.optional(v.string()) })),
});

const LONGEST_DESCRIPTION = 300;

/** `name` is the folder's: that is what a skill is called by. */
export async function readSkillFile(text: string, name: string, file: string): Promise<SkillFile> {
  const front = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (front === null) return { name, description: firstLine(text), operation: "safe" };
  const { parseYaml } = await import("../text/yaml.ts");
  let value: unknown;
  try {
    ({ value } = parseYaml(front[1] ?? "", file));
  } catch (error) {
    return { name, description: "", operation: "ask", problem: `its front matter cannot be read: ${(error as Error).message}` };
  }
  const checked = v.safeParse(FrontSchema, value);
  if (!checked.success) return { name, description: "", operation: "ask", problem: `its front matter: ${checked.issues[0].message}` };
  const { description = "", operation, operation_class, metadata } = checked.output;
  const word = operation ?? operation_class ?? metadata?.operation;
  const known = word === undefined ? "safe" : CLASS_WORDS[word.trim().toLowerCase()];
  const read = { name, description: description.replace(/\s+/g, " ").trim().slice(0, LONGEST_DESCRIPTION), operation: known ?? "ask" };
  if (known !== undefined) return read;
  return { ...read, problem: `${JSON.stringify(word)} is not an operation class (${OPERATION_CLASSES.join(", ")}); it is asked about` };
}

function firstLine(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^#+\s*/, "").trim());
  return (lines.find((line) => line !== "") ?? "").slice(0, LONGEST_DESCRIPTION);
}
