// Words that follow what they govern: 提交前, ユーザーの許可なく, `npm` 대신.

import type { Role, Slots } from "./slots.ts";
import type { Token } from "./tokens.ts";

/** What stood since the last comma belongs to another part: 提交前 is what comes after. */
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
  return null;
}

/** The last token before `at` that means something. */
export function lastWord(tokens: readonly Token[], at: number): Token | undefined {
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before] as Token;
    if (token.sense?.cls !== "filler" && token.kind !== "mark") return token;
  }
  return undefined;
}
