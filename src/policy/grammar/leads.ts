// What the text around a clause gives it: headings and the lines that open its list. "Never", "Ask first", "Before you
// commit:", "In shared sessions" hold for everything below them.

import { readSlots } from "./readSlots.ts";
import type { Part, Role, Slots, Target } from "./slots.ts";
import { readTokens, type Sentence, type Token } from "./tokens.ts";

export interface Lead {
  /** The whole text that it is a sentence of. */
  readonly text: string;
  readonly slots: Slots;
  /** Every word of it was understood. */
  readonly closed: boolean;
  /** A heading holds for what is below it only if it names nothing itself. */
  readonly heading: boolean;
}

const EXAMPLES =
  /^\W*(?:(?:examples?|bad|good|wrong|right|correct|incorrect|troubleshooting|faq|changelog|history|ejemplos?|beispiele?|exemples?|exemplos?)\b|反例|正例|示例|例|错误示例|正确示例|使用例|悪い例|良い例|예시|예제)/i;

const known = new Map<string, readonly Lead[]>();
const MOST_KNOWN = 5000;

/** Leads of one text; the same headings come again and again. */
function leadsIn(text: string, heading: boolean): readonly Lead[] {
  const key = `${heading ? "h" : "l"}${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const { sentences, language } = readTokens(text);
  const leads = sentences.flatMap((sentence): Lead[] => {
    const { slots, next } = readSlots(sentence.tokens, 0, language.verbLast);
    return [{ text, slots, closed: slots.left.length === 0 && next === sentence.tokens.length, heading }];
  });
  labelled(leads, sentences);
  const held = heading || !/[:：]$/.test(text.replaceAll("**", "").trimEnd()) ? leads : opening(leads, sentences);
  known.set(key, held);
  return held;
}

/** "Never: change the order without updating:": the label's force is that of what follows it. */
function labelled(leads: Lead[], sentences: readonly Sentence[]): void {
  for (let at = leads.length - 2; at >= 0; at--) {
    const [{ slots }, next] = [leads[at] as Lead, leads[at + 1] as Lead];
    const bare = slots.force !== null && count(slots.parts.main) + count(slots.parts.before) + slots.left.length === 0;
    if (!bare || !/^[:：]$/.test(sentences[at]?.end ?? "") || next.slots.force !== null || !saysMore(next.slots)) continue;
    Object.assign(next.slots, { force: slots.force, soft: slots.soft, consent: next.slots.consent ?? slots.consent });
    leads.splice(at, 1);
  }
}

/** "Never run `x`. For one file, pass its path to the script:": the last sentence opens the list, unless it says too little. */
function opening(leads: readonly Lead[], sentences: readonly Sentence[]): readonly Lead[] {
  const stop = sentences.slice(0, -1).findLastIndex(({ end }) => /^[.!?。！？]$/.test(end));
  const last = leads.slice(stop + 1);
  return last.every(({ slots }) => slots.force === null) && last.some(({ slots }) => saysMore(slots)) ? last : leads;
}

/** More than "Rules:" or "These are:". */
function saysMore({ left, condition, parts: { main, means } }: Slots): boolean {
  return main.acts.length + left.length + condition.length + means.targets.length > 0;
}

export function leadsOf({ heading, leads }: { readonly heading: readonly string[]; readonly leads: readonly string[] }): {
  readonly leads: readonly Lead[];
  readonly example: boolean;
} {
  return {
    leads: [...heading.flatMap((each) => leadsIn(each, true)), ...leads.flatMap((each) => leadsIn(each, false))],
    example: heading.some((each) => EXAMPLES.test(each)) || leads.some((each) => /^\W*(?:examples?\b|示例)/i.test(each)),
  };
}

/** "The files below", 以下文件: the list itself. */
const DOWN = /^(?:these|those|以下|下列|如下|下記|以下の|다음)$/i;
export const pointsDown = (target: Target): boolean => target.kind === "it" && DOWN.test(target.text);

const OPENS = /^(?:when|if|whenever|before)$/i;

const count = (part: Part): number => part.acts.length + part.targets.length;

/** What a lead adds to a sentence that does not say it itself. */
export function withLead(slots: Slots, { slots: lead, closed, heading }: Lead): Slots {
  if (lead.session !== null) slots.session ??= lead.session;
  // Under "Never" the mark says nothing new: the words above it forbid.
  if (slots.marked && lead.force === "never" && closed) Object.assign(slots, { force: null, marked: false });
  const loose = lead.force === null || (lead.force === "permit" && (!closed || lead.condition.length > 0));
  // "Ask when:" and a list of what one is asked about.
  const opens = lead.force === "ask" && lead.condition.length === 1 && OPENS.test(lead.condition[0]?.text ?? "");
  if (opens && slots.force === "must") slots.force = null;
  // "When the user says go": what is below it holds then.
  if (lead.consent === "granted" && lead.force === null) slots.condition.push({ kind: "when", text: "when asked", paths: [] });
  slots.condition.push(...(opens ? [] : lead.condition.filter((each) => each.kind === "when" || !(heading || loose))));
  if (lead.force === "permit" && loose) return slots;
  if ((heading && !closed) || lead.left.length > 2 || slots.ok) return slots;
  // "# Do not commit to Git": an item that does something else has its own say.
  const others = slots.parts.main.acts.some(({ verb }) => !lead.parts.main.acts.some((act) => act.verb === verb));
  if (heading && lead.force === "never" && lead.parts.main.acts.length > 0 && others) return slots;
  // "Do not invent:": the word that was not understood may be the act.
  if (!closed && lead.force === "never" && ((lead.gap > 0 && lead.parts.main.acts.length === 0) || lead.condition.length > 0)) return slots;
  // "Never push to `main`:" says it all; what follows is the way to go.
  const named =
    lead.branches.length > 0 ||
    lead.parts.means.targets.some((each) => each.kind === "span") ||
    lead.parts.main.targets.some((each) => each.kind === "span" || (each.kind === "it" && (heading || !pointsDown(each))));
  if (lead.first && lead.parts.main.targets.every((each) => each.kind !== "span")) slots.first = true;
  if (lead.force !== null && slots.force === null && !named) {
    slots.force = lead.force;
    // "Never change without review:", "never change them without updating:"
    if (count(lead.parts.without) > 0) slots.condition.push({ kind: "tail", text: "without more than that", paths: [] });
    slots.led = true;
    slots.consent ??= lead.consent;
    if (lead.soft) slots.soft = true;
    if (lead.auto) slots.auto = true;
    if (!closed) slots.left.push(...lead.left);
    // "Never delete:" gives the act; an item that begins with an act of its own keeps it.
    if (slots.parts.main.acts.length === 0) slots.parts.main.acts.push(...lead.parts.main.acts);
  }
  // "Before changes that touch the schema:" is about some changes only.
  const limits = lead.condition.filter(({ text }) => !/^for\b/i.test(text)).length + lead.left.length - lead.reach - lead.ahead;
  const some = lead.parts.before.targets.length === 0 && limits > 0;
  if (some && lead.parts.before.acts.some((act) => act.verb === "change" || act.verb === "write")) return slots;
  if (count(lead.parts.before) > 0 && count(slots.parts.before) === 0 && slots.force !== "never" && slots.force !== "ask")
    take(slots, lead, "before");
  // "Before making changes, read:", 先读以下文件: and a list of documents.
  const { acts, targets } = lead.parts.main;
  const reads = acts.some(({ verb }) => verb === "read") && acts.every(({ verb }) => verb === "read" || verb === "follow");
  const down = (each: Target): boolean => each.kind === "it" || (each.kind === "noun" && each.noun === "document");
  const opened = reads && targets.every(down) && (count(lead.parts.before) > 0 || lead.first);
  const listed = slots.parts.main.acts.length === 0 && slots.parts.main.targets.length > 0;
  if (!opened || !listed || (slots.force !== "must" && !(lead.first && slots.force === null))) return slots;
  slots.force = "must";
  slots.parts.main.acts.push(...acts);
  return slots;
}

function take(slots: Slots, lead: Slots, role: Role): void {
  slots.condition.push(...lead.condition.filter((each) => !slots.condition.includes(each)));
  slots.branches.push(...lead.branches);
  slots.parts[role].acts.push(...lead.parts[role].acts);
  slots.parts[role].targets.push(...lead.parts[role].targets);
  if (slots.force === null) slots.force = "must";
}

/** A heading that is a rule itself: "## Never push to `main`". */
export function isRule(text: string): boolean {
  return leadsIn(text, true).some(({ slots }) => {
    const { acts, targets } = slots.parts.main;
    return (
      (slots.force === "never" || slots.force === "ask") &&
      (slots.branches.length > 0 || targets.some((each) => acts.length > 0 || each.kind === "span"))
    );
  });
}

/** "# Do not commit to Git" over nothing of its own: an act that needs no thing. */
export function isWholeBan(text: string): boolean {
  return leadsIn(text, true).some(
    ({ closed, slots: { force, soft, parts } }) => closed && force === "never" && !soft && parts.main.acts.length > 0,
  );
}

/** A heading over commands: "## Lint (must run before commits)". */
export function isOrder(text: string): boolean {
  return leadsIn(text, true).some(({ slots: { force, parts } }) => {
    const reads = parts.main.acts.some(({ verb }) => verb === "read");
    return parts.before.acts.length > 0 && (force === null || force === "must") && !reads;
  });
}

/** Words after a rule that may take something of it back. */
export function makesException(tokens: readonly Token[], { consent, parts: { main } }: Slots): boolean {
  const named = main.acts.length + main.targets.length > 0;
  return tokens.some(({ sense }, at) => {
    if (sense === null || sense.cls === "except" || sense.cls === "unless") return sense !== null;
    // "Only push when asked" says the same once more, and "humans can" permits nothing that is named.
    return (sense.cls === "only" && consent === null && at < tokens.length - 1) || (sense.cls === "permit" && named);
  });
}
