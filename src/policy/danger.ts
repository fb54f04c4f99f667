// The words with which a person is asked about a dangerous operation (OR-33). The Chinese ones are the document's own.

import type { Language } from "../base/index.ts";
import type { Verdict } from "./gate.ts";

/** The question before a dangerous operation, by language. */
export const DANGER: Readonly<Record<Language, string>> = { zh: "检测到危险操作，确认执行？", en: "" };

/** A built-in limit asks, and not only a rule of the person's own. */
export function asksAboutDanger({ verdict, rules }: Pick<Verdict, "verdict" | "rules">): boolean {
  return verdict === "ask" && rules.some(({ id }) => id.startsWith("builtin:"));
}
