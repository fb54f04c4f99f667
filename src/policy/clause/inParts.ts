// A sentence whose other parts were not understood: "Don't commit anything, it messes up my rebase flow", "you may commit
// but never amend". The part that forbids or asks is whole by itself, so it is proposed; the others are named as its doubt. What
// the parts before it name is what "it" may mean: "`data.csv` has names in it, don't open it".

import type { Draft } from "../forms/around.ts";
import { isComma } from "../grammar/ahead.ts";
import { readSlots } from "../grammar/readSlots.ts";
import type { Slots } from "../grammar/slots.ts";
import type { Span } from "../tokens/spans.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

export interface SentencePart {
  readonly slots: Slots;
  readonly tokens: readonly Token[];
  /** What the parts before it name. */
  readonly named: readonly Span[];
}

export const BESIDE = "what is said beside it was not understood";

/** Parts that limit the one before them. */
const LIMITS: ReadonlySet<string> = new Set(["unless", "except", "without", "granted", "before", "not", "permit", "if", "only", "in"]);
const CONTRAST = /^(?:but|but please|但|但是|aber|sondern|pero|mais|mas|sauf)$/i;
const MOST_PARTS = 6;
const MOST_UNREAD = 3;

export function inParts(tokens: readonly Token[], verbLast: boolean, draftsOf: (part: SentencePart) => readonly Draft[]): Draft[] {
  const parts = partsOf(tokens);
  if (parts.length < 2 || parts.length > MOST_PARTS) return [];
  return parts.flatMap((part, at) => {
    // "If it is not yours, do not close it"
    if (parts.slice(at + 1).some(limits) || parts.slice(0, at).some(conditional)) return [];
    const { slots, next } = readSlots(part, 0, verbLast);
    const named = parts.slice(0, at).flatMap((each) => each.flatMap(({ span }) => (span === null ? [] : [span])));
    // "Unit tests: fast, no external dependencies", "return `null`, never `undefined`"
    const tells = at > 0 && slots.force === "never" && !slots.post && slots.parts.main.acts.length === 0;
    if (next < part.length || tells || !isWhole(slots, named)) return [];
    return draftsOf({ slots, tokens: part, named }).map((each) => ({ ...each, doubts: [...each.doubts, BESIDE] }));
  });
}

/** "Before committing, run `x` and make sure that …": the order up to its last command; where the verb comes last, its whole part. */
export function orderAlone(tokens: readonly Token[], verbLast: boolean): Slots | null {
  const isCommand = ({ span }: Token): boolean => span?.type === "command" && span.code;
  const last = tokens.findLastIndex(isCommand);
  const waits = tokens.findIndex(({ sense }) => sense?.cls === "before");
  const comma = verbLast ? tokens.findIndex((each, at) => at > last && isComma(each)) : last + 1;
  if (last === -1 || waits === -1 || waits > last || comma === -1 || comma >= tokens.length) return null;
  const { slots, next } = readSlots(tokens.slice(0, comma), 0, verbLast);
  return next < comma || slots.left.length > MOST_UNREAD || slots.condition.length > 0 ? null : slots;
}

function isWhole(
  { force, left, condition, weak, soft, marked, branches, post, parts: { main, before } }: Slots,
  named: readonly Span[],
): boolean {
  const plain = condition.length === 0 && left.length <= MOST_UNREAD && !weak && !soft && !marked;
  const asked = force === "ask" ? before.acts.length + before.targets.length : 0;
  return (
    plain &&
    (force === "never" || force === "ask" || force === "only") &&
    main.acts.length + main.targets.length + left.length + branches.length + asked + (post ? named.length : 0) > 0
  );
}

/** A part that limits the one before, or goes on with its list: "never create, open or close pull requests". */
const limits = (part: readonly Token[]): boolean => {
  const [first, second] = part;
  // "…, not even in dev"
  if (/^even$/i.test(second?.text ?? "")) return false;
  return isLimit(first) || goesOn(part) || (isOr(first) && (isBase(second) || second?.kind === "span"));
};

const isLimit = (first: Token | undefined): boolean => LIMITS.has(first?.sense?.cls ?? "") || isBase(first);

const isOr = (token: Token | undefined): boolean => /^(?:or|and)$/.test(token?.sense?.cls ?? "");

/** "Do not run `a`, `b` or `c` in parallel" */
const goesOn = (part: readonly Token[]): boolean => {
  const classes = part.map(({ sense }) => sense?.cls);
  return part[0]?.kind === "span" && !classes.includes("act") && classes.includes("if");
};

const isBase = (token: Token | undefined): boolean => token?.sense?.cls === "act" && token.sense.form === "base";

/** "If it is not yours", 用户不希望提交时 */
const conditional = (part: readonly Token[]): boolean => {
  const [first, last] = [part[0]?.sense, part.at(-1)?.sense];
  return first?.cls === "if" || first?.cls === "granted" || (last?.cls === "if" && last.val === "post");
};

function partsOf(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if ((token.kind === "mark" && /^[,，]$/.test(token.text)) || CONTRAST.test(token.text)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}
