// YAML front matter of a Markdown file that somebody else wrote, with whatever fields it has.

import { AppError } from "../../base/index.ts";

export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Everything behind it. */
  readonly body: string;
}

/** null: there is none, or it is no YAML mapping. */
export async function readFrontMatter(text: string, file: string): Promise<FrontMatter | null> {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const lines = plain.split("\n");
  if (lines[0]?.trimEnd() !== "---") return null;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (end === -1) return null;
  const { parseYaml } = await import("./yaml.ts");
  try {
    const { value } = parseYaml(lines.slice(1, end).join("\n"), file);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return { fields: value as FrontMatter["fields"], body: lines.slice(end + 1).join("\n") };
  } catch (error) {
    // Whoever asked says what a file without readable front matter is to them.
    if (error instanceof AppError) return null;
    throw error;
  }
}
