// Consent in a sentence: "without the user's approval", 未经允许, ユーザーの許可なく; and words that follow what they govern.

import { wordSet } from "../../base/index.ts";
import type { Role, Slots } from "./slots.ts";
import type { Token } from "../tokens/tokens.ts";

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

/** ユーザーの明示的な許可なく, 사용자 승인 없이: who and consent come first, and what is said of them last. */
export function consentBack(tokens: readonly Token[], from: number, verbLast: boolean): ConsentBack | null {
  let found = false;
  for (let at = from; at < tokens.length && at < from + FAR; at++) {
    const { cls = "", val = "" } = tokens[at]?.sense ?? {};
    if (cls === "consent") found = true;
    else if (found && cls === "before" && val === "post") return { kind: "lacking", end: at };
    else if (found && cls === "if" && val === "post") return { kind: "granted", end: at };
    else if (!verbLast) {
      if (!BETWEEN.has(cls)) return null;
    } else if (cls === "ask") return { kind: "who", end: at - 1 };
    else if (found && (cls === "without" || cls === "unless")) return { kind: "lacking", end: at };
    else if (found && cls === "granted") return { kind: "granted", end: at };
    else if (found && cls === "needs") return { kind: "ask", end: at };
    else if (!BETWEEN.has(cls)) return null;
  }
  // 의존성 추가 전 사용자 확인: no verb says that somebody is asked.
  const last = found && verbLast && tokens.length <= from + FAR && tokens[from - 1]?.sense?.cls === "before";
  return last ? { kind: "ask", end: tokens.length - 1 } : null;
}
