// What the text around a clause gives it: headings and the lines that open its list. "Never", "Ask first", "Before you
// commit:", "In shared sessions" hold for everything below them.

import { either } from "../../base/index.ts";
import { readSlots } from "./readSlots.ts";
import { isNoun, type Part, type Role, type Slots, type Target } from "./slots.ts";
import type { Span } from "../tokens/spans.ts";
import { readTokens, type Sentence, type Token } from "../tokens/sentenceTokens.ts";

export interface Lead {
  /** The whole text that it is a sentence of. */
  readonly text: string;
  readonly slots: Slots;
  /** Every word of it was understood. */
  readonly closed: boolean;
  /** A heading holds for what is below it only if it names nothing itself. */
  readonly heading: boolean;
  /** It names what is below it: "these files", "the following directories". */
  readonly files: boolean;
}

const FILES = /^(?:files?|folders?|director(?:y|ies)|paths?)$|off.limits|文件|目录/i;

const EXAMPLE_WORDS = either`examples?, bad, good, wrong, right, correct, incorrect, troubleshooting, faq, changelog, history, ejemplos?,
  beispiele?, exemples?, exemplos?`;
const EXAMPLE_SIGNS = either`反例, 正例, 示例, 例, 错误示例, 正确示例, 使用例, 悪い例, 良い例, 예시, 예제`;
const EXAMPLES = new RegExp(String.raw`^\W*(?:(?:${EXAMPLE_WORDS})\b|${EXAMPLE_SIGNS})`, "i");

const LOOKS = /\b(?:confirm|verify|check)(?: that)?:\W*$/i;

/** "Pre-commit checks", 提交检查清单: what is below comes before it. Those of pull requests are as often for who reviews. */
const CHECKLIST = /^(?:pre-?)?(commit|push)[ -](?:checklist|checks?|requirements|gates?):?$/i;
const WIDE_CHECKLIST = /^(提交|推送)前?的?(?:必做)?(?:检查|自检|自查)?(?:清单|项|列表)[:：]?$/;
const asOrder = (text: string): string =>
  text.replaceAll("*", "").trim().replace(CHECKLIST, "Before each $1").replace(WIDE_CHECKLIST, "$1前");

const known = new Map<string, readonly Lead[]>();
const MOST_KNOWN = 5000;

