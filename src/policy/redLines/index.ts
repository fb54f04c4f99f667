// Red lines: what holds with no AGENTS.md at all, and what no file can loosen. Destructive, protected, exfiltrating,
// escalating, persisting, tampering and opaque calls are asked about, denied or rewritten; everything else is allowed.
//
// Invariants:
// 1. The strictest finding decides: deny, then ask, then rewrite, then allow. No early allow.
// 2. A rewrite is exact, and the rewritten call passes the red lines itself; otherwise it is asked about.
// 3. Nothing inside ssh, a container, a nested or generated text is rewritten.

import { analyse, type Call, type Effects, quotedWord, type World } from "../../analysis/index.ts";
import { type Replacement, replaceAll, trashInPlaceOf } from "../rewrite/deletes.ts";
import { keepFirst } from "../rewrite/overwrites.ts";
import { type Finding, findAll } from "./findings.ts";

export interface RedLineVerdict {
  readonly verdict: "allow" | "ask" | "deny" | "rewrite";
  readonly reason: string;
  /** Id of the red line that decided; null: none did. */
  readonly rule: string | null;
  /** The call in its rewritten form. */
  readonly call?: Call;
  /** Everything that was found, for explaining. */
  readonly findings: readonly Finding[];
}

const ALLOWED: RedLineVerdict = { verdict: "allow", reason: "", rule: null, findings: [] };

export function judgeRedLines(effects: Effects, call: Call, world: World): RedLineVerdict {
  const findings = findAll(effects, world);
  if (findings.length === 0) return ALLOWED;
  const decided = findings.find((each) => each.verdict === "deny") ?? findings.find((each) => each.verdict === "ask");
  if (decided !== undefined) return { verdict: decided.verdict as "ask" | "deny", reason: decided.reason, rule: decided.rule, findings };
  return rewritten(effects, call, world, { findings, codicil: world.codicil === undefined ? "codicil" : quotedWord(world.codicil) });
}

interface RewriteOptions {
  readonly findings: readonly Finding[];
  readonly codicil: string;
}

function rewritten(effects: Effects, call: Call, world: World, { findings, codicil }: RewriteOptions): RedLineVerdict {
  const first = findings[0] as Finding;
  const asked = (finding: Finding): RedLineVerdict => ({
    verdict: "ask",
    reason: `${finding.reason.replace(/; (?:it goes|they go|a copy is kept).*$/s, "")}; Codicil cannot keep a copy first.`,
    rule: finding.rule,
    findings,
  });
  if (!("command" in call) || call.tool !== "shell") {
    // A text of another shell, or of a tool that runs commands: there is nothing that could be rewritten.
    return asked(findings.find((each) => each.verdict === "trash") ?? first);
  }
  const replacements: Replacement[] = [];
  for (const finding of findings) {
    if (finding.verdict !== "trash") continue;
    const program = finding.program === null ? undefined : effects.programs[finding.program];
    const replacement = program === undefined ? null : trashInPlaceOf(program, call.command, codicil);
    if (replacement === null) return asked(finding);
    replacements.push(replacement);
  }
  let command = replaceAll(call.command, replacements);
  const kept = findings.filter((each) => each.verdict === "keep").map((each) => each.path ?? "");
  if (kept.length > 0) command = keepFirst(command, kept, { codicil, cwd: world.cwd });
  const changed: Call = { tool: "shell", command };
  const again = findAll(analyse(changed, world), world).filter((each) => each.verdict !== "keep" || !kept.includes(each.path ?? ""));
  if (again.length > 0) return asked(first);
  return {
    verdict: "rewrite",
    reason: findings
      .map((each) => each.reason)
      .slice(0, 3)
      .join(" "),
    rule: first.rule,
    call: changed,
    findings,
  };
}
