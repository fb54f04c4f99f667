// An enforced clause of several sentences, parted: the one that the rule came from, and advice ("Never commit secrets. Keep the
// tone friendly."). Advice stays where advice stays (X1); only a sentence that gives the rule's reason is neither.

import { either } from "../../base/index.ts";
import { type ClauseReport, compileFile } from "./compileFile.ts";

export interface RuleAndAdvice {
  readonly rule: string;
  /** As it is. */
  readonly advice: readonly string[];
}

/** null: it is not enforced, or has only one sentence. */
export function ruleAndAdvice({ text, state }: Pick<ClauseReport, "text" | "state">): RuleAndAdvice | null {
  const sentences = isEnforced(state) ? sentencesIn(text) : [];
  const [first = "", ...others] = sentences;
  if (others.length === 0) return null;
  const { clauses } = compileFile("sentences.md", sentences.map((each) => `- ${each}\n`).join("\n"), undefined, { prove: false });
  const reportOn = (sentence: string) => clauses.find((clause) => clause.text === sentence);
  const isRule = (sentence: string) => isEnforced(reportOn(sentence)?.state ?? "advice");
  // Alone none of them may be one: "Keep out:" and what follows it are a rule together.
  const rule = sentences.find(isRule) ?? first;
  return {
    rule,
    advice: sentences.filter((each) => each !== rule && !isRule(each) && (reportOn(each)?.directive === true || !REASON.test(each))),
  };
}

function isEnforced(state: ClauseReport["state"]): boolean {
  return state !== "advice" && state !== "proposed";
}

/** A full stop inside of code or of a name ends nothing. */
function sentencesIn(text: string): string[] {
  const plain = text.replace(/\s+/g, " ").trim();
  const sentences: string[] = [];
  let [start, inCode] = [0, false];
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at] ?? "";
    if (sign === "`") inCode = !inCode;
    if (inCode || !(/[。！？]/.test(sign) || (/[.!?]/.test(sign) && (plain[at + 1] ?? " ") === " "))) continue;
    sentences.push(plain.slice(start, at + 1).trim());
    start = at + 1;
  }
  // A backtick that nobody closed: where sentences end is unknown.
  if (inCode) return [plain];
  return [...sentences, plain.slice(start).trim()].filter((each) => each !== "");
}

/** How sentences begin that speak of the one before. */
const REASONS = either`it, its, this, that, these, those, they, because, since, otherwise, we, nobody, there, doing so`;
const REASON = new RegExp(String.raw`^(?:(?:${REASONS})\b|因为|由于|否则|这|它|那)`, "i");