/** Leads of one text; the same headings come again and again. */
function leadsIn(text: string, heading: boolean): readonly Lead[] {
  const key = `${heading ? "h" : "l"}${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const { sentences, language } = readTokens(heading ? asOrder(text) : text);
  // "Confirm → Implement → Commit" are steps, and "Before approving, confirm:" opens a list of what to look at.
  const steps = sentences.some(({ end }) => /^[→⇒]$/.test(end)) || LOOKS.test(text);
  const leads = (steps ? [] : sentences).flatMap((sentence): Lead[] => {
    const { slots, next } = readSlots(sentence.tokens, 0, language.verbLast);
    return [
      {
        text,
        slots,
        closed: slots.left.length === 0 && next === sentence.tokens.length,
        heading,
        files: sentence.tokens.some((each) => FILES.test(each.text)),
      },
    ];
  });
  labelled(leads, steps ? [] : sentences);
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
const DOWN = /^(?:these|those|以下|下列|如下|这些|下記|以下の|다음)$/i;
export const pointsDown = (target: Target): boolean => target.kind === "it" && DOWN.test(target.text);

const OPENS = /^(?:when|if|whenever|before)$/i;

const count = (part: Part): number => part.acts.length + part.targets.length;

/** What a lead adds to a sentence that does not say it itself. */
export function withLead(slots: Slots, lead: Lead): Slots {
  if (lead.slots.session !== null) slots.session ??= lead.slots.session;
  // Under "Never" the mark says nothing new: the words above it forbid.
  if (slots.marked && lead.slots.force === "never" && lead.closed) Object.assign(slots, { force: null, marked: false });
  addConditions(slots, lead);
  if (saysNothing(lead) || isNotMeant(slots, lead) || comesAfterChecks(slots, lead.slots)) return slots;
  if (lead.slots.first && lead.slots.parts.main.targets.every((each) => each.kind !== "span")) slots.first = true;
  if (lead.slots.force !== null && slots.force === null && !namesOwn(lead)) addForce(slots, lead);
  if (isAboutSome(lead.slots)) return slots;
  addOrder(slots, lead.slots);
  addReading(slots, lead.slots);
  return slots;
}

/** "Confirm before the PR" and "`npm test` passes": a command is what is looked at, and the act in the heading waits for it. */
function comesAfterChecks(slots: Slots, lead: Slots): boolean {
  const { targets } = slots.parts.main;
  const before = count(lead.parts.before) > 0 ? lead.parts.before : lead.parts.main;
  const ends =
    before.targets.length === 0 && before.acts.length > 0 && before.acts.every(({ verb }) => /^(?:commit|push|merge)$/.test(verb));
  const waits = slots.force === null && lead.force === "ask" && (ends || isNoun(before.targets, "pr"));
  if (!waits || targets.length === 0 || !targets.every((each) => each.kind === "span" && isCheck(each.span))) return false;
  take(slots, { ...lead, parts: { ...lead.parts, before } }, "before");
  return true;
}

/** `docker push` is itself what is asked about. */
const ASKED = /^(?:git|gh|glab|hub|push|merge)$/;
const isCheck = ({ type, words }: Span): boolean => type === "command" && !words.some((each) => ASKED.test(each));

/** It has no force, or permits something on a condition. */
const isLoose = ({ slots: { force, condition }, closed }: Lead): boolean =>
  force === null || (force === "permit" && (!closed || condition.length > 0));

function addConditions(slots: Slots, lead: Lead): void {
  const { force, condition, consent } = lead.slots;
  // "Ask when:" and a list of what one is asked about.
  const opens = force === "ask" && condition.length === 1 && OPENS.test(condition[0]?.text ?? "");
  if (opens && slots.force === "must") slots.force = null;
  // "When the user says go": what is below it holds then.
  if (consent === "granted" && force === null) slots.condition.push({ kind: "when", text: "when asked", paths: [] });
  const all = !lead.heading && !isLoose(lead);
  if (!opens) slots.condition.push(...condition.filter((each) => each.kind === "when" || all));
}

/** Its words do not say what holds for what is below it. */
function saysNothing(lead: Lead): boolean {
  const { force, left, gap, condition, parts } = lead.slots;
  if (force === "permit" && isLoose(lead)) return true;
  if ((lead.heading && !lead.closed) || left.length > 2) return true;
  // "Do not invent:": the word that was not understood may be the act.
  return !lead.closed && force === "never" && ((gap > 0 && parts.main.acts.length === 0) || condition.length > 0);
}

/** The sentence has its own say: a mark that it is right, or under "# Do not commit to Git" another act. */
function isNotMeant({ ok, parts: { main } }: Slots, { slots: { force, parts }, heading }: Lead): boolean {
  const { acts } = parts.main;
  const others = main.acts.some(({ verb }) => !acts.some((act) => act.verb === verb));
  return ok || (heading && force === "never" && acts.length > 0 && others);
}

/** "Never push to `main`:" says it all; what follows is the way to go. */
function namesOwn({ slots: { branches, parts }, heading }: Lead): boolean {
  const isOwn = (each: Target): boolean =>
    each.kind === "span" || (each.kind === "it" && ((heading && parts.main.acts.length === 0) || !pointsDown(each)));
  return branches.length > 0 || parts.means.targets.some((each) => each.kind === "span") || parts.main.targets.some(isOwn);
}

/** "These files are off limits:", and a list of them. */
function isOfFiles({ files, slots: { force } }: Lead, { targets }: Part): boolean {
  return files && force === "never" && targets.length > 0 && targets.every((each) => each.kind === "span" && each.span.type === "path");
}

function addForce(slots: Slots, whole: Lead): void {
  const { slots: lead, closed } = whole;
  slots.force = lead.force;
  // "Never change without review:", "never change them without updating:"
  if (count(lead.parts.without) > 0) slots.condition.push({ kind: "tail", text: "without more than that", paths: [] });
  slots.led = true;
  slots.consent ??= lead.consent;
  if (lead.soft) slots.soft = true;
  if (lead.auto) slots.auto = true;
  if (!closed) slots.left.push(...lead.left);
  // "Never delete:" gives the act; an item that begins with an act of its own keeps it.
  const { main } = slots.parts;
  if (main.acts.length > 0) return;
  if (lead.parts.main.acts.length > 0) main.acts.push(...lead.parts.main.acts);
  else if (isOfFiles(whole, main)) main.acts.push({ verb: "change", form: "base" });
}

/** "Before changes that touch the schema:" is about some changes only. */
function isAboutSome({ condition, left, reach, ahead, parts: { before } }: Slots): boolean {
  const limits = condition.filter(({ text }) => !/^for\b/i.test(text)).length + left.length - reach - ahead;
  return before.targets.length === 0 && limits > 0 && before.acts.some(({ verb }) => verb === "change" || verb === "write");
}

function addOrder(slots: Slots, lead: Slots): void {
  const open = count(slots.parts.before) === 0 && slots.force !== "never" && slots.force !== "ask";
  if (open && count(lead.parts.before) > 0) take(slots, lead, "before");
}

/** "Before making changes, read:", 先读以下文件: and a list of documents. */
function addReading(slots: Slots, { first, parts: { main, before } }: Slots): void {
  const reads = main.acts.some(({ verb }) => verb === "read") && main.acts.every(({ verb }) => verb === "read" || verb === "follow");
  const down = (each: Target): boolean => each.kind === "it" || (each.kind === "noun" && each.noun === "document");
  const opened = reads && main.targets.every(down) && (count(before) > 0 || first);
  const listed = slots.parts.main.acts.length === 0 && slots.parts.main.targets.length > 0;
  if (!opened || !listed || (slots.force !== "must" && !(first && slots.force === null))) return;
  slots.force = "must";
  slots.parts.main.acts.push(...main.acts);
}

function take(slots: Slots, lead: Slots, role: Role): void {
  slots.condition.push(...lead.condition.filter((each) => !slots.condition.includes(each)));
  slots.branches.push(...lead.branches);
  slots.parts[role].acts.push(...lead.parts[role].acts);
  slots.parts[role].targets.push(...lead.parts[role].targets);
  slots.queued = true;
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
