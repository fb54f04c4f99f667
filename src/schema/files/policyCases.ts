// `.agents/policy.cases.yaml`: a person's own cases for their rules. Calls that must be stopped, asked about or let pass.

import { AppError, given } from "../../base/index.ts";
import { parseYaml } from "../text/yaml.ts";

export const CASE_VERDICTS = ["stop", "deny", "ask", "rewrite", "pass"] as const;

export interface PolicyCase {
  readonly line: number;
  readonly expect: (typeof CASE_VERDICTS)[number];
  /** A shell command, or a call as `policy check` takes it. */
  readonly call: unknown;
  readonly history: readonly unknown[];
  readonly session?: "main" | "shared";
}

/**
 *   - stop: git push origin main
 *   - pass: git push origin feature/x
 *   - deny: {tool: write, path: legal/terms.md}
 *     history: [make test]
 *     session: shared
 */
export function readPolicyCases(text: string, file: string): PolicyCase[] {
  const { value, lines } = parseYaml(text, file);
  if (!Array.isArray(value))
    throw new AppError("BAD_INPUT", "the file of cases is a list", { file, hint: "For example: - stop: git push origin main" });
  return value.map((each: unknown, at): PolicyCase => {
    const line = lines.lineOf([at]) ?? 1;
    const item = (each ?? {}) as Readonly<Record<string, unknown>>;
    const named = CASE_VERDICTS.filter((verdict) => item[verdict] !== undefined);
    const keys: readonly string[] = [...CASE_VERDICTS, "history", "session"];
    const isUnknown = Object.keys(item).some((key) => !keys.includes(key));
    const [verdict] = named;
    if (verdict === undefined || named.length > 1 || isUnknown)
      throw new AppError("BAD_INPUT", `a case names exactly one of ${CASE_VERDICTS.join(", ")}, and history or session`, { file, line });
    const { history, session } = item;
    const calls = (Array.isArray(history) ? history : []).map(callOf);
    const kind = session === "main" || session === "shared" ? session : undefined;
    return { line, expect: verdict, call: callOf(item[verdict]), history: calls, ...given({ session: kind }) };
  });
}

function callOf(value: unknown): unknown {
  return typeof value === "string" ? { tool: "shell", command: value } : value;
}
