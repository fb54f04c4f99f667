// Branches that pull requests are opened against, and types of commits. Only likely, so proposed.

import { wordSet } from "../../base/index.ts";
import type { Matcher } from "../match/rule.ts";
import { BRANCH_NAME } from "../tokens/spans.ts";
import type { Token } from "../tokens/tokens.ts";
import { type Draft, isAny, type Sight, spansOf } from "./around.ts";

const isLimited = ({ slots, aside }: Sight): boolean => isAny(aside, slots.consent !== null, slots.weak, slots.force === "ask");

const EVERY_REQUEST = ["that it is about every pull request is a guess"];

const BASE = /^(?:target|targets|targeting|against|base|base branch|目标|目标分支|合并到)$/i;
/** Words between "base" and the branch. */
const NEAR = 4;

/** "PRs must target `develop`", "when creating PRs, don't set base to `main`". */
export function base(sight: Sight): Draft[] {
  const { slots, tokens, text } = sight;
  const at = tokens.findIndex((each) => BASE.test(each.text));
  const [name, another] = new Set(at === -1 ? [] : tokens.slice(at + 1, at + 1 + NEAR).flatMap(branchOf));
  const said = slots.condition.some((each) => /\bPRs?\b|pull request/i.test(each.text)) || /PR ?目标分支/.test(text);
  const pr = Object.values(slots.parts).some(({ targets }) => targets.some((each) => each.kind === "noun" && each.noun === "pr"));
  if (name === undefined || isAny(another !== undefined, isLimited(sight), !(said || pr))) return [];
  const to = (args: readonly string[]): Matcher => ({
    kind: "command",
    pattern: { program: "gh", words: ["pr", "create"], flags: [["--base", "-B"]], args, inside: [] },
  });
  if (slots.force === "never") return [{ effect: "deny", matcher: to([name]), doubts: EVERY_REQUEST }];
  // "PRs opened against `main` are closed"
  const tells = /^against$/i.test(tokens[at]?.text ?? "") || slots.parts.main.acts.some(({ form }) => form !== "base");
  const orders = slots.force === "must" || slots.force === "only" || slots.imperative;
  if (!orders && (slots.force !== null || tells)) return [];
  return [{ effect: "deny", matcher: to([]), exception: to([name]), doubts: EVERY_REQUEST }];
}

function branchOf({ text, span }: Token): string[] {
  const named = span?.code === true && span.type === "name" && /^[a-z][a-z\d/.-]+$/.test(text);
  return named || BRANCH_NAME.test(text) ? [text] : [];
}

const LIST_WORDS = wordSet("allowed valid commit type types are must be one of 允许的类型 提交类型 类型");

/** "**Types:** `feat`, `fix`, `docs`", "Type must be one of: …": the list is all that it says. */
function isWholeList({ slots, text, above }: Sight): boolean {
  if (!/commit|提交/i.test(above) || /\b(?:PRs?|pull requests?|titles?)\b/i.test(above)) return false;
  const said = text
    .toLowerCase()
    .replaceAll(/`[^`]*`|[*,.、，:：|]/g, " ")
    .trim();
  return slots.left.length === 0 && said.split(/\s+/).every((each) => LIST_WORDS.has(each));
}

/** "… as appropriate", "`fix`, `feat`, etc.": there are others. */
const OPEN = /\betc\b|\be\.g\.|such as|where possible|推荐|优先|例如|等/i;

/** "Types: `feat`, `fix`, `docs`": what messages of commits begin with. */
export function types(sight: Sight): Draft[] {
  const spans = spansOf(sight.slots.parts.main.targets).map(({ text }) => text.replace(/:$/, ""));
  const known = spans.includes("feat") && spans.includes("fix") && spans.length > 2 && spans.every((each) => /^[a-z]+$/.test(each));
  if (isAny(isLimited(sight), !known, !/\btypes?\b|类型|前缀/i.test(sight.text), OPEN.test(sight.text))) return [];
  const pattern = `^(?:(?:${spans.join("|")})(?:\\([^)]+\\))?!?:|merge |revert )`;
  return [
    {
      effect: "limit",
      matcher: { kind: "message", pattern, part: "subject", when: "lacks", anyCase: true },
      reading: `wants commit messages to begin with ${spans.map((each) => `\`${each}\``).join(", ")}`,
      stopped: { call: { tool: "shell", command: 'git commit -m "?"' } },
      doubts: isWholeList(sight) ? [] : ["that there are no other types is a guess"],
    },
  ];
}
