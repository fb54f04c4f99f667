// Consent in a sentence: "without the user's approval", 未经允许, ユーザーの許可なく; and words that follow what they govern.

import { byName, wordSet } from "../../base/index.ts";
import type { Role, Slots } from "./slots.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

/** Words that may be inside "without the user's explicit approval". */
const IN_CONSENT = wordSet("who filler consent ask first to in and or it with granted");
/** Who gives it: "approval from `@owners`". */
const FROM = /^(?:of|from|by|de|von|do|da|du|des)$/i;

/** How many tokens from `at` on speak of consent and nothing else; 0 where they do not. */
export function consentAt(tokens: readonly Token[], at: number, asked = false): number {
  let found = asked;
  let end = at;
  for (; end < tokens.length; end++) {
    const cls = (tokens[end] as Token).sense?.cls;
    if (found && completes(tokens, end)) continue;
    if (cls === undefined || !IN_CONSENT.has(cls) || (asked && (cls === "in" || cls === "granted"))) break;
    if (cls === "consent" || cls === "ask") found = true;
  }
  return found ? end - at : 0;
}

/** "an explicit instruction to push", "approval from `@owners`" */
function completes(tokens: readonly Token[], at: number): boolean {
  const [before, here] = [tokens[at - 1], tokens[at]];
  return here?.kind === "span"
    ? FROM.test(before?.text ?? "") || here.span?.type === "quote"
    : here?.sense?.cls === "act" && before?.sense?.cls === "to";
}

/** What was since the last comma belongs to another part: 提交前 is what comes after. */
export function moveBack({ parts }: Slots, since: { readonly acts: number; readonly targets: number }, role: Role): void {
  parts[role].acts.push(...parts.main.acts.splice(since.acts));
  parts[role].targets.push(...parts.main.targets.splice(Math.max(0, since.targets)));
}

const FAR = 10;
const BETWEEN: ReadonlySet<string> = new Set(["who", "filler", "first", "and", "or", "must"]);

export interface ConsentBack {
  /** `who`: the person who is asked. */
  readonly kind: "lacking" | "granted" | "ask" | "who";
  /** The last token of it. */
  readonly end: number;
}

const BEHIND: Readonly<Record<string, ConsentBack["kind"]>> = byName({ before: "lacking", if: "granted" });
const AT_THE_END: Readonly<Record<string, ConsentBack["kind"]>> = byName({
  without: "lacking",
  unless: "lacking",
  granted: "granted",
  needs: "ask",
});

function saidOfConsent(sense: Token["sense"], verbLast: boolean): ConsentBack["kind"] | undefined {
  if (sense === null) return undefined;
  return (sense.val === "post" ? BEHIND[sense.cls] : undefined) ?? (verbLast ? AT_THE_END[sense.cls] : undefined);
}

/** 의존성 추가 전 사용자 확인: no verb says that somebody is asked. */
const endsAfterBefore = (tokens: readonly Token[], from: number): boolean =>
  tokens.length <= from + FAR && tokens[from - 1]?.sense?.cls === "before";

/** ユーザーの明示的な許可なく, 사용자 승인 없이: who and consent come first, and what is said of them last. */
export function consentBack(tokens: readonly Token[], from: number, verbLast: boolean): ConsentBack | null {
  let found = false;
  for (let at = from; at < tokens.length && at < from + FAR; at++) {
    const { sense } = tokens[at] as Token;
    const cls = sense?.cls ?? "";
    const kind = found ? saidOfConsent(sense, verbLast) : undefined;
    if (kind !== undefined) return { kind, end: at };
    if (verbLast && cls === "ask") return { kind: "who", end: at - 1 };
    if (cls === "consent") found = true;
    else if (!BETWEEN.has(cls)) return null;
  }
  const asked = found && verbLast && endsAfterBefore(tokens, from);
  return asked ? { kind: "ask", end: tokens.length - 1 } : null;
}
